#include "cli/sites/file_names.h"

#include <stdlib.h>
#include <string.h>

#include "report/symbols/function_names.h"
#include "report/symbols/image_names.h"
#include "report/text/text.h"

enum { FRAMES_MAX = 64 };

struct image_file *
file_names_open(const char *path, const char *build_id)
{
    char *absolute = realpath(path, NULL);
    struct image_file *file = NULL;
    enum image_names names;

    if (absolute != NULL) {
        file = image_file_open(absolute, build_id, &names);
        free(absolute);
    }
    return file;
}

void
file_names_close(struct image_file *names)
{
    if (names != NULL) {
        image_file_close(names);
    }
}

char *
file_names_function(struct image_file *names, uint64_t offset)
{
    struct named_frame frames[FRAMES_MAX];
    size_t count = 0;
    const char *name;
    char *readable, *printable;

    if (names != NULL) {
        count = image_file_frames(names, offset, frames, FRAMES_MAX);
    }
    name = count > 0 ? frames[count - 1].function : NULL;
    if (name == NULL) {
        return NULL;
    }
    readable = function_name_readable(name);
    printable = text_printable(readable, strlen(readable));
    free(readable);
    return printable;
}
