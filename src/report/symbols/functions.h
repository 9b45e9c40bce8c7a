/*
 * functions - the functions that a report speaks of, each with a number.
 */
#ifndef REFTALLY_REPORT_SYMBOLS_FUNCTIONS_H
#define REFTALLY_REPORT_SYMBOLS_FUNCTIONS_H

#include <stdbool.h>

#include "report/text/number_index.h"

enum return_kind {
    RETURN_UNKNOWN,
    RETURN_OBJECT, /* PyObject *, or a pointer to a structure */
    RETURN_OTHER,  /* nothing, or a number: no reference leaves this way */
};

enum function_flags {
    FUNCTION_NAMED = 1,
    FUNCTION_EVALUATOR = 2, /* the eval loop, by name */
    FUNCTION_DISPOSER = 4,  /* a container gives up what it held */
    FUNCTION_ALLOCATOR = 8, /* makes or counts objects for others */
    FUNCTION_INTERN = 64,   /* keeps a string for all */
    FUNCTION_IMPORT = 128,  /* runs a module's code, once */
    FUNCTION_GLUE = 32,     /* calls what it is told to call */
    FUNCTION_SETUP = 16,    /* runs once: interpreter or module set-up */
    /* What CPython's documentation promises: contracts.def. */
    FUNCTION_GIVES = 256,
    FUNCTION_LENDS = 512,
    FUNCTION_STORES = 1024,
    FUNCTION_STEALS = 2048,
    FUNCTION_CHOOSES = 4096,
    FUNCTION_HANDS = 8192,
};

struct function {
    char *name;     /* without compiler suffixes, or IMAGE+0xOFFSET */
    uint32_t image; /* 0: in no image */
    uint32_t flags; /* enum function_flags */
    enum return_kind returns;
};

/* Zeroed, it is empty. */
struct functions {
    struct function *functions;
    uint32_t count;
    struct number_index index;
};

/* The number of an image's function, which may be new. */
uint32_t functions_intern(struct functions *functions, uint32_t image,
                          const char *name, enum return_kind returns,
                          bool named);
void functions_release(struct functions *functions);

#endif
