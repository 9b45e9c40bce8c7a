#include "report/text/words.h"

#include <stdlib.h>
#include <string.h>

#include "report/text/text.h"

const char *
words_plural(uint64_t count)
{
    return count == 1 ? "" : "s";
}

const char *
words_last_part(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash != NULL && slash[1] != '\0' ? slash + 1 : path;
}

void
words_foreign(FILE *file, const char *text)
{
    char *printable = text_printable(text, strlen(text));

    fputs(printable, file);
    free(printable);
}

const char *
words_below(const char *path, const char *folder)
{
    size_t length = folder != NULL ? strlen(folder) : 0;

    while (length > 0 && folder[length - 1] == '/') {
        length--;
    }
    if (folder == NULL || strncmp(path, folder, length) != 0 ||
        path[length] != '/' || strstr(path + length, "/../") != NULL) {
        return NULL;
    }
    path += length;
    return path + strspn(path, "/");
}
