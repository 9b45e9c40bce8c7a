#include "cpython/layout.h"

#include <stddef.h>

static const struct python_layout *const layouts[] = {
    &layout_3_9,  &layout_3_10, &layout_3_11, &layout_3_12,
    &layout_3_13, &layout_3_14, &layout_3_15, &layout_3_13t,
};

const struct python_layout *
layout_find(uint32_t hexversion, bool free_threaded)
{
    for (size_t i = 0; i < sizeof layouts / sizeof layouts[0]; i++) {
        if (hexversion >= layouts[i]->hexversion_first &&
            hexversion <= layouts[i]->hexversion_last &&
            refcount_is_split(&layouts[i]->refcount) == free_threaded) {
            return layouts[i];
        }
    }
    return NULL;
}
