/*
 * signatures - balanced lives: how many objects lived alike.
 */
#ifndef REFTALLY_LEDGER_SIGNATURES_H
#define REFTALLY_LEDGER_SIGNATURES_H

#include "ledger/accounts.h"

/* Folds the balanced life of an account into them, and closes it. */
void signatures_fold(struct accounts *accounts, uint32_t account);

#endif
