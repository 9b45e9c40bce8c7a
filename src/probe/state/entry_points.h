/*
 * entry_points - what stubs jump to, in entry.S.
 */
#ifndef REFTALLY_PROBE_STATE_ENTRY_POINTS_H
#define REFTALLY_PROBE_STATE_ENTRY_POINTS_H

#include <stdbool.h>

/* What a watched function is: the amount of its site. */
enum entry_role {
    ROLE_EVALUATE = 1,    /* _PyEval_EvalFrameDefault(thread, frame, throw) */
    ROLE_EVALUATE_SLOT,   /* the function in the PEP 523 slot, same arguments */
    ROLE_SET_EVALUATOR,   /* _PyInterpreterState_SetEvalFrameFunc */
    ROLE_READY_TYPE,      /* PyType_Ready(type) */
    ROLE_FREE,            /* free(context, block) of the object allocator */
    ROLE_REALLOCATE,      /* realloc(context, block, size) of it */
    ROLE_FINALIZE,        /* Py_FinalizeEx ... */
    ROLE_EXIT,            /* ... and Py_Exit, where it does the same */
    ROLE_NEW_INTERPRETER, /* Py_NewInterpreterFromConfig, whose third argument,
                             after the result's address, is the config; or ... */
    ROLE_CREATE_INTERPRETER, /* ... _PyXI_NewInterpreter(config, ...), which
                                gives the lock away before it calls that */
};

void entry_function(void);
void entry_function_audited(void);  /* the same, where frames are audited ... */
void entry_function_returned(void); /* ... what evaluators return to */
void entry_birth(void); /* where the map of the address space has counts */

/* A change: of any kind; one more; one less; a register stored. */
#define ENTRY_POINTS(name, suffix)             \
    void entry_##name##suffix(void);           \
    void entry_##name##_take##suffix(void);    \
    void entry_##name##_release##suffix(void); \
    void entry_##name##_store32##suffix(void); \
    void entry_##name##_store64##suffix(void); \
    void entry_##name##_hashed##suffix(void) /* where the map has none */
ENTRY_POINTS(change, );
ENTRY_POINTS(count, );       /* when nothing is tagged */
ENTRY_POINTS(change, _lazy); /* the same two, where libpython was loaded by
                                dlopen: lazy_variable.h */
ENTRY_POINTS(count, _lazy);
#undef ENTRY_POINTS
void entry_change_long(void); /* none is counted there */

/* What entry.S needs to know of the CPU. */
extern bool entry_has_xsave;

#endif
