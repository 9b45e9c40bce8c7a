/*
 * pending_load - what waited in the host when its ledger ended becomes entries.
 *
 * Nobody behind this knows that changes may wait.
 */
#ifndef REFTALLY_REPORT_INPUT_PENDING_LOAD_H
#define REFTALLY_REPORT_INPUT_PENDING_LOAD_H

#include "ledger/reader.h"

/* The ledger is verified. False: not enough memory. */
bool pending_load(struct ledger *ledger);

#endif
