#include "cli/files/file_pattern.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "report/text/memory.h"

char *
file_pattern_expand(const char *pattern, long pid)
{
    char host[256] = "";
    char *path = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&path, &size);

    if (file == NULL) {
        return memory_text(pattern);
    }
    gethostname(host, sizeof host - 1);
    for (; *pattern != '\0'; pattern++) {
        if (pattern[0] != '%') {
            putc(*pattern, file);
            continue;
        }
        switch (pattern[1]) {
        case 'p':
            fprintf(file, "%ld", pid);
            pattern++;
            break;
        case 'h':
            fputs(host, file);
            pattern++;
            break;
        case '%':
            putc('%', file);
            pattern++;
            break;
        default:
            putc('%', file);
            break;
        }
    }
    fclose(file);
    return path;
}

char *
file_pattern_escape(const char *path)
{
    char *pattern = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&pattern, &size);

    if (file == NULL) {
        return memory_text(path);
    }
    for (; *path != '\0'; path++) {
        if (*path == '%') {
            putc('%', file);
        }
        putc(*path, file);
    }
    fclose(file);
    return pattern;
}
