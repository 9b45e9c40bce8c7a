/*
 * reason - the one list of why recording stopped or never began.
 *
 * Each has its sentence; both halves of the tool print the same one.
 */
#ifndef REFTALLY_BASE_REASON_H
#define REFTALLY_BASE_REASON_H

#define REASONS(X)                                                            \
    X(NONE, "")                                                               \
    X(BUG, "an internal check failed")                                        \
    X(NO_PYTHON, "no CPython in this process")                                \
    X(UNKNOWN_VERSION, "this version is not supported, CPython 3.9 to 3.15 "  \
                       "are")                                                 \
    X(TRACE_REFS, "builds of CPython with Py_TRACE_REFS, whose objects "      \
                  "are linked, are not supported")                            \
    X(FREE_THREADED, "free-threaded builds of CPython are not supported")     \
    X(SHADOW_REFUSED, "no address space for the map of tracked objects")      \
    X(SHADOW_TAKEN, "the address range of the map of tracked objects is "     \
                    "in use")                                                 \
    X(POOL_REFUSED, "no memory near the interpreter's code")                  \
    X(PATCH_REFUSED, "the system does not allow the interpreter's code to "   \
                     "be changed")                                            \
    X(LEDGER_OPEN, "the ledger file could not be created")                    \
    X(LEDGER_FULL, "the ledger file could not grow")                          \
    X(NO_MEMORY, "out of memory")                                             \
    X(FORKED, "the process forked, and forks are not followed")               \
    X(SWITCHED_OFF, "recording is switched off")                              \
    X(NO_THREAD, "it could not be found out where the interpreter keeps "     \
                 "its current thread")                                        \
    X(OTHER_LAYOUT, "this release of CPython keeps its data elsewhere than "  \
                    "the ones that are known")                                \
    X(JIT, "the just-in-time compiler of CPython is switched on, and nobody " \
           "can follow the code that it makes")                               \
    X(STUCK, "another thread kept the recorder to itself for a minute")       \
    X(LEDGER_CUT, "somebody cut the ledger file short")                       \
    X(UNDO_REFUSED, "code that was changed could not be changed back")        \
    X(NOT_EXECUTED, "the process was to become another program, which could " \
                    "not be executed")

enum reason {
#define REASON_NUMBER(name, text) REASON_##name,
    REASONS(REASON_NUMBER)
#undef REASON_NUMBER
        REASON_COUNT
};

/* A sentence without full stop; "unknown reason" for numbers out of range. */
const char *reason_text(enum reason reason);

#endif
