#include "report/text/cython_names.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/text/memory.h"

enum { NAME_MAX_LENGTH = 4096 };

/* Of functions that are called from C alone; no number stands before these. */
static const char OF_C[] = "__pyx_f_";

/* Of what Python calls: the function, and what takes its arguments apart. */
static const char *const OF_PYTHON[] = { "__pyx_pf_", "__pyx_pw_" };

/* What is left behind the prefix; NULL: it is not there. */
static const char *
behind(const char *name, const char *prefix)
{
    size_t length = strlen(prefix);

    return strncmp(name, prefix, length) == 0 ? name + length : NULL;
}

/*
 * The length of a module's or a class's name that stands here as in "6Packer_",
 * with something behind it; 0: there is none. *begin is where it begins.
 */
static size_t
scope_at(const char *text, const char **begin)
{
    char *end;
    unsigned long length = strtoul(text, &end, 10);

    if (!isdigit((unsigned char)text[0]) || length == 0 ||
        length > NAME_MAX_LENGTH || strnlen(end, length + 2) < length + 2 ||
        end[length] != '_' || isdigit((unsigned char)end[0])) {
        return 0;
    }
    *begin = end;
    return length;
}

/*
 * "4name_x" may be x of a class, or the third function of its module, name_x.
 * Classes are told by their first letter, and by what follows.
 */
static bool
is_sure(const char *begin, size_t length)
{
    const char *letter = begin + (begin[0] == '_');

    return isupper((unsigned char)*letter) ||
           isdigit((unsigned char)begin[length + 1]);
}

char *
cython_name(const char *name)
{
    const char *rest = behind(name, OF_C), *begin;
    bool of_c = rest != NULL, first = true;
    size_t length;
    char *readable, *out;

    for (size_t i = 0; i < 2 && rest == NULL; i++) {
        rest = behind(name, OF_PYTHON[i]);
    }
    if (rest == NULL || scope_at(rest, &begin) == 0) {
        return NULL;
    }
    readable = out = memory_zeroed(strlen(rest) + 1, 1);
    while ((length = scope_at(rest, &begin)) != 0) {
        if (!first && !of_c && !is_sure(begin, length)) {
            free(readable);
            return NULL;
        }
        out += sprintf(out, "%.*s.", (int)length, begin);
        rest = begin + length + 1;
        first = false;
    }
    rest += of_c ? 0 : strspn(rest, "0123456789");
    strcpy(out, rest);
    return readable;
}
