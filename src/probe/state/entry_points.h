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
    ROLE_FINALIZE,        /* Py_FinalizeEx; Py_Exit, where it does the same */
    ROLE_NEW_INTERPRETER, /* Py_NewInterpreterFromConfig, whose third argument,
                             after the result's address, is the config; or ... */
    ROLE_CREATE_INTERPRETER, /* ... _PyXI_NewInterpreter(config, ...), which
                                gives the lock away before it calls that */
};

void entry_change(void);
void entry_function(void);
void entry_count(void);         /* as entry_change, when nothing is tagged */
void entry_change_hashed(void); /* the same, where the shadow is hashed */
void entry_count_hashed(void);
void entry_change_lazy(void); /* the same four, where libpython was loaded by
                                 dlopen: lazy_variable.h */
void entry_change_hashed_lazy(void);
void entry_count_lazy(void);
void entry_count_hashed_lazy(void);
void entry_change_long(void); /* none is counted there */

/* What entry.S needs to know of the CPU. */
extern bool entry_has_xsave;

#endif
