#include "report/symbols/header_files.h"

#include <stddef.h>
#include <string.h>

/* Folders that headers are installed in, or brought along in. */
static const char *const folders[] = { "/usr/include/", "/include/c++/",
                                       "/pybind11/", "/nanobind/", "/boost/" };

/* Endings of files that are compiled by themselves. */
static const char *const sources[] = { ".c",   ".cc", ".cpp", ".cxx", ".C",
                                       ".pyx", ".rs", ".m",   ".mm" };

static bool
is_source(const char *path)
{
    const char *ending = strrchr(path, '.');

    for (size_t i = 0; ending != NULL && i < sizeof sources / sizeof sources[0];
         i++) {
        if (strcmp(ending, sources[i]) == 0) {
            return true;
        }
    }
    return false;
}

bool
header_file(const char *path)
{
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        if (strstr(path, folders[i]) != NULL) {
            return !is_source(path);
        }
    }
    return false;
}

size_t
header_file_user(const struct stack *stack, size_t frame)
{
    const struct stack_frame *inner = &stack->frames[frame];

    if (inner->file == NULL || !header_file(inner->file)) {
        return frame;
    }
    for (size_t i = frame + 1; i < stack->count; i++) {
        const struct stack_frame *outer = &stack->frames[i];

        if (outer->place->image != inner->place->image) {
            break;
        }
        if (outer->file != NULL && !header_file(outer->file)) {
            return i;
        }
    }
    return frame;
}
