/*
 * held_fields - what modules put into their fields, and released from there.
 *
 * A taking is put into a field, or into a variable of the module, by the code
 * behind it; a release is of what its code had loaded from one. Both are read
 * off the machine code. Fields are told apart by where they are in their object,
 * and not by its type.
 */
#ifndef REFTALLY_REPORT_EVIDENCE_HELD_FIELDS_H
#define REFTALLY_REPORT_EVIDENCE_HELD_FIELDS_H

#include "report/evidence/code/fates.h"

enum { HELD_FIELDS_MAX = 32 };

struct held_field {
    struct fate_slot slot;
    double taken, released; /* references */
};

struct held_fields {
    struct fates *fates;
    const struct ledger *ledger;
    struct held_field items[HELD_FIELDS_MAX];
    size_t count;
};

/* What one tag did to an object's count. */
struct held_change {
    const struct stack *stack;
    uint32_t tag;
    bool born; /* the first reference came so */
    double taken, released;
};

void held_fields_add(struct held_fields *fields,
                     const struct held_change *change);

/* The field that it released; NULL: none, or none is known. */
struct held_field *held_fields_from(struct held_fields *fields,
                                    const struct stack *stack);

/* Of what it took, so much was released from where it was put, from 0 to 1. */
double held_fields_given_back(struct held_fields *fields,
                              const struct held_change *change);

#endif
