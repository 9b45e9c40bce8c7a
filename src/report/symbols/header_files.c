#include "report/symbols/header_files.h"

#include <stddef.h>
#include <string.h>

/* Folders that headers are installed in, or brought along in. */
static const char *const folders[] = { "/usr/include/", "/include/c++/",
                                       "/pybind11/", "/nanobind/", "/boost/" };

/* Folders that cargo and rustc keep the sources of others in. */
static const char *const crates[] = { "cargo/registry/", "cargo/git/checkouts/",
                                      "/rustc/", "/rustc-", "/vendor/" };

/* Endings of files that are compiled by themselves. */
static const char *const sources[] = { ".c", ".cc",  ".cpp", ".cxx",
                                       ".C", ".pyx", ".m",   ".mm" };

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

static bool
is_in(const char *path, const char *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (strstr(path, list[i]) != NULL) {
            return true;
        }
    }
    return false;
}

bool
header_file(const char *path)
{
    const char *ending;

    if (path == NULL) {
        return false;
    }
    ending = strrchr(path, '.');
    /* A crate is compiled like a header: into those that use it. */
    if (ending != NULL && strcmp(ending, ".rs") == 0) {
        return is_in(path, crates, sizeof crates / sizeof crates[0]);
    }
    return is_in(path, folders, sizeof folders / sizeof folders[0]) &&
           !is_source(path);
}

size_t
header_file_user(const struct stack *stack, size_t frame)
{
    const struct stack_frame *inner = &stack->frames[frame];

    if (!header_file(inner->file)) {
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

bool
header_file_serves(const struct stack *stack, size_t frame)
{
    const struct stack_frame *frames = stack->frames;
    size_t inner = frame;
    uint32_t image;

    if (!header_file(frames[frame].file)) {
        return false;
    }
    image = frames[frame].place->image;
    while (inner > 0 && frames[inner - 1].place->image == image) {
        inner--;
    }
    for (size_t i = inner; i < stack->count && frames[i].place->image == image;
         i++) {
        if (frames[i].file != NULL && !header_file(frames[i].file)) {
            return true;
        }
    }
    return false;
}
