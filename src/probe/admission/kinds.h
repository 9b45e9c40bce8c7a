/*
 * kinds - what is born alike, found without a stack.
 *
 * A kind is a type, the instruction of the birth, and where the innermost
 * Python frame is: all three are at hand. Its record in the ledger counts its
 * objects (admission.h says what for).
 */
#ifndef REFTALLY_PROBE_ADMISSION_KINDS_H
#define REFTALLY_PROBE_ADMISSION_KINDS_H

#include "ledger/courses.h"
#include "ledger/hash.h"
#include "probe/admission/admission.h"
#include "probe/state/recorder.h"
#include "probe/state/short_ways.h"

#include <stdbool.h>
#include <stdint.h>

enum { KINDS_RECENT_BITS = 14 };

/* One of those that were remembered lately, by the address of its type. */
struct recent_kind {
    uint64_t key;
    uint32_t kind;
};

/* Where every birth is recorded, there are no kinds. */
bool kinds_init(void);

/* The kind, which may be new; 0: there are none. */
uint32_t kinds_find(uint32_t type, uint32_t site, uint64_t position);

static inline uint64_t
kinds_recent_key(uint64_t type, uint32_t site, uint64_t position)
{
    return hash_mix_upper(type ^ position,
                          site + ((uint64_t)recorder.types_forgotten << 32));
}

static inline struct recent_kind *
kinds_recent_slot(uint64_t key)
{
    return &recorder.recent_kinds[key >> (64 - KINDS_RECENT_BITS)];
}

/*
 * The same by the address of the type, of what was remembered lately; 0: it
 * must be found.
 */
static inline uint32_t
kinds_recent(uint64_t type, uint32_t site, uint64_t position)
{
    uint64_t key = kinds_recent_key(type, site, position);
    const struct recent_kind *found;

    if (recorder.recent_kinds == NULL) {
        return 0;
    }
    found = kinds_recent_slot(key);
    return found->key == key ? found->kind : 0;
}

void kinds_remember(uint32_t kind, uint64_t type, uint32_t site,
                    uint64_t position);

/* One more is born. True: it gets an account. */
bool kinds_born(uint32_t kind, bool once);

/* The same of one that gets an account, whatever its kind has done. */
void kinds_born_told(uint32_t kind);

/* The same, when it gets none; else false, and nothing was counted. */
bool kinds_leaves_out(uint32_t kind, bool once);

/* The same, when nothing else of the kind changes by that: nearly always. */
static inline bool
kinds_pass(uint32_t number)
{
    struct ledger_kind *kind = store_kind(&recorder.store, number);

    if (!admission_passes(kind)) {
        return false;
    }
    kind->births++;
    kind->alive++;
    entry_count_path.kinds_alive++;
    return true;
}

/* The same while the interpreter initializes itself: nobody gets one. */
void kinds_born_in_setup(uint32_t kind);

/* It has one, with the stack of its birth or 0; it will be closed. */
void kinds_opened(uint32_t kind, uint32_t account, uint32_t tag);
void kinds_closed(uint32_t account);

/* Of each account, how many of its kind had been born with it; 0: nobody knows.
   NULL: there are no kinds. */
const uint32_t *kinds_numbers(void);

/* The kind of an account; 0: none. */
uint32_t kinds_of(uint32_t account);

/* So that nobody has to go through all kinds: those are listed that had at least
 * COURSE_MIN objects alive at once. */
struct course_kinds kinds_overview(void);

/* The next objects of the kind get accounts: somebody follows them. */
void kinds_ask(uint32_t kind);

/* One that was only counted has many references. Whether it gets stacks. */
bool kinds_outgrew(uint32_t kind);

/* An object without an account has died; a finalizer has brought it back. */
void kinds_died(uint32_t kind);
void kinds_lives_on(uint32_t kind);

#endif
