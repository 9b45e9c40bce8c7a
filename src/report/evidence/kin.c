#include "report/evidence/kin.h"

#include <stdlib.h>

#include "report/symbols/image_types.h"
#include "report/symbols/symbols.h"
#include "report/text/memory.h"

enum { FUNCTIONS_MAX = 512 }; /* of one type */

struct member {
    uint32_t function;
    uint32_t type;
    bool disposes;
};

struct kin {
    struct member *items;
    size_t count;
};

static void
add(struct kin *kin, struct member member)
{
    for (size_t i = 0; i < kin->count; i++) {
        if (kin->items[i].function == member.function &&
            kin->items[i].type == member.type) {
            kin->items[i].disposes |= member.disposes;
            return;
        }
    }
    kin->items = (struct member *)memory_room(kin->items, kin->count,
                                              sizeof *kin->items);
    kin->items[kin->count++] = member;
}

void
kin_add(struct kin *kin, uint32_t function, uint32_t type)
{
    add(kin, (struct member){ function, type, false });
}

void
kin_join(struct kin *kin, uint32_t function, uint32_t caller)
{
    size_t count = kin->count;

    for (size_t i = 0; i < count; i++) {
        if (kin->items[i].function == caller) {
            kin_add(kin, function, kin->items[i].type);
        }
    }
}

bool
kin_next_type(const struct kin *kin, uint32_t function, size_t *at,
              uint32_t *type)
{
    for (; *at < kin->count; ++*at) {
        if (kin->items[*at].function == function) {
            *type = kin->items[(*at)++].type;
            return true;
        }
    }
    return false;
}

bool
kin_disposes(const struct kin *kin, uint32_t function)
{
    for (size_t i = 0; i < kin->count; i++) {
        if (kin->items[i].function == function && kin->items[i].disposes) {
            return true;
        }
    }
    return false;
}

static void
add_type(struct kin *kin, const struct inputs *inputs, uint32_t image,
         uint32_t type, uint64_t dealloc)
{
    struct image_type_function functions[FUNCTIONS_MAX];
    size_t count =
        image_types_functions(symbols_image_file(inputs->symbols, image),
                              dealloc, functions, FUNCTIONS_MAX);

    for (size_t i = 0; i < count; i++) {
        const struct place *place =
            symbols_place(inputs->symbols, image, functions[i].start);

        if (place->count > 0) {
            add(kin, (struct member){ place->frames[place->count - 1].function,
                                      type, functions[i].disposes });
        }
    }
}

struct kin *
kin_create(const struct inputs *inputs, uint32_t image)
{
    const struct ledger *ledger = inputs->ledger;
    struct kin *kin = (struct kin *)memory_zeroed(1, sizeof *kin);

    if (symbols_image_file(inputs->symbols, image) == NULL) {
        return kin;
    }
    for (uint32_t i = 1; i < ledger_used(ledger, LEDGER_TYPES); i++) {
        const struct ledger_type *type = ledger_type_at(ledger, i);
        const struct place *place =
            type->disposer != 0
                ? symbols_address(inputs->symbols, type->disposer, 0)
                : NULL;

        if (place != NULL && place->image == image) {
            add_type(kin, inputs, image, i, place->offset);
        }
    }
    return kin;
}

void
kin_free(struct kin *kin)
{
    free(kin->items);
    free(kin);
}

enum kin_answer
kin_of(const struct kin *kin, uint32_t function, uint32_t other)
{
    bool one = false, two = false;

    for (size_t i = 0; i < kin->count; i++) {
        two |= kin->items[i].function == other;
        if (kin->items[i].function != function) {
            continue;
        }
        one = true;
        for (size_t j = 0; j < kin->count; j++) {
            if (kin->items[j].function == other &&
                kin->items[j].type == kin->items[i].type) {
                return KIN_SAME;
            }
        }
    }
    return one && two ? KIN_OTHER : KIN_UNKNOWN;
}
