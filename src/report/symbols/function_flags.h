/*
 * function_flags - what is known of a C function, beside where it stands.
 */
#ifndef REFTALLY_REPORT_SYMBOLS_FUNCTION_FLAGS_H
#define REFTALLY_REPORT_SYMBOLS_FUNCTION_FLAGS_H

enum return_kind {
    RETURN_UNKNOWN,
    RETURN_OBJECT, /* PyObject *, or a pointer to what may be an object */
    RETURN_OTHER,  /* nothing, a number, a pointer to a structure that is no
                      object: no reference leaves this way */
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
    FUNCTION_TEARDOWN = 16384,      /* runs once: the interpreter ends */
    FUNCTION_PARSES = 32768,        /* takes arguments apart for its caller */
    FUNCTION_FILLS_NOTHING = 65536, /* no argument says where to put anything */
    FUNCTION_LISTED = 131072, /* called as a table of the image calls it */
};

#endif
