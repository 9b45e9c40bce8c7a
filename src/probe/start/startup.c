#include "probe/start/startup.h"

#include "base/note.h"
#include "probe/census/census.h"
#include "probe/census/checkpoint.h"
#include "probe/event/hook.h"
#include "probe/event/initialization.h"
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
#include "probe/start/ending_signals.h"
#include "probe/start/forks.h"
#include "probe/start/own_preload.h"
#include "probe/start/preparation.h"
#include "probe/start/quarantine.h"
#include "probe/start/program_limits.h"
#include "probe/start/executing.h"
#include "probe/start/snapshot.h"
#include "probe/start/waking.h"
#include "probe/state/recorder.h"
#include "probe/watch/dealloc_audit.h"
#include "probe/watch/slot_watch.h"

#include <unistd.h>

static bool
begin(char *const *environment)
{
    const char *detail;
    enum reason reason = preparation_make(environment, &detail);

    if (reason != REASON_NONE) {
        recording_stop(reason, detail);
        preparation_give_back();
        return false;
    }
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
    preparation_give_back();
}

bool
startup_begin(char **environment, interpreter_lookup *lookup)
{
    const char *version;
    enum reason reason = interpreter_find(lookup, environment, &version);

    if (reason == REASON_NO_PYTHON) {
        return false;
    }
    recorder.pid = (uint64_t)getpid();
    options_parse(&recorder.options, environment);
    if (!recorder.options.follow) {
        own_preload_leave(environment);
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
        forks_watch();
        program_limits_watch();
        executing_watch();
        checkpoint_watch();
        slot_watch_init();
        dealloc_audit_init();
        snapshot_init();
        if (!recorder.detachable) {
            quarantine_begin();
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
