/*
 * hook - what a patched site calls.
 *
 * These run in the middle of the host's code: general registers only, nothing
 * allocated, nothing called but our own. Entered through entry.S.
 */
#ifndef REFTALLY_PROBE_EVENT_HOOK_H
#define REFTALLY_PROBE_EVENT_HOOK_H

#include "arch/x86_64/stub.h"
#include "probe/stack/native_stack.h"

/* As pushed by entry.S and the stub. */
struct hook_frame {
    uint64_t r11, r10, r9, r8, rdi, rsi, rdx, rcx, rax;
    uint64_t return_address; /* into the stub */
    uint64_t site;           /* the site word, stub.h */
    uint64_t operand;        /* amount or register; at an entry: rbp */
    uint64_t address;        /* of the count; at an entry: rsp */
};

struct hook_slow_frame {
    uint64_t r15, r14, r13, r12, rbp, rbx;
    struct hook_frame frame;
};

/* What a watched function is: the amount of its site. */
enum entry_role {
    ROLE_EVALUATE = 1,  /* _PyEval_EvalFrameDefault(thread, frame, throw) */
    ROLE_EVALUATE_SLOT, /* the function in the PEP 523 slot, same arguments */
    ROLE_SET_EVALUATOR, /* _PyInterpreterState_SetEvalFrameFunc */
    ROLE_READY_TYPE,    /* PyType_Ready(type) */
    ROLE_FREE,          /* free(context, block) of the object allocator */
    ROLE_REALLOCATE,    /* realloc(context, block, size) of it */
    ROLE_FINALIZE,      /* Py_FinalizeEx */
};

static inline uint32_t
hook_site(const struct hook_frame *frame)
{
    return (uint32_t)frame->site & STUB_SITE_MASK;
}

/*
 * A change is about to happen. False, only when `again` is not set: the stack
 * is unknown; save all registers, call hook_change_slow and then hook_change
 * with `again`.
 */
bool hook_change(struct hook_frame *frame, uint64_t base_pointer, bool again);
void hook_change_slow(struct hook_slow_frame *frame);

/* Everything is mapped: from now on hooks may be called. */
void hook_ready(void);

/* No change is counted on the short way any more; those that were, are seen. */
void hook_end(void);

/* What was counted on the short way becomes part of the ledger. */
void hook_tally(void);

/* The process ends by a call of _exit from this address. */
void hook_exit(uint64_t caller);

/* A watched function was entered. */
void hook_function(struct hook_frame *frame);

/* In entry.S: what stubs call; and what it needs to know of the CPU. */
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

/* What entry.S reads: bases of tables, and who had the last change. */
struct count_path {
    uint64_t directory, pages, accounts, sites;
    uint64_t thread_variable; /* as recorder.current_thread; or how far from
                                 the thread pointer its address stands */
    uint64_t thread_state, thread_id;
    uint64_t seen; /* changes, not yet in the ledger's header */
    uint64_t thread_mask;
    uint64_t always_zero; /* of the eight bytes at a count */
    int64_t count_max;
    uint64_t count_unused;
    uint64_t rests;   /* resting.h */
    uint64_t counted; /* as seen, of objects without an account */
};
extern struct count_path entry_count_path;
extern bool entry_has_xsave;

#endif
