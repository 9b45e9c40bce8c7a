#include "cli/files/data_file.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "report/text/memory.h"

#ifndef REFTALLY_DATA_DIR
#define REFTALLY_DATA_DIR "/usr/share/reftally"
#endif

/* `path`, or NULL if it cannot be read. */
static char *
if_readable(char *path)
{
    if (access(path, R_OK) == 0) {
        return path;
    }
    free(path);
    return NULL;
}

char *
data_file_find(const char *folder, const char *name)
{
    char self[4096];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    char *path;

    self[length > 0 ? length : 0] = '\0';
    if (strrchr(self, '/') != NULL) {
        *strrchr(self, '/') = '\0';
    }
    path = if_readable(memory_format("%s/%s/%s", self, folder, name));
    if (path == NULL) {
        path = if_readable(memory_format("%s/../%s/%s", self, folder, name));
    }
    if (path == NULL) {
        path =
            if_readable(memory_format("%s/../share/reftally/%s", self, name));
    }
    return path != NULL
               ? path
               : if_readable(memory_format("%s/%s", REFTALLY_DATA_DIR, name));
}
