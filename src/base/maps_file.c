#include "base/maps_file.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

static const char *
read_hexadecimal(const char *at, uint64_t *value)
{
    *value = 0;
    for (;; at++) {
        if (*at >= '0' && *at <= '9') {
            *value = *value * 16 + (uint64_t)(*at - '0');
        }
        else if (*at >= 'a' && *at <= 'f') {
            *value = *value * 16 + (uint64_t)(*at - 'a') + 10;
        }
        else {
            return at;
        }
    }
}

/* "start-end rwxp offset device inode   name" */
static bool
parse(const char *text, struct maps_line *line)
{
    const char *at = read_hexadecimal(text, &line->start);

    line->text = text;
    at = *at == '-' ? read_hexadecimal(at + 1, &line->end) : "";
    if (strnlen(at, 6) < 6) {
        return false; /* " rwxp " */
    }
    line->readable = at[1] == 'r';
    line->writable = at[2] == 'w';
    line->is_private = at[4] == 'p';
    at = read_hexadecimal(at + 6, &line->offset);
    at = *at != '\0' ? strchr(at + 1, ' ') : NULL;
    line->file = at != NULL && at[1] != '0';
    return true;
}

bool
maps_file_read(char *text, size_t size, maps_visit *visit, void *context)
{
    int fd = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
    size_t have = 0;
    ssize_t got;
    bool more = true;

    if (fd < 0) {
        return false;
    }
    while (more && (got = read(fd, text + have, size - 1 - have)) > 0) {
        char *at = text, *end;

        have += (size_t)got;
        text[have] = '\0';
        while (more && (end = strchr(at, '\n')) != NULL) {
            struct maps_line line;

            *end = '\0';
            more = !parse(at, &line) || visit(&line, context);
            at = end + 1;
        }
        have = (size_t)(text + have - at);
        memmove(text, at, have);
    }
    close(fd);
    return true;
}
