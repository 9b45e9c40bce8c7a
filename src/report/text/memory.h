/*
 * memory - allocation for free code, which has nothing better to do than end
 * when memory is short: it says so and exits with status 3.
 */
#ifndef REFTALLY_REPORT_TEXT_MEMORY_H
#define REFTALLY_REPORT_TEXT_MEMORY_H

#include <stddef.h>

void *memory_zeroed(size_t count, size_t size);
/* Room for one more of `count` elements: grows in steps that double. */
void *memory_room(void *elements, size_t count, size_t size);
void *memory_resize(void *elements, size_t count, size_t size);
char *memory_text(const char *text);
char *memory_format(const char *format, ...)
    __attribute__((format(printf, 1, 2)));

#endif
