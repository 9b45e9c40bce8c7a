#include "cpython/weak.h"

#include "cpython/memory.h"
#include "cpython/type_info.h"

enum { BASES_MAX = 64 /* of a class */ };

bool
weak_is(const struct python_layout *layout, const struct owner_types *types,
        uint64_t type)
{
    for (int depth = 0; type != 0 && depth < BASES_MAX; depth++) {
        if (type == types->weak[0] || type == types->weak[1] ||
            type == types->weak[2]) {
            return true;
        }
        type = load64(type + layout->type.base);
    }
    return false;
}

uint64_t
weak_awaits(const struct python_layout *layout, const struct owner_types *types,
            uint64_t reference)
{
    return weak_is(layout, types, type_of(layout, reference)) &&
                   load64(reference + layout->owners.weak_callback) != 0
               ? load64(reference + layout->owners.weak_object)
               : 0;
}

bool
weak_is_spent(const struct python_layout *layout,
              const struct owner_types *types, uint64_t reference)
{
    return types->none != 0 &&
           weak_is(layout, types, type_of(layout, reference)) &&
           load64(reference + layout->owners.weak_object) == types->none;
}
