/*
 * following - what the code of one place does with a reference that it has.
 *
 * Finds the bytes of the function in its image, and who its callees are, for
 * arch/ to follow the reference through them.
 */
#ifndef REFTALLY_REPORT_EVIDENCE_CODE_FOLLOWING_H
#define REFTALLY_REPORT_EVIDENCE_CODE_FOLLOWING_H

#include "report/evidence/code/handed_up.h"

/* How a function came to a reference. */
enum source {
    SOURCE_CALL,     /* it was returned */
    SOURCE_BIRTH,    /* it came with the object */
    SOURCE_TAKEN,    /* it is one more of an object that was there */
    SOURCE_MOVED,    /* the slot was overwritten that it was loaded from */
    SOURCE_RELEASED, /* as it had it before, whether it was its own or not */
};

struct following {
    struct handing handing;
    uint64_t built;      /* the call of Py_BuildValue that had it last, or 0 */
    uint64_t had_since;  /* the first instruction that has the object, or 0 */
    uint64_t owed_since; /* the call that gave one before; 0: none did */
    bool lent;           /* it stood in a new object before it was taken ... */
    struct handing_slot lent_to; /* ... there */
    bool blurred;                /* where the object came from is not known */
    bool borrowed;       /* it took one of what its caller, or a field, had */
    struct handed_up up; /* where it puts it, for its callers */
    uint64_t filled; /* it had a callee put it into its word, to which it made a
                        pointer there; 0: it did not */
};

/* What becomes of what `registers` hold behind a place. */
void following_registers(struct symbols *symbols, struct code_memory *memory,
                         const struct place *place, uint16_t registers,
                         struct following *following);

void following_read(struct symbols *symbols, struct code_memory *memory,
                    const struct place *place, enum source source,
                    struct following *following);

/*
 * What becomes of what the callee, which returns to behind the place, put where
 * an argument points to. Of a field nothing but where it is becomes known.
 */
void following_filled(struct symbols *symbols, struct code_memory *memory,
                      const struct place *place, const struct handed_up *by,
                      struct following *following);

/* The word that what is released at a place was loaded from, and that has it no
 * more; false: none is known. None is on the stack, or the head of an object. */
bool following_loaded(struct symbols *symbols, struct code_memory *memory,
                      const struct place *place, struct handing_slot *slot);

#endif
