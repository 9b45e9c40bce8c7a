/*
 * counted - objects without an account: their counts are audited all the same.
 *
 * An object whose birth is left out, because those alike all die or because the
 * ledger fills, is counted in the shadow: its byte has SHADOW_COUNTED and the
 * count that is expected. entry.S does that. It gets an account when its count
 * outgrows the byte, or when the audit finds something missing. What is alive at the end is written to the ledger
 * with its type and its count.
 *
 * The small table that replaces the map where address space is short has no
 * room for counts: there, such objects are not recorded at all.
 */
#ifndef REFTALLY_PROBE_ADMISSION_COUNTED_H
#define REFTALLY_PROBE_ADMISSION_COUNTED_H

#include "probe/state/hook_frame.h"

/* Whether the object is counted, or was and may have a finalizer at work. */
bool counted_is(uint64_t object);

/* The count of an object that has no account; 0: it is not alive. */
uint32_t counted_references(uint64_t object);

/*
 * In entry.S: a birth, when no other hook runs. True: it is one of those that
 * are left out, and is counted from now on.
 */
bool counted_birth(struct hook_frame *frame);

/* The object begins with one reference, and has no account. */
void counted_begin(uint64_t object, uint32_t site);

/*
 * What entry.S leaves over: a counted object's count will be `after`. Returns
 * the account that must record the change from here on; 0: it is counted, or
 * not a change.
 */
uint32_t counted_change(uint64_t object, uint32_t site, int64_t after);

/* Its memory is announced anew, or was freed: the life is over. */
void counted_end(uint64_t object);

/* It gets an account, because it moves; 0: there is no room. */
uint32_t counted_open(uint64_t object);

#endif
