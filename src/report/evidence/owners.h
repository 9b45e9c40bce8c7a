/*
 * owners - what the last census says about objects, and whom it accuses.
 *
 * Only a census that was complete counts: else nobody lacks an owner.
 */
#ifndef REFTALLY_REPORT_EVIDENCE_OWNERS_H
#define REFTALLY_REPORT_EVIDENCE_OWNERS_H

#include "report/evidence/inputs.h"

/* Where an owner holds one of the objects. */
struct owner_path {
    char *text;       /* as a Python programmer writes it */
    const char *kind; /* what kind of owner: "object", "static" ... */
    uint64_t references;
    bool unannounced; /* by its type's tp_traverse */
    bool in_memory;   /* nothing with a name leads to it, but memory of C */
};

/* What the last census says about the objects of a finding. */
struct owner_summary {
    uint64_t objects;    /* that it has seen; 0: nothing is known */
    uint64_t nowhere;    /* of these: to which no pointer exists */
    uint64_t beyond;     /* with more references than there are pointers */
    uint64_t lost;       /* that only memory holds to which nothing leads */
    uint64_t references; /* of the one that the ways lead to */
    struct owner_path *ways;
    size_t way_count;
    uint64_t more; /* that are left out */
};

struct owners;

/* `ledger` must outlive them. */
struct owners *owners_create(const struct ledger *ledger);
void owners_free(struct owners *owners);

/* Whether there is a census to go by. */
bool owners_known(const struct owners *owners);

/* Whether the census has seen this very object. */
bool owners_saw(const struct owners *owners, uint32_t account);

/* Its record: NULL if there is none, or it has never been needed. */
const struct ledger_owned *owners_of(const struct owners *owners,
                                     uint32_t account);

/* Records by the address that the object had; 0: none. */
uint32_t owners_record_at(const struct owners *owners, uint64_t object);

/* References without an owner that is certain. */
uint64_t owners_surplus(const struct ledger_owned *owned);

/*
 * So many live objects born alike does the record stand for: where many of a
 * kind have an account, fewer of the next ones get one
 * (probe/admission/admission.h).
 */
uint64_t owners_stand_for(const struct ledger *ledger,
                          const struct ledger_owned *owned);

/* Does the way begin in memory of which nobody says whose it is? */
bool owners_in_memory(const struct ledger *ledger,
                      const struct ledger_owner *owner);

/* Fills in whom the objects of a finding belong to. */
void owners_describe(const struct inputs *inputs, const uint32_t *accounts,
                     size_t count, struct owner_summary *out);
void owners_describe_record(const struct inputs *inputs,
                            const struct ledger_owned *owned,
                            struct owner_summary *out);

void owner_summary_clear(struct owner_summary *owners);

#endif
