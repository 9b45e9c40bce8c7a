#include "report/text/words.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/text/binding_names.h"
#include "report/text/cython_names.h"
#include "report/text/memory.h"
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

/* "operator<", "operator->>" and the like: no template begins there. */
static bool
ends_with_operator(const char *name, size_t length)
{
    static const char word[] = "operator";
    const size_t size = sizeof word - 1;

    while (length > 0 && strchr("<>-=", name[length - 1]) != NULL) {
        length--;
    }
    return length >= size && memcmp(name + length - size, word, size) == 0;
}

/* Where arguments of a template begin, or parameters; "(anonymous namespace)" is
 * a name, and "operator()" too. */
static bool
opens_arguments(const char *name, size_t at)
{
    char before = at > 0 ? name[at - 1] : '\0';

    return (name[at] == '<' && at > 0 && before != '.' &&
            !ends_with_operator(name, at)) ||
           (name[at] == '(' && name[at + 1] != ')' &&
            (isalnum((unsigned char)before) ||
             (before != '\0' && strchr("_>)", before) != NULL)));
}

/* What tells a lambda from others of its function. */
static bool
opens_parameters_of_lambda(const char *name, size_t at)
{
    static const char word[] = "{lambda";
    const size_t size = sizeof word - 1;

    return name[at] == '(' && at >= size &&
           memcmp(name + at - size, word, size) == 0;
}

static char *
fold(const char *name, bool keeps_lambda)
{
    size_t length = strlen(name), depth = 0;
    char *folded, *out, closing = '\0', opening = '\0';

    folded = out = (char *)memory_zeroed(length * sizeof "<...>" + 1, 1);
    for (size_t i = 0; i < length; i++) {
        if (depth == 0 && opens_arguments(name, i) &&
            !(keeps_lambda && opens_parameters_of_lambda(name, i))) {
            opening = name[i];
            closing = opening == '<' ? '>' : ')';
            out += sprintf(out, "%c...%c", opening, closing);
            depth++;
        }
        else if (depth == 0) {
            *out++ = name[i];
        }
        else if (name[i] == opening) {
            depth += opening == '(' || opens_arguments(name, i);
        }
        else if (name[i] == closing) {
            depth -= closing == ')' || name[i - 1] != '-';
        }
    }
    if (depth != 0) { /* no arguments after all */
        strcpy(folded, name);
    }
    return folded;
}

char *
words_folded(const char *name)
{
    char *folded = cython_name(name), *bound;

    if (folded != NULL) {
        return folded;
    }
    bound = binding_name(name);
    folded = fold(bound != NULL ? bound : name, bound != NULL);
    free(bound);
    return folded;
}
