/*
 * audited_entry - an entry into frame evaluation where frames are audited.
 *
 * entry.S calls these in this order: when a watched function is entered, before
 * the evaluator begins, and when it has returned.
 */
#ifndef REFTALLY_PROBE_EVENT_AUDITED_ENTRY_H
#define REFTALLY_PROBE_EVENT_AUDITED_ENTRY_H

#include "probe/stack/frame_audit.h"
#include "probe/state/hook_frame.h"

/* Bytes by which the evaluator's stack begins lower, besides the audit. */
enum { AUDITED_ENTRY_BYTES = 48 };

/*
 * As function_entry. How many bytes the audit of the frame wants on the host's
 * stack; 0: the function is to be entered as it was called.
 */
uint64_t audited_entry(struct hook_frame *frame);
void audited_entry_begin(struct frame_audit *audit, uint64_t bytes,
                         uint64_t frame);
void audited_entry_end(struct frame_audit *audit, uint64_t result);

#endif
