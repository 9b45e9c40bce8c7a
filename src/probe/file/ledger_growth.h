/*
 * ledger_growth - makes the ledger's file longer, and parts it among the tables.
 *
 * Space is allocated before it is mapped, so a full disk is a failed call and
 * not a signal.
 */
#ifndef REFTALLY_PROBE_FILE_LEDGER_GROWTH_H
#define REFTALLY_PROBE_FILE_LEDGER_GROWTH_H

#include "ledger/store.h"

/* Of so many bytes for all, what a table may take: whole extents. */
uint64_t ledger_growth_limit(uint64_t memory_limit, uint32_t number);

/* Room for more of the table; what the store calls. False: there is none. */
bool ledger_growth_grow(struct store *store, uint32_t number);

/*
 * Makes room now for all that may come, up to so many bytes, parted among the
 * tables: afterwards the file does not grow. From any thread. Less, where the
 * system does not give as much.
 */
void ledger_growth_fill(struct store *store, uint64_t bytes);

#endif
