/*
 * settling - where references normally come to rest.
 *
 * A new reference travels up the stack by return values until a function keeps
 * or releases it. From lives that balanced we learn, for a function called on
 * the way, how often references that it was handed settled there. A leaked
 * reference was most likely forgotten where its like normally settle.
 *
 * Counts are kept for (function, callee, callee of the callee) and back off to
 * fewer of them. References from births and from increments, and releases, are
 * counted apart.
 */
#ifndef REFTALLY_REPORT_EVIDENCE_SETTLING_H
#define REFTALLY_REPORT_EVIDENCE_SETTLING_H

#include "report/symbols/stacks.h"

enum settling_kind {
    SETTLING_BIRTH,
    SETTLING_TAKEN,
    SETTLING_RELEASED,
};

struct settling;

struct settling *settling_create(void);
void settling_free(struct settling *settling);

/*
 * One taking and the release that answered it, in a life that balanced.
 * `disposed` tells whether the release came from a container that gave up what
 * it held: that says nothing about who should have released.
 */
void settling_learn(struct settling *settling, const struct stack *taken,
                    const struct stack *released, bool born, bool disposed,
                    double weight);

/* What is believed of a function before anything was seen of it. */
struct settling_belief {
    double hazard;
    double weight; /* as much as so many observations */
};

/* Probability that a reference that reached frame `frame` settles there. */
double settling_hazard(const struct settling *settling, enum settling_kind kind,
                       const struct stack *stack, size_t frame,
                       struct settling_belief belief);

/* How many came to that frame from its callee, and how many stopped there. */
struct settling_seen {
    double total, settled;
};
struct settling_seen settling_seen(const struct settling *settling,
                                   enum settling_kind kind,
                                   const struct stack *stack, size_t frame);

/* Counts the calls that took a reference, for `objects` objects. */
void settling_see(struct settling *settling, const struct stack *taken,
                  double objects);

/* Of the objects seen in that call by either: the share of `some`. */
double settling_odds(const struct settling *some, const struct settling *others,
                     const struct stack *taken, size_t frame);

/*
 * Probability that a reference taken there was stored in a container: released
 * when the container gave it up.
 */
double settling_stored(const struct settling *settling, bool born,
                       const struct stack *taken);

/* Probability that `released` answers `taken`, by their innermost functions. */
double settling_pair(const struct settling *settling, const struct stack *taken,
                     const struct stack *released);

/*
 * One row of what was learned, to be kept: functions are numbers + 1, 0 is
 * none. Lines are not among them: they belong to one version.
 */
struct settling_row {
    unsigned kind;
    uint32_t functions[3];
    double total;
    double settled;
};

/* The next row at or after `*at`, which starts as 0; false at the end. */
bool settling_next(const struct settling *settling, size_t *at,
                   struct settling_row *row);
void settling_add(struct settling *settling, struct settling_row row);

#endif
