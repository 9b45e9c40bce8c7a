#include "probe/start/finish.h"

#include "base/clock.h"
#include "base/system.h"
#include "cpython/memory.h"
#include "probe/census/census.h"
#include "probe/census/sweep.h"
#include "probe/event/life.h"
#include "probe/file/ledger_guard.h"
#include "probe/start/quarantine.h"
#include "probe/state/recorder.h"
#include "probe/state/short_ways.h"
#include "probe/state/turn.h"

#include <string.h>
#include <unistd.h>

static bool left_to_child;

void
finish_leave_to_child(void)
{
    __atomic_store_n(&left_to_child, true, __ATOMIC_RELEASE);
}

static ledger_string
text(const char *value)
{
    return store_text(&recorder.store, value, strlen(value));
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
finish_recording(const char *how)
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
    if (!recorder.recording &&
        __atomic_load_n(&left_to_child, __ATOMIC_ACQUIRE)) {
        return; /* all is done, or could not be done */
    }
    ledger_guard_watch();
    if (recorder.recording) {
        bool in_turn = turn_take_if_several();

        recorder.recording = false;
        short_ways_end();
        census_end();
        quarantine_end();
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
