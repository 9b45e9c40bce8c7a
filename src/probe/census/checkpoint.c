#include "probe/census/checkpoint.h"

#include "base/clock.h"
#include "base/kernel_action.h"
#include "base/mapping.h"
#include "base/note.h"
#include "ledger/marks.h"
#include "probe/census/census.h"
#include "probe/census/followed.h"
#include "probe/stack/activations.h"
#include "probe/state/short_ways.h"
#include "probe/state/turn.h"

#include <errno.h>
#include <signal.h>

enum {
    LABEL_BYTES = FOLLOWED_LABEL_BYTES,
    POLLS_BETWEEN_LOOKS = 64, /* at the clock */
};

static struct marks marks;

/* Asked for, and not taken yet. */
static volatile sig_atomic_t signalled;
static volatile bool requested;
static char requested_label[LABEL_BYTES];
static enum ledger_checkpoint_origin requested_origin;

static void (*called)(void);
static void (*answer)(void);

static uint32_t polls;
static int64_t next_ns; /* CLOCK_MONOTONIC; 0: no interval */

static int64_t
interval_ns(void)
{
    return (int64_t)recorder.options.checkpoint_interval * 1000000000;
}

static void
note_signal(int number)
{
    (void)number;
    signalled = 1;
}

static const struct {
    int number;
    const char *name;
} signals[] = { [OPTIONS_SIGNAL_USR1] = { SIGUSR1, "SIGUSR1" },
                [OPTIONS_SIGNAL_USR2] = { SIGUSR2, "SIGUSR2" } };

static bool watching; /* the signal */

/* The program's own signals stay its own. */
static void
watch_signal(void)
{
    uint32_t wanted = recorder.options.checkpoint_signal;
    static struct sigaction action = { .sa_handler = note_signal,
                                       .sa_flags = SA_RESTART | SA_ONSTACK };
    struct sigaction old;

    if (wanted == OPTIONS_SIGNAL_NONE) {
        return;
    }
    sigemptyset(&action.sa_mask);
    if (sigaction(signals[wanted].number, NULL, &old) != 0 ||
        old.sa_handler != SIG_DFL) {
        note("%s makes no checkpoints: the program uses it itself",
             signals[wanted].name);
        return;
    }
    watching = sigaction(signals[wanted].number, &action, NULL) == 0;
    recorder.checkpoints = true;
}

void
checkpoint_watch(void)
{
    watch_signal();
    if (recorder.options.checkpoint_interval > 0) {
        next_ns = clock_ns(CLOCK_MONOTONIC) + interval_ns();
        recorder.checkpoints = true;
    }
}

bool
checkpoint_end(void)
{
    return !watching ||
           kernel_action_end(signals[recorder.options.checkpoint_signal].number,
                             (uint64_t)(uintptr_t)note_signal);
}

/* Most programs never need it. */
static bool
prepare(void)
{
    const struct store_table *classes = &recorder.store.tables[LEDGER_CLASSES];
    uint64_t slots = SLOTS_FIRST;
    uint32_t *memory;

    if (marks.states != NULL) {
        return true;
    }
    while (slots < 2 * classes->limit) {
        slots *= 2;
    }
    memory = mapping_zeroed(slots * sizeof *memory);
    if (memory == NULL) {
        return false;
    }
    marks.store = &recorder.store;
    slots_init(&marks.classes, memory, (uint32_t)(slots - 1));
    marks.types = mapping_zeroed(recorder.store.tables[LEDGER_TYPES].limit *
                                 sizeof *marks.types);
    if (marks.types == NULL) {
        return false;
    }
    marks.states = mapping_zeroed(classes->limit * sizeof *marks.states);
    return marks.states != NULL;
}

static size_t
copy_label(char out[LABEL_BYTES], const char *label)
{
    size_t length = 0;

    while (label != NULL && label[length] != '\0' && length < LABEL_BYTES - 1) {
        out[length] = label[length];
        length++;
    }
    out[length] = '\0';
    return length;
}

/* What is born between two of these is known to be. */
static void
note_border(uint32_t checkpoint, enum ledger_checkpoint_origin origin)
{
    uint32_t border =
        origin == LEDGER_CHECKPOINT_ENTER || origin == LEDGER_CHECKPOINT_LEAVE
            ? store_add(&recorder.store, LEDGER_BORDERS, 1)
            : 0;

    if (border != 0) {
        *store_border(&recorder.store, border) = (struct ledger_border){
            .checkpoint = checkpoint,
            .serial = recorder.accounts.serial,
        };
    }
}

uint64_t
checkpoint_growing(void)
{
    return marks.states != NULL ? marks_growing(&marks) : 0;
}

uint32_t
checkpoint_take(const char *label, enum ledger_checkpoint_origin origin)
{
    char kept[LABEL_BYTES];
    size_t length = copy_label(kept, label);
    struct ledger_checkpoint checkpoint = {
        .origin = origin,
        .realtime_ns = (uint64_t)clock_ns(CLOCK_REALTIME),
        .last_serial = recorder.accounts.serial,
    };
    uint32_t taken;

    short_ways_tally();
    if (!prepare()) {
        recorder.store.header->checkpoints_dropped++;
        return 0;
    }
    if (length > 0) {
        checkpoint.label = store_text(&recorder.store, kept, length);
    }
    taken = marks_take(&marks, checkpoint);
    if (origin == LEDGER_CHECKPOINT_ENTER ||
        origin == LEDGER_CHECKPOINT_LEAVE) {
        recorder.in_region = origin == LEDGER_CHECKPOINT_ENTER;
    }
    if (taken != 0) {
        note_border(taken, origin);
        followed_note(&marks, kept, origin);
    }
    census_take(kept, false);
    return taken;
}

void
checkpoint_request(const char *label, enum ledger_checkpoint_origin origin)
{
    int kept_errno = errno;
    bool taken = false;

    if (!recorder.recording) {
        return;
    }
    if (turn_take_if_several()) {
        taken = !recorder.busy && thread_record_here() != NULL;
        if (taken) {
            recorder.busy = true;
            checkpoint_take(label, origin);
            recorder.busy = false;
        }
        turn_give_if_several();
    }
    if (!taken && !requested) {
        copy_label(requested_label, label);
        requested_origin = origin;
        requested = true;
        recorder.checkpoints = true;
    }
    errno = kept_errno;
}

static bool
time_is_up(void)
{
    int64_t now;

    if (next_ns == 0 || ++polls % POLLS_BETWEEN_LOOKS != 0) {
        return false;
    }
    now = clock_ns(CLOCK_MONOTONIC);
    if (now < next_ns) {
        return false;
    }
    next_ns = now + interval_ns();
    return true;
}

void
checkpoint_call(void (*function)(void))
{
    called = function;
    recorder.checkpoints = true;
}

void
checkpoint_answer(void (*function)(void))
{
    answer = function;
}

void
checkpoint_poll(bool at_entry)
{
    if (answer != NULL && checkpoint_is_asked()) {
        answer();
    }
    if (called != NULL) {
        void (*function)(void) = called;

        called = NULL;
        function();
    }
    if (!at_entry && recorder.options.census == OPTIONS_CENSUS_ALWAYS) {
        return;
    }
    if (requested) {
        checkpoint_take(requested_label, requested_origin);
        requested = false;
    }
    if (signalled) {
        signalled = 0;
        checkpoint_take(NULL, LEDGER_CHECKPOINT_SIGNAL);
    }
    if (time_is_up()) {
        checkpoint_take(NULL, LEDGER_CHECKPOINT_INTERVAL);
    }
}
