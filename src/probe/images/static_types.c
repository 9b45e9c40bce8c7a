#include "probe/images/static_types.h"

#include "cpython/memory.h"
#include "cpython/type_info.h"
#include "probe/images/known_images.h"
#include "probe/images/types.h"
#include "probe/state/peek.h"
#include "probe/state/recorder.h"

enum {
    TYPE_BYTES = 408,    /* no type object has fewer; it may end the data */
    BLOCK_BYTES = 16,    /* what allocators align to */
    PAGES_LOW = 1 << 16, /* nothing lies there */
    BASES_MAX = 256,
};

bool
static_type_may_be(uint64_t address)
{
    return (address & 7) == 0 && known_images_hold_data(address, TYPE_BYTES);
}

/* Its own type is a type of types. */
static bool
calls_itself_type(uint64_t address)
{
    const struct python_layout *layout = recorder.layout;
    uint64_t type = load64(address + layout->object.type);

    return type == recorder.type_type ||
           (static_type_may_be(type) &&
            load64(type + layout->object.type) == recorder.type_type &&
            (type_flags(layout, type) & layout->type.flag_is_type) != 0);
}

/* A table of numbers and pointers may have a pointer to `type` anywhere. */
static bool
has_name(uint64_t type)
{
    const char *name = type_name(recorder.layout, type);
    uint8_t first;

    return peek_bytes((uint64_t)(uintptr_t)name, &first, 1) == 1 && first > ' ';
}

/* Whoever learns of a type follows them. A table of slots begins as a metatype
 * does, and has numbers where a type has its base. */
static bool
has_bases(uint64_t type)
{
    uint64_t base = type;

    for (int i = 0; i < BASES_MAX && base != 0; i++) {
        if (base % 8 != 0 ||
            !peek64(base + recorder.layout->type.base, &base)) {
            return false;
        }
    }
    return base == 0;
}

bool
static_type_is(uint64_t address)
{
    return static_type_may_be(address) && calls_itself_type(address) &&
           (types_known(address) != NULL ||
            (type_can_be_static(recorder.layout, address) &&
             has_name(address) && has_bases(address)));
}

bool
static_type_is_elsewhere(uint64_t address)
{
    const struct python_layout *layout = recorder.layout;
    uint64_t own, last;

    return address >= PAGES_LOW && address % BLOCK_BYTES == 0 &&
           !known_images_hold(address, 1) &&
           peek64(address + layout->object.type, &own) && static_type_is(own) &&
           (type_flags(layout, own) & layout->type.flag_is_type) != 0 &&
           peek64(address + TYPE_BYTES - sizeof last, &last) &&
           type_can_be_static(layout, address) && has_name(address) &&
           has_bases(address);
}
