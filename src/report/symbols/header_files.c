#include "report/symbols/header_files.h"

#include <stddef.h>
#include <string.h>

/* Folders that headers are installed in, or brought along in. */
static const char *const folders[] = { "/usr/include/",  "/include/c++/",
                                       "/pybind11/",     "/nanobind/",
                                       "/boost/",        "/site-packages/",
                                       "/dist-packages/" };

/* Folders that cargo and rustc keep the sources of others in. */
static const char *const crates[] = { "cargo/registry/", "cargo/git/checkouts/",
                                      "/rustc/", "/rustc-", "/vendor/" };

/* Sources that are compiled with those of each user, somewhere below a folder, and
 * a header that brings what newer versions of Python have. */
static const struct {
    const char *folder, *name; /* how that of the file begins */
} brought[] = { { "/nanobind/", "nb_" }, { "/", "pythoncapi_compat.h" } };

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

static bool
is_brought(const char *path)
{
    const char *name = strrchr(path, '/');

    for (size_t i = 0; name != NULL && i < sizeof brought / sizeof brought[0];
         i++) {
        if (strstr(path, brought[i].folder) != NULL &&
            strncmp(name + 1, brought[i].name, strlen(brought[i].name)) == 0) {
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
    return is_brought(path) ||
           (is_in(path, folders, sizeof folders / sizeof folders[0]) &&
            !is_source(path));
}
