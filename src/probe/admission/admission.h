/*
 * admission - which objects get an account with stacks.
 *
 * What is born alike is a kind: one type, one instruction, one position of
 * Python code. Births and deaths of each kind are counted exactly, whoever has
 * an account (kinds.h); every change of every object is audited. What costs are
 * stacks, and of most objects nobody will ever ask for them: an import makes a
 * hundred thousand, and all of them are as they should be. Accounts are given
 * where they can become evidence, by what the kind has done so far:
 *
 *  - What is kept that should not be is still there when everything else of
 *    its kind has died. So the births are parted into turns, in each of which
 *    what lives as long as others has time to die, and the least number that
 *    were alive at a birth is noted. When the least of this turn is above that
 *    of every turn before, some stay: from there on births get accounts, those
 *    that will die as well. What survives is found out later, and how the others
 *    lived tells the difference. A parser that makes ten thousand objects and
 *    frees them all begins anew at none; a leak of one in a thousand births
 *    raises the least as surely as one of each.
 *  - Where more are alive than ever before, the turn may not be over yet: these
 *    births get accounts, too, but an eighth is enough.
 *  - Enough are ADMISSION_ENOUGH of those that are alive. Then half of the
 *    births get one, then a quarter, and so on, a few for each doubling: ten
 *    million objects take little more room than a thousand, and those that have
 *    accounts are of the whole time and not of its beginning. Where they die
 *    again, more get one again: it is survivors that count.
 *  - Of kinds of which none stay, some lives are recorded as well, the first of
 *    each and a few for each doubling of the births: references of these are
 *    healthy. Of types that are not the interpreter's own more of the first ones
 *    are: what leaks may stand in their fields.
 *    But a large program has tens of thousands of kinds, most of them with one
 *    birth: when ADMISSION_LIVES of a type have had an account, half of these
 *    lives get one, and half of that for each doubling.
 *  - Who follows objects of a kind asks for some: the next ones get accounts.
 *
 * What an import does happens once: there, many must be alive of a kind, a fourth
 * of the survivors is enough, and no healthy lives are recorded. Of types that are
 * not the interpreter's own every object is of interest, wherever it is born.
 *
 * What is alone cannot become more: an object that is only counted gets an
 * account when its references become many (counted.h), and one that has an
 * account rests while its references stay within limits (resting.h).
 *
 * Where the ledger fills, fewer are enough. This module knows nothing of that,
 * or of any object: it is arithmetic on a kind's numbers.
 */
#ifndef REFTALLY_PROBE_ADMISSION_ADMISSION_H
#define REFTALLY_PROBE_ADMISSION_ADMISSION_H

#include <reftally/ledger_format.h>
#include <stdbool.h>

enum {
    ADMISSION_FEW_ONCE = 256,
    ADMISSION_FEW = 2,        /* alive at a time: no evidence is needed */
    ADMISSION_ENOUGH = 256,   /* survivors of a kind that have accounts */
    ADMISSION_STEP = 4,       /* a fourth of these for each further doubling */
    ADMISSION_ONCE_SHARE = 4, /* ... and a fourth of an import's is enough */
    ADMISSION_RARE = 4, /* first lives that are recorded; then one for as many
                           births as are a fourth of those before */
    ADMISSION_LIVES = 2048,  /* of a type: from there on these are seldom */
    ADMISSION_FIRST = 32,    /* of types that are not the interpreter's own */
    ADMISSION_OUTGROWN = 16, /* of those that come to have many references */
    ADMISSION_NONE = UINT8_MAX,
};

struct admission_terms {
    uint32_t few;    /* alive at a time: no evidence is needed */
    uint32_t first;  /* lives that are recorded, whatever they do */
    uint32_t enough; /* survivors that have accounts */
    uint64_t lives;  /* of the type, that have had an account */
    bool once;       /* what happens now does not happen again: an import */
};

/*
 * One more object of the kind is born, and in `births` and `alive` already.
 * ADMISSION_NONE, or: it gets an account, and stands for 2^n births.
 */
uint32_t admission_decide(struct ledger_kind *kind,
                          struct admission_terms terms);

/*
 * One of the kind, so far only counted, has more references than are counted
 * that way. Whether its changes get stacks at once, as those of the first of a
 * kind do and of a few for each doubling: else it must show first that it
 * keeps what it gets (resting.h).
 */
bool admission_outgrown(struct ledger_kind *kind);

/*
 * Whether the next birth, on whatever terms, gets no account and changes
 * nothing of the kind but these two numbers: nearly all births are like that.
 */
static inline bool
admission_passes(const struct ledger_kind *kind)
{
    uint64_t birth = kind->births + 1;

    return kind->alive < kind->most && kind->alive >= kind->low &&
           kind->low <= kind->floor && kind->asked == 0 && birth <= kind->end &&
           birth < kind->next;
}

/* The objects of the kind that live were made while all was set up. */
void admission_settle(struct ledger_kind *kind);

#endif
