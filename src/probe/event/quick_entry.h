/*
 * quick_entry - what evaluation.S must know for its short way of an entry into
 * frame evaluation.
 */
#ifndef REFTALLY_PROBE_EVENT_QUICK_ENTRY_H
#define REFTALLY_PROBE_EVENT_QUICK_ENTRY_H

#include <stdint.h>

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

/* That the evaluator is entered at this site; before, none is quick. */
void quick_entry_learn(uint64_t site);

#endif
