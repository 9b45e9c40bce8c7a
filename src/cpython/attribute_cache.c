#include "cpython/attribute_cache.h"

#include "cpython/memory.h"
#include "cpython/type_info.h"

/* struct type_cache_entry: a number of the type's version, name and value. */
enum { NAME_AT = 8, VALUE_AT = 16, ENTRY_BYTES = 24, HEAD_BYTES = 16 };

static bool
is_str(const struct python_layout *layout, uint64_t object,
       owners_readable *readable)
{
    uint64_t type;

    if (!readable(object, HEAD_BYTES)) {
        return false;
    }
    type = type_of(layout, object);
    return readable(type + layout->type.flags, sizeof(uint64_t)) &&
           (type_flags(layout, type) & layout->type.flag_is_str) != 0;
}

/* An unused one has no number, and None or nothing for a name. */
static bool
may_be_entry(const struct python_layout *layout, uint64_t entry,
             owners_readable *readable)
{
    uint64_t number, name;

    if (!readable(entry, ENTRY_BYTES)) {
        return false;
    }
    number = load64(entry);
    name = load64(entry + NAME_AT);
    return number == 0 ? name == 0 || readable(name, HEAD_BYTES)
                       : number <= UINT32_MAX && is_str(layout, name, readable);
}

bool
attribute_cache_borrows(const struct python_layout *layout, uint64_t address,
                        owners_readable *readable)
{
    uint64_t entry = address - VALUE_AT;

    return readable(entry, ENTRY_BYTES) && load64(entry) != 0 &&
           may_be_entry(layout, entry, readable) &&
           (may_be_entry(layout, entry - ENTRY_BYTES, readable) ||
            may_be_entry(layout, entry + ENTRY_BYTES, readable));
}
