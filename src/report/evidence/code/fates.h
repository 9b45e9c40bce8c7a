/*
 * fates - what the machine code on the way of a reference does with it.
 *
 * Each call on a stack returned the reference to its caller, perhaps. What the
 * caller's code does then is read off its machine code, which is the same for
 * all objects: whether it hands the reference on, stores it, or has a path on
 * which it is forgotten.
 */
#ifndef REFTALLY_REPORT_EVIDENCE_CODE_FATES_H
#define REFTALLY_REPORT_EVIDENCE_CODE_FATES_H

#include "report/symbols/stacks.h"

enum fate_kind {
    FATE_UNKNOWN,
    FATE_FINE,   /* on every path it is given back, stored, or handed on */
    FATE_STORED, /* the same, and on some path stored where others find it */
    FATE_HANDED, /* the same: it took one of what was there for its caller */
    FATE_ENDS,   /* never handed on; more is not known */
    FATE_LOST,   /* some path forgets it, and none hands it on */
    FATE_EITHER, /* some path forgets it, another hands it on */
    FATE_LEFT,   /* some path forgets it here, or leaves it to its caller */
};

struct fate {
    enum fate_kind kind;
    const struct place *past;  /* where a path goes that forgets it, or NULL */
    uint32_t depth;            /* its frame there, counted from outside */
    const struct place *built; /* the Py_BuildValue that had it last, or NULL */
};

struct fates;

/* `symbols` must outlive it. */
struct fates *fates_create(struct symbols *symbols);
void fates_free(struct fates *fates);

/*
 * What becomes of it in the function of frame `frame`, and in those inlined
 * into it, if it was returned that far; `born`: it came with the object.
 */
struct fate fates_find(struct fates *fates, const struct stack *stack,
                       bool born, size_t frame);

/*
 * Does the function of frame `frame` do nothing with it but return it to its
 * caller, or give it back where it failed?
 */
bool fates_returned(struct fates *fates, const struct stack *stack, bool born,
                    size_t frame);

/* Who gives away more references than it has. */
struct fate_lent {
    size_t frame;              /* of the stack */
    const struct place *place; /* where it used the object last */
    size_t place_frame;        /* of that: the same function */
    bool twice;                /* two or more */
};

/*
 * Does the function of frame `frame`, or one that is inlined there, give away
 * more references than it has, on some path? By what it does with what the
 * change gave it, or, if it `released` one itself, with what it had before.
 */
bool fates_lent(struct fates *fates, const struct stack *stack, bool born,
                bool released, size_t frame, struct fate_lent *lent);

/* What becomes of what a store wrote over. */
enum moved {
    MOVED_WELL, /* it is in good hands */
    MOVED_UNCLEAR,
    MOVED_LOST, /* some path forgets it */
};

/*
 * Who forgets what a store wrote over that ended behind `place`: how many of the
 * functions inlined there gave it to their callers. `registers` are those that
 * have it then; 0: to be found out.
 */
enum moved fates_of_overwritten(struct fates *fates, const struct place *place,
                                uint16_t registers, uint32_t *frame);

/* A word where a module's code puts references: a field, or a variable. */
struct fate_slot {
    uint32_t image;
    bool fixed;    /* `where` is an address in the image's file */
    int64_t where; /* else so far into an object */
    uint32_t tag;  /* the stack of such a taking, and whose frame it is */
    size_t frame;
};

/*
 * Adds those of one taking, each once; returns how many there are then. The
 * stack is that of `tag`.
 */
size_t fates_slots(struct fates *fates, const struct ledger *ledger,
                   const struct stack *stack, uint32_t tag, bool born,
                   struct fate_slot *slots, size_t count, size_t room);

/* The word that what a stack released was loaded from, in the code of a module,
 * and that has it no more; false: none is known. */
bool fates_released_slot(struct fates *fates, const struct ledger *ledger,
                         const struct stack *stack, struct fate_slot *slot);

/* The line that a path has passed when it forgets it; false: none is known. */
bool fate_frame(const struct fate *fate, struct stack_frame *frame);

#endif
