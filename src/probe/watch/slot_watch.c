#include "probe/watch/slot_watch.h"

#include "base/clock.h"
#include "base/note.h"
#include "probe/stack/activation_import.h"
#include "probe/state/recorder.h"
#include "probe/watch/exit_watch.h"
#include "probe/watch/growing.h"
#include "probe/watch/life_steps.h"
#include "probe/watch/slot_search.h"
#include "probe/watch/survey_time.h"
#include "probe/watch/watch_time.h"
#include "probe/watch/watcher.h"
#include "probe/watch/watchers.h"
#include "probe/watch/young.h"

#include <errno.h>
#include <stddef.h>

enum {
    NAP_MIN = 16,   /* entries between two looks at what grows: as many ... */
    NAP_MAX = 1024, /* ... as come in about so much time */
    NAP_NS = 100000,
};

static struct {
    uint32_t length;  /* entries */
    uint32_t entries; /* since the last survey, while somebody is awake */
    int64_t begin_ns;
} nap;

void
slot_watch_init(void)
{
    recorder.slot_watch = recorder.options.watch && recorder.options.frames &&
                          recorder.stack_mode == LEDGER_STACK_FULL;
    nap.length = NAP_MIN;
    watcher_pulse.quick = recorder.slot_watch ? NAP_MAX : INT64_MAX;
    slot_watch_forget();
}

void
slot_watch_forget(void)
{
    watchers_forget();
    exit_watch_forget();
    life_steps_forget();
    watch_time_forget();
    growing_forget();
    slot_search_forget();
}

/* How many entries may pass until the next look. */
static int64_t
nap_length(int64_t now_ns)
{
    int64_t lasted = now_ns - nap.begin_ns;

    if (!growing_can_count() || (lasted < NAP_NS && nap.length < NAP_MAX)) {
        nap.length = nap.length < NAP_MAX ? 2 * nap.length : NAP_MAX;
    }
    else if (lasted > 4 * NAP_NS && nap.length > NAP_MIN) {
        nap.length /= 2;
    }
    nap.begin_ns = now_ns;
    return nap.length;
}

static void
step(const struct moment *moment, bool survey, int64_t now_ns)
{
    bool exits = false;

    /* All frames are looked at: not without need. */
    if (survey && (watcher_pulse.awake > 0 || growing_is_pending(now_ns))) {
        watcher_pulse.importing =
            activation_import(moment->thread, moment->live) >= 0;
    }
    if (watcher_counts.refused) {
        slot_watch_end();
    }
    else if (watcher_pulse.importing) {
        survey_time_imports();
        watchers_advance();
    }
    else if (growing_survey(survey, now_ns) || watcher_pulse.awake > 0) {
        if (moment->enters) {
            slot_search_prepare();
        }
        if (watchers_start_next(watch_time_allows())) {
            nap.entries = 0;
        }
        watchers_advance();
        exits = watch_time_allows();
    }
    exit_watch_tick(moment, exits);
}

static void
take_time(const struct moment *moment)
{
    int kept_errno = errno;
    bool asleep = watcher_pulse.awake == 0,
         survey = asleep || ++nap.entries % NAP_MIN == 0;
    uint32_t passed = asleep ? nap.length : NAP_MIN;
    int64_t now_ns =
        survey && growing_can_count() ? clock_ns(CLOCK_MONOTONIC) : 0;

    if (now_ns != 0) {
        survey_time_passes(passed, recorder_births());
    }
    step(moment, survey, now_ns);
    if (now_ns != 0) {
        watch_time_passes(passed, watcher_pulse.awake > 0);
    }
    if (!recorder.slot_watch) {
        watcher_pulse.quick = INT64_MAX;
    }
    else if (watcher_pulse.awake > 0) {
        watcher_pulse.quick = 0;
    }
    else {
        watcher_pulse.quick = nap_length(now_ns);
    }
    errno = kept_errno;
}

static void
take_time_at(const struct thread_record *thread, int32_t live,
             uint64_t stack_pointer, bool enters)
{
    if (live >= 0) { /* else there was no memory for activations, or none */
        take_time(&(struct moment){ thread, live, stack_pointer,
                                    thread->activations[live].stack_pointer,
                                    enters });
    }
}

void
slot_watch_entry(const struct thread_record *thread)
{
    int32_t live = thread->count - 1;

    take_time_at(thread, live,
                 live >= 0 ? thread->activations[live].stack_pointer : 0, true);
}

void
slot_watch_long_birth(struct thread_record *thread, uint64_t stack_pointer)
{
    take_time_at(thread, activation_live(thread, stack_pointer), stack_pointer,
                 false);
}

void
slot_watch_birth(uint32_t account)
{
    int kept_errno = errno;

    watchers_advance();
    young_born(account);
    if (!exit_watch_follows(account)) { /* whose mark is not to be taken away */
        watchers_born(account);
    }
    errno = kept_errno;
}

void
slot_watch_change(uint32_t account, bool released)
{
    int kept_errno = errno;

    watchers_changed(account, released);
    errno = kept_errno;
}

bool
slot_watch_follows(uint32_t account)
{
    return exit_watch_follows(account) || watchers_follow(account);
}

void
slot_watch_end(void)
{
    watchers_end();
    exit_watch_end();
    if (recorder.options.debug && recorder.slot_watch) {
        uint64_t bytes;
        uint32_t searches = slot_search_cost(&bytes);

        note("slots: %lu objects followed, %lu searches of %lu bytes, %lu "
             "breakpoints, %lu losses",
             (unsigned long)watcher_counts.followed, (unsigned long)searches,
             (unsigned long)bytes, (unsigned long)watcher_counts.armed,
             (unsigned long)watcher_counts.losses);
    }
    slot_search_end();
    watcher_pulse.quick = INT64_MAX;
    recorder.slot_watch = false;
}
