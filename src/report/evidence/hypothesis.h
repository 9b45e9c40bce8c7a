/*
 * hypothesis - a function and what it may have done, with what speaks for it.
 *
 * Each source of evidence fills in values that it knows the meaning of; their
 * weights are fitted to planted bugs (weights.def), and the sum of both is the
 * logarithm of how likely a hypothesis is against the others.
 */
#ifndef REFTALLY_REPORT_EVIDENCE_HYPOTHESIS_H
#define REFTALLY_REPORT_EVIDENCE_HYPOTHESIS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "report/evidence/code/fates.h"

/* Later ones are more precise. */
enum mechanism {
    MECHANISM_KEPT,      /* took it or was given it, and did not give it back */
    MECHANISM_LEFT_OUT,  /* others took it for it to give back */
    MECHANISM_OVERWROTE, /* a slot that held it */
    MECHANISM_FETCHED,   /* took an exception from the interpreter */
    MECHANISM_OWES_TYPE, /* of instances that it takes apart */
    MECHANISM_RELEASED,  /* what it did not own */
    MECHANISM_LENT,      /* gave away what it did not own */
    MECHANISM_KINDS
};

enum weighed {
#define WEIGHT(name, speaks, weight, sentence) WEIGHED_##name,
#include "report/evidence/weights.def"
#undef WEIGHT
    WEIGHED_COUNT
};

/* What balanced lives and the code say of a call. */
struct evidence {
    double reached;   /* share of the suspicion that came up to it */
    double settles;   /* chance that such a reference is to stop there */
    double seen;      /* references of balanced lives that came there alike */
    double settled;   /* ... and of these, how many stopped there */
    struct fate fate; /* what its code does with such a reference */
    bool documented;  /* what the function owes its callers is documented */
};

struct hypothesis {
    uint32_t function;
    enum mechanism mechanism;
    double values[WEIGHED_COUNT]; /* from -1 to 1 */
    double score;                 /* of hypotheses_weigh */
    double share;
    double sure;           /* what was read says so, were nobody else */
    bool came;             /* MECHANISM_LENT: it came to where it gives away */
    double function_share; /* with what else the function may have done */
    /* Where to show it: a frame of a stack, or a place alone. */
    double best; /* how well that shows it */
    uint32_t tag;
    uint32_t python;
    size_t frame;
    const struct place *alone; /* instead of a stack */
    uint64_t count;            /* of what was seen there */
    struct evidence evidence;
    char *why; /* a sentence, or NULL */
};

struct hypotheses {
    struct hypothesis *items; /* likeliest first, after hypotheses_weigh */
    size_t count;
};

/*
 * That one, which may be new; valid until the next is added. A function has one
 * beside MECHANISM_KEPT: the most precise that was asked for.
 */
struct hypothesis *hypotheses_of(struct hypotheses *hypotheses,
                                 uint32_t function, enum mechanism mechanism);

/* That one; NULL: nobody has asked for it yet. */
struct hypothesis *hypotheses_find(const struct hypotheses *hypotheses,
                                   uint32_t function, enum mechanism mechanism);

void hypotheses_clear(struct hypotheses *hypotheses);

/* Leaves those of which this is true; `context` is whatever it has to know. */
typedef bool hypothesis_test(const struct hypothesis *hypothesis,
                             const void *context);
void hypotheses_keep(struct hypotheses *hypotheses, hypothesis_test *is_kept,
                     const void *context);

/*
 * How likely each is, against the others and nobody, by its values. Sorts them:
 * the likeliest function first, with all that it may have done.
 */
void hypotheses_weigh(struct hypotheses *hypotheses);
/* Sorts those whose shares are known. */
void hypotheses_sort(struct hypotheses *hypotheses);

const char *mechanism_word(enum mechanism mechanism);
/* What goes on from the name of a function. */
const char *mechanism_sentence(enum mechanism mechanism);
const char *weighed_word(enum weighed weighed);
const char *weighed_sentence(enum weighed weighed);
double weighed_weight(enum weighed weighed);

#endif
