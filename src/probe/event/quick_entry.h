/*
 * quick_entry - lets evaluation.S take its short way of an entry into frame
 * evaluation.
 */
#ifndef REFTALLY_PROBE_EVENT_QUICK_ENTRY_H
#define REFTALLY_PROBE_EVENT_QUICK_ENTRY_H

#include "probe/state/short_ways.h"

/* That the evaluator is entered at this site; before, none is quick. */
void quick_entry_learn(uint64_t site);

/* None is quick any more. */
void quick_entry_forget(void);

#endif
