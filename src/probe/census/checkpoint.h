/*
 * checkpoint - named moments at which what is alive is counted.
 *
 * A program asks for them (reftally.h), a signal, or the clock. A request by a
 * thread that does not hold the interpreter's lock waits for the next safe
 * point: a birth, or an entry into frame evaluation.
 */
#ifndef REFTALLY_PROBE_CENSUS_CHECKPOINT_H
#define REFTALLY_PROBE_CENSUS_CHECKPOINT_H

#include "probe/state/recorder.h"

/* Installs what the settings ask for. */
void checkpoint_watch(void);

/* The signal is the host's again. False: as with ledger_guard_end. */
bool checkpoint_end(void);

/*
 * Counts now. The caller holds the interpreter's lock and has set
 * recorder.busy. `label` may be NULL. The number of the record, 0: no room.
 */
uint32_t checkpoint_take(const char *label,
                         enum ledger_checkpoint_origin origin);

/* Now if this thread may, else at the next safe point. */
void checkpoint_request(const char *label,
                        enum ledger_checkpoint_origin origin);

/* Of the outermost region that was left last: see marks_growing. */
uint64_t checkpoint_growing(void);

/* Calls this at the next safe point, once. It may be a birth: see below. */
void checkpoint_call(void (*function)(void));

/* Has somebody asked what the process has? */
static inline bool
checkpoint_is_asked(void)
{
    const struct ledger_header *header = recorder.store.header;

    return __builtin_expect(header->asked != header->answered, 0);
}

/* Calls this at safe points while somebody asks; the same holds. */
void checkpoint_answer(void (*function)(void));

/*
 * While recorder.checkpoints is set, or somebody asks: takes what is due. Where no function is
 * being entered, objects are half made and vector registers are in use: no
 * census can be taken there, and a checkpoint that is to have one waits.
 */
void checkpoint_poll(bool at_entry);

#endif
