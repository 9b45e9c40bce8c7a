/*
 * counted - objects without an account: their counts are audited all the same.
 *
 * An object that gets no account by admission.h is counted in the shadow: its
 * byte has SHADOW_COUNTED and the count that is expected, and its slot of the
 * index of accounts has its kind. entry.S does that. It gets an account when its
 * count outgrows the byte, or when the audit finds something missing.
 *
 * The small table that replaces the map where address space is short has no
 * room for counts: there, such objects are not recorded at all.
 */
#ifndef REFTALLY_PROBE_ADMISSION_COUNTED_H
#define REFTALLY_PROBE_ADMISSION_COUNTED_H

#include "cpython/memory.h"
#include "probe/state/recorder.h"
#include "probe/state/shadow.h"
#include "probe/state/short_ways.h"

/* Whether the object is counted, or was and may have a finalizer at work. */
static inline bool
counted_is(uint64_t object)
{
    return !recorder.shadow_hashed && (*shadow_at(object) & SHADOW_COUNTED);
}

/* The count of an object that has no account; 0: it is not alive. */
static inline uint32_t
counted_references(uint64_t object)
{
    return counted_is(object) ? *shadow_at(object) >> SHADOW_COUNT_SHIFT : 0u;
}

/* What its byte in the shadow and its slot of the index say from its birth on. */
static inline void
counted_note(uint64_t object, uint64_t type, uint32_t *slot, uint32_t kind)
{
    bool finalizer = load64(type + recorder.layout->type.finalize) != 0;

    *shadow_at(object) =
        (uint8_t)(SHADOW_TRACKED | SHADOW_COUNTED |
                  (finalizer ? SHADOW_FINALIZER : 0) | 1 << SHADOW_COUNT_SHIFT);
    *slot = kind == 0 ? 0 : kind | ACCOUNT_INDEX_KIND;
}

/* One more change of such an object. */
static inline void
counted_tally(uint32_t site)
{
    entry_count_path.counted++;
    store_site(&recorder.store, site)->changes++;
}

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
