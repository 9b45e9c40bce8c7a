#include "probe/start/detaching.h"

#include "base/mapping.h"
#include "base/system.h"
#include "probe/census/census.h"
#include "probe/census/checkpoint.h"
#include "probe/file/ledger_guard.h"
#include "probe/images/image_patch.h"
#include "probe/images/images.h"
#include "probe/start/ending.h"
#include "probe/stack/unwinder.h"
#include "probe/start/finish.h"
#include "probe/start/snapshot.h"
#include "probe/state/fork_memory.h"
#include "probe/state/recorder.h"
#include "probe/state/shadow.h"
#include "probe/state/short_ways.h"
#include "probe/watch/dealloc_audit.h"
#include "probe/watch/slot_watch.h"

#include <errno.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static const char how[] = "detached";

static bool stopped;  /* all is as it was but for the memory */
static bool released; /* and memory, too */
static bool shared;   /* somebody may pass a signal on to us */

/* Of a copy of the process; the ledger itself is shared. */
static void
finish_in_child(void)
{
    ending_forget_handlers();
    recorder.pid = (uint64_t)getpid();
    recorder.busy = true;
    recorder.several = false; /* no other thread is here */
    census_take_abruptly(how);
    recorder.recording = true; /* for the last time: it is to be finished */
    finish_recording(how);
}

void
detaching_leave_child(void (*work)(void))
{
    int64_t child;
    int status;

    fork_memory_keep();
    child = SYSTEM(SYS_clone, 0);
    if (child == 0) {
        snapshot_close_all(); /* before the process goes on */
        if (SYSTEM(SYS_clone, 0) == 0) {
            work();
        }
        SYSTEM(SYS_exit_group, 0);
    }
    fork_memory_wipe();
    while (child > 0 && SYSTEM(SYS_wait4, (uint64_t)child,
                               SYSTEM_ADDRESS(&status), __WALL) == -EINTR) {
    }
}

/* Nothing of what the program does comes to us any more. */
static bool
leave(const char **detail)
{
    shared = !checkpoint_end();
    shared = !ledger_guard_end() || shared;
    stopped = images_undo_live(detail);
    return stopped;
}

bool
detaching_withdraw(void)
{
    const char *detail;

    if (recorder.recording || stopped) {
        return false;
    }
    recorder.dealloc_audit = recorder.slot_watch = false;
    recorder.store.header = NULL; /* the file says why, and stays so */
    return leave(&detail);
}

/* The ledger says why recording ended, and stays as it is. */
static bool
stop_ended(void)
{
    slot_watch_end();
    dealloc_audit_end();
    return detaching_withdraw();
}

bool
detaching_stop(void)
{
    const char *detail;

    if (recorder.several || system_is_sealed() ||
        recorder.pid != (uint64_t)getpid()) {
        return false;
    }
    if (!recorder.recording) {
        return recorder.detachable && stop_ended();
    }
    recorder.recording = false;
    slot_watch_end();
    dealloc_audit_end();
    short_ways_end();
    detaching_leave_child(finish_in_child);
    recorder.store.header = NULL; /* it is the child's */
    if (!leave(&detail)) {
        shadow_clear(); /* hooks are not even entered */
        recording_stop(REASON_UNDO_REFUSED, detail);
    }
    return stopped;
}

bool
detaching_release(void)
{
    if (!stopped || !image_patch_release()) {
        return false;
    }
    unwinder_end();
    shadow_unmap();
    mapping_return_all();
    released = true;
    return true;
}

bool
detaching_is_over(void)
{
    return released && !shared;
}
