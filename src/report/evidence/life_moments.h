/*
 * life_moments - one object's changes in their order, as LEDGER_STEPS has them,
 * and what is known of each of them.
 */
#ifndef REFTALLY_REPORT_EVIDENCE_LIFE_MOMENTS_H
#define REFTALLY_REPORT_EVIDENCE_LIFE_MOMENTS_H

#include "report/evidence/inputs.h"

#include <stddef.h>
#include <stdint.h>

/* A change, and the Python frames in which it happened, outermost first. */
struct moment {
    const struct ledger_step *step;
    uint32_t *frames;
    size_t depth;
};

struct life {
    const struct inputs *inputs;
    struct moment *moments;
    size_t count;
};

/*
 * The records from `first` on. False: not all Python frames are known. To be
 * cleared in any case.
 */
bool life_fill(struct life *life, const struct inputs *inputs, uint32_t first,
               uint32_t count);
void life_clear(struct life *life);

/* What becomes of what that Python node takes. */
enum ledger_settling life_settling(const struct life *life, uint32_t node);

/* Whether the frames at that depth stand on the same line, or neither has one
 * that deep. */
bool life_same_line(const struct life *life, const struct moment *a,
                    const struct moment *b, size_t depth);

/* Does a container of the interpreter take a reference for itself? */
bool life_puts_into_container(const struct life *life,
                              const struct moment *moment);

/* Does a function of the interpreter's sets change the count? */
bool life_is_of_set(const struct life *life, const struct moment *moment);

/*
 * Does it end a variable? The evaluator does that itself, or what clears its
 * frames; a variable of a module lies in a dictionary.
 */
bool life_ends_variable(const struct life *life, const struct moment *moment);

#endif
