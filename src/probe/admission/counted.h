/*
 * counted - objects without an account: their counts are audited all the same.
 *
 * An object that gets no account by admission.h is counted in the shadow: its
 * byte has SHADOW_COUNTED and the count that is expected, and its slot of the
 * index of accounts has its kind. entry.S does that. It gets an account when its count outgrows the byte, or
 * when the audit finds something missing.
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
void counted_begin(uint64_t object, uint32_t site, uint32_t kind);

/* Its kind; 0: it is not counted, or has none. */
uint32_t counted_kind(uint64_t object);

/*
 * What entry.S leaves over: a counted object's count will be `after`. Returns
 * the account that must record the change from here on; 0: it is counted, or
 * not a change.
 */
uint32_t counted_change(uint64_t object, uint32_t site, int64_t after);

/* Its memory is announced anew, or was freed: the life is over. */
void counted_end(uint64_t object);

/*
 * An object of that type is announced, and the counted one at `from` was being
 * reallocated. True: that is it, and it is counted here from now on.
 */
bool counted_move(uint64_t from, uint64_t object, uint64_t type);

/* It gets an account, because somebody asks for it; 0: there is no room. */
uint32_t counted_open(uint64_t object);

#endif
