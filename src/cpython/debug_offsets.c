#include "cpython/debug_offsets.h"

#include "cpython/memory.h"

#include <stddef.h>

/* The first three words are the same in every version. */
enum { VERSION_WORD = 8, FREE_THREADED_WORD = 16 };

static bool
are_there(uint64_t runtime)
{
    static const char cookie[] = "xdebugpy";

    return load64(runtime) == load64((uint64_t)(uintptr_t)cookie);
}

const char *
debug_offsets_differ(const struct python_layout *layout, uint64_t runtime)
{
    enum { MINOR_SHIFT = 16 };
    const struct offset_check *check = layout->checks;

    if (check->position == 0) {
        return NULL;
    }
    if (!are_there(runtime)) {
        return "cookie";
    }
    if (load64(runtime + VERSION_WORD) >> MINOR_SHIFT !=
        layout->hexversion_first >> MINOR_SHIFT) {
        return "version";
    }
    while (check->position != 0 &&
           load64(runtime + check->position) == check->expected) {
        check++;
    }
    return check->position == 0 ? NULL : check->name;
}

bool
debug_offsets_free_threaded(uint64_t runtime)
{
    return are_there(runtime) && load64(runtime + FREE_THREADED_WORD) != 0;
}
