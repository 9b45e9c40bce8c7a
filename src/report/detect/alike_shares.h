/*
 * alike_shares - how the objects of a kind fall to classes that were stored alike.
 *
 * What became of a kind is known of all its objects together, and of those
 * without an account nobody knows who stored them. The records are a sample, of
 * which some stand for more than others: what most objects are says whose those
 * are, and a class that has few says nothing of how the kind grew.
 */
#ifndef REFTALLY_REPORT_DETECT_ALIKE_SHARES_H
#define REFTALLY_REPORT_DETECT_ALIKE_SHARES_H

#include "report/evidence/inputs.h"

struct alike_shares;

/* `classes`: the class of each LEDGER_OWNED record, valid as long as they are. */
struct alike_shares *alike_shares_create(const struct inputs *inputs,
                                         const uint32_t *classes);
void alike_shares_free(struct alike_shares *shares);

/* The class with the most objects of a kind of LEDGER_KINDS; 0: none has. */
uint32_t alike_shares_largest(const struct alike_shares *shares, uint32_t kind);

/* Whether the record's class has a fair share of what is counted with it. */
bool alike_shares_fair(const struct alike_shares *shares, uint32_t record);

#endif
