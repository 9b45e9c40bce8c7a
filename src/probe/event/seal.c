#include "probe/event/seal.h"

#include "base/clock.h"
#include "base/mapping.h"
#include "base/note.h"
#include "base/system.h"
#include "cpython/frame_stack.h"
#include "cpython/memory.h"
#include "probe/file/ledger_growth.h"
#include "probe/file/ledger_guard.h"
#include "probe/file/ledger_place.h"
#include "probe/stack/activation_import.h"
#include "probe/state/recorder.h"
#include "probe/watch/slot_watch.h"
#include "probe/watch/watcher.h"

#include <errno.h>
#include <unistd.h>

enum {
    NAME_BYTES = 16,
    NOTICED_SHARE = 4, /* of the limit, where nobody asked for it */
};

/* Threads that come, and tables that most programs never need. */
static const uint64_t reserve_bytes = (uint64_t)256 << 20;

static void (*last_act)(void);
static bool waiting;
static bool polled_before; /* checkpoints were looked for anyway */

void
seal_wait(void)
{
    waiting = true;
    polled_before = recorder.checkpoints;
    recorder.checkpoints = true;
}

/* Of the interpreter's own Python code, which runs before the program's. */
static bool
is_frozen(uint64_t frame)
{
    static const char frozen[] = "<frozen";
    char name[NAME_BYTES];
    uint64_t code = frame_code(recorder.layout, frame);
    size_t length =
        code == 0 ? 0 : code_filename(recorder.layout, code, name, sizeof name);

    for (size_t i = 0; i < sizeof frozen - 1; i++) {
        if (i >= length || name[i] != frozen[i]) {
            return false;
        }
    }
    return true;
}

void
seal_poll(struct thread_record *thread, uint64_t stack_pointer, uint64_t frame)
{
    int32_t live;

    if (!waiting || !recorder.initialized || is_frozen(frame)) {
        return;
    }
    live = activation_live(thread, stack_pointer);
    /* Such as the module site. */
    if (activation_import(thread, live) < 0) {
        waiting = false;
        recorder.checkpoints = polled_before;
        seal_now(LEDGER_SEALED_BY_SETTING);
    }
}

void
seal_after(void (*function)(void))
{
    last_act = function;
}

static void
prepare(enum ledger_seal why)
{
    uint64_t bytes = recorder.options.memory;

    ledger_guard_watch();
    if (why == LEDGER_SEALED_BY_PROGRAM) {
        note("the program is about to filter system calls, so the library "
             "makes none any more; at the end: reftally report %s",
             ledger_place_path());
        bytes /= NOTICED_SHARE;
        bytes += (uint64_t)recorder.store.header->extents * LEDGER_EXTENT_BYTES;
    }
    /* Its breakpoints stay, where another thread may be at work with them. */
    if (recorder.slot_watch &&
        (recorder.busy || thread_record_here() != NULL)) {
        slot_watch_end();
    }
    recorder.slot_watch = false;
    watcher_pulse.quick = INT64_MAX;
    ledger_growth_fill(&recorder.store, bytes);
    mapping_reserve(reserve_bytes);
    clock_ns(CLOCK_REALTIME);
    clock_ns(CLOCK_MONOTONIC);
    recorder.store.header->sealed = why;
}

void
seal_now(enum ledger_seal why)
{
    static bool done;
    int kept_errno = errno;

    /* A child of vfork, which will execute another program, borrows ours. */
    if (recorder.store.header != NULL && recorder.pid != (uint64_t)getpid()) {
        return;
    }
    if (!__atomic_exchange_n(&done, true, __ATOMIC_ACQ_REL)) {
        if (last_act != NULL) {
            last_act();
        }
        if (recorder.store.header != NULL && recorder.recording) {
            prepare(why);
        }
        system_seal();
    }
    errno = kept_errno;
}
