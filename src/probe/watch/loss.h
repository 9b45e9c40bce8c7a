/*
 * loss - what is written to LEDGER_LOSSES.
 */
#ifndef REFTALLY_PROBE_WATCH_LOSS_H
#define REFTALLY_PROBE_WATCH_LOSS_H

#include <reftally/ledger_format.h>

#include <stdbool.h>

/* Whether it was written; the table takes few. */
bool loss_write(const struct ledger_loss *loss);

/*
 * The node of the function that lets go of what objects of a type hold, as far
 * as the type says: tp_clear, or tp_dealloc.
 */
uint32_t loss_disposer(uint32_t type);

#endif
