#include "report/evidence/type_functions.h"

#include "report/input/ledger_load.h"
#include "report/symbols/image_types.h"

enum { TYPES_MAX = 512 };

static const struct place *
named_place(const struct place *place)
{
    return place->count > 0 && place->image != 0 ? place : NULL;
}

static const struct place *
traverse_of(const struct inputs *inputs, const struct ledger_owned *owned)
{
    uint64_t disposer = ledger_type_at(inputs->ledger, owned->type)->disposer;

    return owned->traverse == 0 || disposer == 0
               ? NULL
               : named_place(symbols_address(
                     inputs->symbols,
                     disposer + (uint64_t)(int64_t)owned->traverse, 0));
}

/* Types may share a tp_traverse, too: of their functions of one kind, the one
   that they have in common. */
static void
find_clear(const struct inputs *inputs, struct type_functions *found)
{
    uint32_t image = found->traverse->image;
    struct image_file *file = symbols_image_file(inputs->symbols, image);
    struct image_type types[TYPES_MAX];
    size_t count = file != NULL ? image_types_find(file, types, TYPES_MAX) : 0;
    uint64_t clear = 0;

    for (size_t i = 0; i < count; i++) {
        if (types[i].traverse != found->traverse->offset) {
            continue;
        }
        clear = !found->known || clear == types[i].clear ? types[i].clear : 0;
        found->clears |= types[i].clear != 0;
        found->known = true;
    }
    if (clear != 0) {
        found->clear =
            named_place(symbols_place(inputs->symbols, image, clear));
    }
}

/* Where it is too far from tp_dealloc for the ledger, that is the interpreter's
   own program as well. */
static bool
is_visited_by_interpreter(const struct inputs *inputs,
                          const struct ledger_owned *owned,
                          const struct place *traverse)
{
    return traverse != NULL
               ? ledger_image_is_interpreters(inputs->ledger, traverse->image)
               : owned->traverse == 0;
}

/* Of its bases the first in C has a tp_dealloc of its own, and whose tp_traverse
   is called is the interpreter's: that of classes, which asks the base. */
static void
find_silent_base(const struct inputs *inputs, const struct ledger_owned *owned,
                 struct type_functions *found)
{
    const struct ledger_type *type =
        ledger_type_at(inputs->ledger, owned->type);
    const struct place *dealloc =
        symbols_address(inputs->symbols, type->disposer, 0);
    struct image_file *file;

    if ((type->flags & LEDGER_TYPE_HEAP) == 0 ||
        (type->flags & LEDGER_TYPE_GC) == 0 || named_place(dealloc) == NULL ||
        ledger_image_is_interpreters(inputs->ledger, dealloc->image) ||
        !is_visited_by_interpreter(inputs, owned, found->traverse)) {
        return;
    }
    found->silent_base = true;
    file = symbols_image_file(inputs->symbols, dealloc->image);
    if (file != NULL) {
        found->base_name = image_types_name(file, dealloc->offset);
    }
}

struct type_functions
type_functions_find(const struct inputs *inputs,
                    const struct ledger_owned *owned)
{
    struct type_functions found = { .traverse = traverse_of(inputs, owned) };

    if (found.traverse != NULL) {
        find_clear(inputs, &found);
    }
    find_silent_base(inputs, owned, &found);
    return found;
}

bool
type_functions_inherit_dealloc(const struct inputs *inputs, uint32_t type)
{
    const struct ledger_type *found = ledger_type_at(inputs->ledger, type);
    const struct place *place =
        symbols_address(inputs->symbols, found->address, 0);
    struct image_file *file =
        (found->flags & LEDGER_TYPE_HEAP) == 0 && place->image != 0
            ? symbols_image_file(inputs->symbols, place->image)
            : NULL;

    return file != NULL && image_types_inherits(file, place->offset);
}
