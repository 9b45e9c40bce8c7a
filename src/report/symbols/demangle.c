#include "report/symbols/demangle.h"

#include <libiberty/demangle.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "report/text/memory.h"

/* A short name may mean an endless one, by what it repeats of itself. */
enum { MANGLED_MAX = 4096, NAME_MAX_BYTES = 65536 };

struct reading {
    jmp_buf too_long;
    size_t length;
    char name[NAME_MAX_BYTES];
};

/* It cannot tell its caller to end; they own nothing but their stacks. */
static void
add(const char *part, size_t length, void *opaque)
{
    struct reading *reading = (struct reading *)opaque;

    if (length >= sizeof reading->name - reading->length) {
        longjmp(reading->too_long, 1);
    }
    memcpy(reading->name + reading->length, part, length);
    reading->length += length;
    reading->name[reading->length] = '\0';
}

/* Rust's older scheme looks like that of C++. */
static bool
read_name(struct reading *reading, const char *mangled)
{
    reading->length = 0;
    if (setjmp(reading->too_long) != 0) {
        return false;
    }
    if (rust_demangle_callback(mangled, DMGL_NO_OPTS, add, reading) != 0) {
        return true;
    }
    reading->length = 0;
    return cplus_demangle_v3_callback(mangled, DMGL_NO_OPTS, add, reading) != 0;
}

char *
demangle_name(const char *name)
{
    struct reading *reading;
    char *plain = NULL;

    if (name == NULL || name[0] != '_' || strlen(name) > MANGLED_MAX) {
        return NULL;
    }
    reading = (struct reading *)memory_zeroed(1, sizeof *reading);
    if (read_name(reading, name)) {
        plain = memory_text(reading->name);
    }
    free(reading);
    return plain;
}
