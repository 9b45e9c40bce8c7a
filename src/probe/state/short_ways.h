/*
 * short_ways - what assembly reads and counts without calling anybody.
 *
 * entry.S counts changes and evaluation.S entries into frame evaluation on ways
 * of a few instructions, by copies of what they need to know. What they count
 * is not in the ledger before it is tallied.
 */
#ifndef REFTALLY_PROBE_STATE_SHORT_WAYS_H
#define REFTALLY_PROBE_STATE_SHORT_WAYS_H

#include <stdint.h>

enum { SHORT_WAYS_MOST = 256 }; /* changes, until somebody looks at the time */

/* What entry.S reads: bases of tables, and who had the last change. */
struct count_path {
    uint64_t directory, pages, accounts, sites;
    uint64_t thread_variable; /* as recorder.current_thread; or how far from
                                 the thread pointer its address stands */
    uint64_t thread_state, thread_id;
    int64_t seen; /* changes, not yet in the ledger's header; from
                     -SHORT_WAYS_MOST on, at 0 hook_tick is called */
    uint64_t thread_mask;
    uint64_t always_zero; /* of the eight bytes at a count */
    int64_t count_max;
    uint64_t count_unused;
    uint64_t rests;  /* resting.h */
    int64_t counted; /* as seen, of objects without an account */
    uint64_t kinds;
    uint64_t kinds_alive; /* objects of all of them */
};
extern struct count_path entry_count_path;
/* How the interpreter shows the innermost evaluation. */
enum quick_form {
    QUICK_ADDRESS, /* an address in its C frame */
    QUICK_CHAIN,   /* such an address: the first of its own among the frames */
    QUICK_FRAME,   /* the frame that it was entered with */
};

/* Out of the layout and the recorder: evaluation.S reads no others. */
struct quick_path {
    uint64_t site; /* of the evaluator, 0: none is quick */
    uint64_t thread_variable, thread_mask;
    uint64_t compiler, interpreter; /* as recorder.compiler, and its state */
    uint64_t innermost;             /* in the thread state */
    uint64_t code, code_mask;       /* in a frame */
    uint64_t previous, owner;
    uint32_t owner_evaluation, form;
    uint64_t entries; /* that were quick, not yet in the ledger's header */
};
extern struct quick_path quick_entry_path;

/* What was counted on the short ways becomes part of the ledger. */
void short_ways_tally(void);

/* No change is counted on the short way any more; those that were, are seen. */
void short_ways_end(void);

#endif
