/*
 * startup - from the dynamic linker's call to the first recorded change, and
 * the orderly end.
 */
#include "base/clock.h"
#include "base/note.h"
#include "base/system.h"
#include "cpython/memory.h"
#include "probe/census/census.h"
#include "probe/census/checkpoint.h"
#include "probe/census/sweep.h"
#include "probe/event/hook.h"
#include "probe/event/initialization.h"
#include "probe/event/life.h"
#include "probe/event/seal.h"
#include "probe/file/ledger_file.h"
#include "probe/file/ledger_guard.h"
#include "probe/file/ledger_place.h"
#include "probe/images/adopt.h"
#include "probe/images/expected_types.h"
#include "probe/images/images.h"
#include "probe/images/interpreter.h"
#include "probe/images/types.h"
#include "probe/start/description.h"
#include "probe/start/ending.h"
#include "probe/start/ending_signals.h"
#include "probe/start/lifecycle.h"
#include "probe/start/preparation.h"
#include "probe/start/snapshot.h"
#include "probe/start/waking.h"
#include "probe/state/recorder.h"
#include "probe/state/short_ways.h"
#include "probe/state/turn.h"
#include "probe/watch/dealloc_audit.h"
#include "probe/watch/slot_watch.h"

#include <string.h>
#include <unistd.h>

static ledger_string
text(const char *value)
{
    return store_text(&recorder.store, value, strlen(value));
}

static bool
begin(char *const *environment)
{
    const char *detail;
    enum reason reason = preparation_make(environment, &detail);

    if (reason == REASON_NONE) {
        hook_ready();
        if (waking_is_awaited()) {
            return true;
        }
        /* Stubs are live from the first patched image on. */
        recorder.recording = true;
        if (images_update(&reason, &detail)) {
            adopt_static_objects();
            return true;
        }
    }
    recording_stop(reason, detail);
    return false;
}

/* Python has looked who handles which signal, and has seen nobody of ours. */
static void
interpreter_ready(void)
{
    ledger_guard_watch();
    ending_signals_watch();
}

/* In the middle of the run. */
static void
begin_late(void)
{
    enum reason reason;
    const char *detail;

    recorder.sees_frames_end = false; /* functions were born before */
    recorder.recording = recorder.busy = true;
    if (!images_update_live(&reason, &detail)) {
        recording_stop(reason, detail);
    }
    else if (types_static_wanted()) {
        /* By now static data holds much that only looks like an object. */
        adopt_static_objects();
    }
    recorder.busy = false;
}

/* The ledger says that there is nothing in it, and why. */
static void
refuse(char *const *environment, enum reason reason, const char *version)
{
    if (ledger_file_create(&recorder.store, recorder.options.output,
                           recorder.options.memory)) {
        description_write(environment);
    }
    recording_stop(reason, version);
}

bool
lifecycle_start(char **environment, interpreter_lookup *lookup)
{
    const char *version;
    enum reason reason = interpreter_find(lookup, environment, &version);

    if (reason == REASON_NO_PYTHON) {
        return false;
    }
    recorder.pid = (uint64_t)getpid();
    options_parse(&recorder.options, environment);
    if (!recorder.options.follow) {
        lifecycle_leave_preload(environment);
    }
    if (reason != REASON_NONE) {
        refuse(environment, reason, version);
        return true;
    }
    expected_types_init(recorder.options.expect);
    census_init();
    images_init(environment);
    if (recorder.options.debug) {
        note("CPython %s", version);
    }
    if (begin(environment)) {
        if (recorder.options.debug) {
            note("recording to %s", ledger_place_path());
        }
        lifecycle_watch_forks();
        checkpoint_watch();
        slot_watch_init();
        dealloc_audit_init();
        snapshot_init();
        if (!recorder.detachable) {
            ending_signals_init();
            initialization_then(interpreter_ready);
        }
        if (recorder.asleep) {
            waking_wait(begin_late);
        }
        else if (recorder.options.seal) {
            seal_wait();
        }
    }
    return true;
}

/* What is alive cannot be looked at any more. */
static void
finish_sealed(const char *how)
{
    struct ledger_header *header = recorder.store.header;

    if (recorder.recording) {
        recorder.recording = false;
        short_ways_end();
        header->end_text = text(how);
        header->end = LEDGER_FINISHED;
    }
}

void
lifecycle_finish(const char *how)
{
    struct ledger_header *header = recorder.store.header;

    if (header == NULL) {
        return;
    }
    if (system_is_sealed()) {
        finish_sealed(how);
        return;
    }
    if (recorder.pid != (uint64_t)getpid()) {
        return;
    }
    if (!recorder.recording && ending_has_begun()) {
        return; /* all is done, or could not be done */
    }
    ledger_guard_watch();
    if (recorder.recording) {
        bool in_turn = turn_take_if_several();

        recorder.recording = false;
        short_ways_end();
        census_end();
        life_close();
        sweep();
        if (in_turn) {
            turn_give_if_several();
        }
    }
    if (header->finalization == LEDGER_FINALIZING &&
        load64(recorder.runtime + recorder.layout->state.interpreters) == 0) {
        header->finalization = LEDGER_FINALIZED;
    }
    if (header->end_realtime_ns == 0) {
        header->end_realtime_ns = (uint64_t)clock_ns(CLOCK_REALTIME);
        header->end_text = text(how);
        if (header->end == LEDGER_RUNNING) {
            header->end = LEDGER_FINISHED;
        }
    }
}
