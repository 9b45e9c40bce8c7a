#include "probe/census/moments.h"

#include "base/clock.h"
#include "base/mapping.h"
#include "ledger/courses.h"
#include "ledger/rises.h"
#include "ledger/ticks.h"
#include "probe/admission/kinds.h"
#include "probe/census/early_looks.h"
#include "probe/images/adopt_watch.h"
#include "probe/images/unseen.h"
#include "probe/stack/activation_import.h"
#include "probe/stack/activations.h"
#include "probe/state/short_ways.h"

enum {
    CLASSES = 1 << 18,
    FIRST_DISTANCE = 4096,       /* changes between two moments */
    TIME_SHARE = 100,            /* one part in so many may be spent here ... */
    SPENT_AT_ONCE_NS = 20000000, /* ... and so much more */
    IMPORTING = 16, /* changes of imports are worth one of the program's work */
    ACCOUNT_NS = 2, /* to count an account */
    LOOKED_AT_ONCE_NS = 5000000, /* for looks in between */
    LOOKS_SHARE = 200,
    LOOK_NS = 2000,
    TICK_DISTANCE = 256,  /* changes between two ticks, which cost no more than
                            these do */
    APART_MOST = 1 << 23, /* changes: what makes more is a program */
    LOOKS = 4, /* at what rises in static data, from one moment to the next */
};

uint64_t moments_next;

static struct courses courses;
static struct ticks ticks;
static struct early_looks early_looks;
static uint64_t distance, next_moment, next_look;
static uint64_t counted; /* changes that count, at the last moment */
static int64_t begin_ns;
/* For moments, for looks at all counts with them, and for looks in between. */
static int64_t counted_ns, watched_ns, looked_ns;

/* What runs of the interpreter's own accord, and what imports. */
static struct {
    uint64_t changes;
    uint64_t last; /* changes until the last tick ... */
    uint64_t here; /* ... and since such a call began that lasted then */
    bool lasted;
    bool importing; /* the program did, at the last tick */
} apart;

static uint64_t
changes_that_count(void)
{
    return recorder.store.header->changes_seen - apart.changes;
}

/* Since the last tick, as far as the same went on. */
static void
set_apart(const struct thread_record *thread, int32_t live)
{
    struct ledger_header *header = recorder.store.header;
    bool lasts = activation_serves_interpreter(thread, live);
    bool importing = !lasts && activation_import(thread, live) >= 0;
    uint64_t changes = header->changes_seen - apart.last;

    if (!lasts) {
        apart.here = 0;
    }
    else if (apart.lasted && apart.here < APART_MOST) {
        apart.changes += changes;
        apart.here += changes;
    }
    /* Imports may last for long before a program comes to its work. */
    if (importing && apart.importing) {
        header->changes_importing += changes;
        next_moment += changes - changes / IMPORTING;
    }
    apart.last = header->changes_seen;
    apart.lasted = lasts;
    apart.importing = importing;
}

/* False: no memory, and nothing is counted. */
static bool
prepare(void)
{
    uint32_t *slots;

    if (courses.store != NULL) {
        return courses.classes != NULL;
    }
    courses.store = &recorder.store;
    distance = FIRST_DISTANCE;
    begin_ns = clock_ns(CLOCK_MONOTONIC);
    slots = mapping_zeroed(2 * CLASSES * sizeof *slots);
    if (slots != NULL) {
        slots_init(&courses.slots, slots, 2 * CLASSES - 1);
        courses.limit = CLASSES - 1;
        courses.classes = mapping_zeroed(CLASSES * sizeof *courses.classes);
    }
    return courses.classes != NULL;
}

/* False: no memory, and never will be. */
static bool
count(void)
{
    struct ledger_moment moment;

    if (!prepare()) {
        next_moment = UINT64_MAX;
        return false;
    }
    short_ways_tally();
    courses.kinds = kinds_overview();
    if (!recorder.accounts.tagged) {
        courses.kinds.of = NULL; /* they have no births to be told apart by */
    }
    moment = (struct ledger_moment){
        .realtime_ns = (uint64_t)clock_ns(CLOCK_REALTIME),
        .changes = changes_that_count(),
        .serial = recorder.accounts.serial,
    };
    if (!courses_count(&courses, moment)) {
        distance *= 2;
    }
    counted = moment.changes;
    /* Estimated, so that a busy machine does not make them fewer. */
    counted_ns +=
        ACCOUNT_NS * (int64_t)*recorder.store.tables[LEDGER_ACCOUNTS].used;
    next_moment = recorder.store.header->changes_seen + distance;
    return true;
}

static void
watch(void)
{
    adopt_watch(courses.alive);
    watched_ns += unseen_look_ns();
}

static uint64_t
alive(void)
{
    return courses.without_kind + kinds_overview().alive;
}

/* Since the first moment. */
static int64_t
lasted_ns(void)
{
    return courses.store == NULL ? 0 : clock_ns(CLOCK_MONOTONIC) - begin_ns;
}

/* Whether there is time for a look, of its own: moments are worth more. */
static bool
may_look(int64_t look_ns)
{
    if (looked_ns > LOOKED_AT_ONCE_NS + lasted_ns() / LOOKS_SHARE) {
        return false;
    }
    looked_ns += look_ns;
    return true;
}

static void
look_early(void)
{
    enum early_look look =
        early_looks_tick(&early_looks, recorder.store.header->changes_seen,
                         apart.importing || apart.lasted, distance / LOOKS);

    if (look != EARLY_LOOK_NONE && may_look(unseen_look_ns())) {
        adopt_watch_early(alive(), look == EARLY_LOOK_ANEW);
    }
}

static void
tick(void)
{
    ticks_add(&ticks,
              (struct tick){ changes_that_count(), recorder.accounts.serial });
    moments_next = recorder.store.header->changes_seen + TICK_DISTANCE;
}

static bool
has_time(int64_t spent_ns)
{
    return spent_ns <= SPENT_AT_ONCE_NS + lasted_ns() / TIME_SHARE;
}

/* The first one; then if the program has done something since the last: an
 * interpreter imports of its own accord, too. */
static bool
is_worth_a_moment(void)
{
    return courses.store == NULL ||
           (changes_that_count() != counted && has_time(counted_ns));
}

static void
take_in_time(void)
{
    uint64_t seen = recorder.store.header->changes_seen;

    if (seen < next_moment) {
        if (may_look(LOOK_NS)) {
            adopt_watch_closely(alive());
        }
    }
    else {
        next_moment = seen + distance;
        if (is_worth_a_moment() && count() && has_time(watched_ns)) {
            watch();
        }
    }
    next_look = seen + distance / LOOKS;
    next_look = next_look < next_moment ? next_look : next_moment;
}

void
moments_are_due(struct thread_record *thread, uint64_t stack_pointer)
{
    set_apart(thread, activation_live(thread, stack_pointer));
    tick();
    look_early();
    if (recorder.store.header->changes_seen >= next_look) {
        take_in_time();
    }
}

void
moments_end(void)
{
    if (moments_next != UINT64_MAX) {
        if (count()) {
            watch();
        }
        tick();
        if (kinds_numbers() != NULL) {
            rises_write(&recorder.store, &ticks, kinds_numbers());
        }
        moments_next = UINT64_MAX;
    }
}
