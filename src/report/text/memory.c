#include "report/text/memory.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *
checked(void *memory)
{
    if (memory == NULL) {
        fputs("reftally: out of memory\n", stderr);
        exit(3);
    }
    return memory;
}

void *
memory_zeroed(size_t count, size_t size)
{
    return checked(calloc(count > 0 ? count : 1, size > 0 ? size : 1));
}

void *
memory_room(void *elements, size_t count, size_t size)
{
    /* Full exactly when the count is 0 or a power of two from 16 up. */
    if (count != 0 && (count < 16 || (count & (count - 1)) != 0)) {
        return elements;
    }
    if (count > SIZE_MAX / 2 / size) {
        return checked(NULL);
    }
    return checked(realloc(elements, (count == 0 ? 16 : count * 2) * size));
}

void *
memory_resize(void *elements, size_t count, size_t size)
{
    return checked(reallocarray(elements, count > 0 ? count : 1, size));
}

char *
memory_text(const char *text)
{
    return (char *)checked(strdup(text));
}

char *
memory_format(const char *format, ...)
{
    va_list arguments;
    char *text = NULL;

    va_start(arguments, format);
    if (vasprintf(&text, format, arguments) < 0) {
        text = NULL;
    }
    va_end(arguments);
    return (char *)checked(text);
}
