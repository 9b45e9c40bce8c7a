/*
 * quick_entry - the short way of an entry into frame evaluation.
 *
 * Up to 3.10 each call of a Python function is one, and each step of a generator
 * up to 3.11. What hook_function does for all watched functions is done here
 * for the evaluator alone, when the thread is that of the last event and the
 * call around it is live: a fifth of the instructions.
 */
#ifndef REFTALLY_PROBE_QUICK_ENTRY_H
#define REFTALLY_PROBE_QUICK_ENTRY_H

#include <stdbool.h>
#include <stdint.h>

/* What a stub has pushed. */
struct quick_entry {
    uint64_t return_address; /* into the stub */
    uint64_t site, base_pointer, stack_pointer;
};

/* That the evaluator is entered at this site; before, none is quick. */
void quick_entry_learn(uint64_t site);

/*
 * At the entry of a watched function with the second argument `frame`. False:
 * it is not the evaluator, or there is more to do. Keeps all registers but
 * that of its result.
 */
__attribute__((no_caller_saved_registers)) bool
quick_entry(const struct quick_entry *entry, uint64_t frame);

#endif
