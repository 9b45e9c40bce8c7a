/*
 * marks - what reftally.h gives to programs.
 */
#include "probe/admission/counted.h"
#include "probe/census/checkpoint.h"
#include "probe/file/ledger_place.h"
#include "probe/stack/activations.h"
#include "probe/start/waking.h"
#include "probe/state/recorder.h"
#include "probe/state/turn.h"
#include "probe/watch/gainers.h"

#include <reftally/reftally.h>

#define EXPORT __attribute__((visibility("default")))

/* What CPython calls PyRefTracer_CREATE and PyRefTracer_DESTROY. */
enum { TRACER_BIRTH, TRACER_DEATH };

EXPORT void
reftally_pause(void)
{
    recorder.paused = true;
    recorder.sees_frames_end = false; /* births go unseen */
}

EXPORT void
reftally_resume(void)
{
    recorder.paused = false;
    waking_mark();
}

EXPORT void
reftally_stacks(int on)
{
    recorder.stacks_wait = on == 0;
    recorder.sees_frames_end = false;
    if (recorder.stacks_wait) {
        recorder.tagging = LEDGER_STACK_NONE; /* else from the next birth on */
    }
}

EXPORT void
reftally_checkpoint(const char *label)
{
    checkpoint_request(label, LEDGER_CHECKPOINT_CALL);
}

EXPORT void
reftally_round(void)
{
    checkpoint_request(NULL, LEDGER_CHECKPOINT_ROUND);
}

EXPORT void
reftally_region(const char *label, int inside)
{
    checkpoint_request(label, inside ? LEDGER_CHECKPOINT_ENTER
                                     : LEDGER_CHECKPOINT_LEAVE);
}

EXPORT long
reftally_growing(void)
{
    return recorder.recording ? (long)checkpoint_growing() : -1;
}

/* Where several interpreters run at a time, the others wait. */
static bool
stand_still(void)
{
    if (!recorder.recording || !turn_take_if_several()) {
        return false;
    }
    if (recorder.busy || thread_record_here() == NULL) {
        turn_give_if_several();
        return false;
    }
    recorder.busy = true;
    return true;
}

static void
go_on(void)
{
    recorder.busy = false;
    turn_give_if_several();
}

EXPORT int
reftally_remember(void)
{
    bool done = false;

    if (stand_still()) {
        done = gainers_remember();
        go_on();
    }
    return done;
}

EXPORT long
reftally_gained(void)
{
    long gained = 0;

    if (stand_still()) {
        gained = (long)gainers_sum();
        go_on();
    }
    return gained;
}

EXPORT long
reftally_gainers(long least, struct reftally_gainer *gainers, long room)
{
    long count = -1;

    if (stand_still()) {
        count =
            (long)gainers_list(least, gainers, room > 0 ? (uint32_t)room : 0);
        go_on();
    }
    return count;
}

EXPORT long
reftally_follow(long least)
{
    long count = -1;

    if (stand_still()) {
        if (least > 0) {
            count = (long)gainers_follow(least);
        }
        else {
            gainers_let_go();
            count = 0;
        }
        go_on();
    }
    return count;
}

EXPORT const char *
reftally_ledger(void)
{
    return recorder.recording ? ledger_place_path() : NULL;
}

static const struct ledger_account *
account_of(const void *object)
{
    uint64_t address = (uint64_t)(uintptr_t)object;
    uint32_t index = recorder.recording && address >> ACCOUNT_ADDRESS_BITS == 0
                         ? account_find(&recorder.accounts, address)
                         : 0;

    return index == 0 ? NULL : store_account(&recorder.store, index);
}

EXPORT long
reftally_references(const void *object)
{
    const struct ledger_account *account = account_of(object);
    uint64_t address = (uint64_t)(uintptr_t)object;
    uint32_t counted;

    if (account != NULL) {
        return (long)account->references;
    }
    counted = recorder.recording && address >> ACCOUNT_ADDRESS_BITS == 0
                  ? counted_references(address)
                  : 0;
    return counted == 0 ? -1 : (long)counted;
}

/* The caller holds the interpreter's lock. */
static bool
open_account(uint64_t object)
{
    bool opened = false;

    if (stand_still()) {
        opened = counted_open(object) != 0;
        go_on();
    }
    return opened;
}

EXPORT long
reftally_changes(const void *object)
{
    const struct ledger_account *account = account_of(object);
    uint64_t address = (uint64_t)(uintptr_t)object;

    if (account == NULL && recorder.recording && address >> 47 == 0 &&
        counted_references(address) > 0 && open_account(address)) {
        account = account_of(object);
    }
    return account == NULL ? -1 : (long)account->changes;
}

/* Whether the ledger has the object's count; of what is dead or immortal, it
 * has none, or zero while a finalizer runs. */
static bool
is_right(int64_t believed, const void *object)
{
    int64_t count = recorder_count(*(const uint64_t *)object);

    return believed == count || (count <= 0 && believed < 0);
}

EXPORT int
reftally_tracer(void *object, int event, void *announced)
{
    static uint64_t lived_on;
    struct reftally_announced *told = announced;
    const struct ledger_account *account = account_of(object);
    int64_t believed = reftally_references(object);

    if (!recorder.recording || event > TRACER_DEATH) {
        return 0;
    }
    told->ledger_births = recorder_births();
    if (told->births + told->deaths == 0) {
        told->ledger_births_before =
            told->ledger_births - (event == TRACER_BIRTH && believed >= 0);
        lived_on = recorder.lived_on;
    }
    told->again += recorder.lived_on - lived_on;
    lived_on = recorder.lived_on;
    if (event == TRACER_BIRTH) {
        told->births++;
        told->again += account != NULL && account->changes > 1;
        told->wrong_births += !is_right(believed, object);
    }
    else {
        told->deaths++;
        told->wrong_deaths += !is_right(believed, object);
    }
    return 0;
}
