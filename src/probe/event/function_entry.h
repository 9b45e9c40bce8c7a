/*
 * function_entry - a function of the interpreter is entered that is watched.
 */
#ifndef REFTALLY_PROBE_EVENT_FUNCTION_ENTRY_H
#define REFTALLY_PROBE_EVENT_FUNCTION_ENTRY_H

#include "probe/state/hook_frame.h"

/* Called by entry.S; the site's record says which function it is. */
void function_entry(struct hook_frame *frame);

/* The process ends by a call of _exit from this address. */
void function_entry_exit(uint64_t caller);

#endif
