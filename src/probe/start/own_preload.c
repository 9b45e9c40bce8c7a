#include "probe/start/own_preload.h"

#include <stdbool.h>
#include <string.h>

static const char preload_name[] = "LD_PRELOAD=";
static const char library_name[] = "libreftally.so";

static bool
is_own_library(const char *item, size_t length)
{
    size_t own = sizeof library_name - 1;

    return length >= own &&
           memcmp(item + length - own, library_name, own) == 0 &&
           (length == own || item[length - own - 1] == '/');
}

/* Takes our own entry out of the list, in place; "" when nothing is left. */
static void
remove_from_list(char *list)
{
    char *out = list, *at = list;

    while (*at != '\0') {
        size_t length = strcspn(at, ": ");

        if (length > 0 && !is_own_library(at, length)) {
            if (out != list) {
                *out++ = ':';
            }
            memmove(out, at, length);
            out += length;
        }
        at += length;
        at += *at != '\0';
    }
    *out = '\0';
}

void
own_preload_leave(char **environment)
{
    for (; *environment != NULL; environment++) {
        char *list;

        if (strncmp(*environment, preload_name, sizeof preload_name - 1) != 0) {
            continue;
        }
        list = *environment + sizeof preload_name - 1;
        remove_from_list(list);
        if (*list == '\0') {
            char **next = environment;

            do {
                next[0] = next[1];
            } while (*next++ != NULL);
        }
        return;
    }
}
