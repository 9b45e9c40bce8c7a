#include "probe/watch/exit_watch.h"

#include "base/clock.h"
#include "probe/admission/resting.h"
#include "probe/state/recorder.h"
#include "probe/state/suspects.h"
#include "probe/watch/call_choice.h"
#include "probe/watch/growing.h"
#include "probe/watch/life_steps.h"
#include "probe/watch/watched_call.h"
#include "probe/watch/watcher.h"

#include <errno.h>

enum {
    CALLS_MAX = 2,        /* at a time: slots want breakpoints, too */
    BIRTH_PATIENCE = 512, /* events until another kind has its turn, */
    QUIET_PATIENCE = 256, /* ... since the object changed; */
    CHANGES_MAX = 256,    /* of it, then it is another one's turn, too, */
    WATCHED_MAX = 24,     /* ... and so many of its calls */
    VAIN_MAX = 64,        /* objects in a row of which nothing was watched */
    NAP_NS = 1000000000,  /* ... and then */
    HEAD_START_NS = 20000000,
    SHARE = 50, /* one in so many nanoseconds may be for breakpoints */
};

static struct {
    enum { IDLE, AWAITED, FOLLOWED } state;
    struct kind kind;
    const struct thread_record *thread;
    uint32_t account;
    uint64_t serial, object;
    int64_t references;        /* after its last change */
    uint32_t events;           /* since then, or since it is awaited */
    uint32_t changes, watched; /* that were seen; calls */
} subject;

static struct watched_call calls[CALLS_MAX];

static uint32_t turn, vain;
static int64_t began_ns, spent_ns, nap_ns;

static void
give_up(void)
{
    for (int i = 0; i < CALLS_MAX; i++) {
        watched_call_stop(&calls[i]);
    }
    if (subject.state == FOLLOWED) {
        if (watcher_is_same(subject.account, subject.serial) &&
            !life_steps_follow(subject.account)) {
            store_account(&recorder.store, subject.account)->flags &=
                (uint8_t)~LEDGER_ACCOUNT_WATCHED;
        }
        vain = subject.watched > 0 ? 0 : vain + 1;
    }
    watcher_falls_asleep(subject.state != IDLE);
    subject.state = IDLE;
}

static bool
is_sound(void)
{
    return watcher_is_same(subject.account, subject.serial) &&
           store_account(&recorder.store, subject.account)->references ==
               subject.references;
}

bool
exit_watch_awaits_owners(void)
{
    bool watching = false;

    for (int i = 0; i < CALLS_MAX; i++) {
        watching |= watched_call_is_on(&calls[i]);
    }
    return watching;
}

static void
look(uint64_t stack_pointer, uint64_t limit)
{
    struct watched_call_now now = { stack_pointer, subject.references,
                                    is_sound() };
    int64_t begin_ns;

    call_choice_returned(stack_pointer, limit);
    if (exit_watch_awaits_owners()) {
        begin_ns = clock_ns(CLOCK_MONOTONIC);
        for (int i = 0; i < CALLS_MAX; i++) {
            if (watched_call_is_on(&calls[i]) &&
                watched_call_look(&calls[i], &now)) {
                call_choice_returned(calls[i].to.stack_pointer, 0);
            }
        }
        spent_ns += clock_ns(CLOCK_MONOTONIC) - begin_ns;
    }
}

/* Another one may tell more. */
static bool
is_worn(void)
{
    return subject.events > QUIET_PATIENCE || subject.changes > CHANGES_MAX ||
           subject.watched == WATCHED_MAX;
}

static void
tick(void)
{
    subject.events++;
    if (subject.state == AWAITED
            ? subject.events > suspects_patience(BIRTH_PATIENCE)
            : !is_sound() || (is_worn() && !exit_watch_awaits_owners())) {
        give_up();
    }
}

static bool
watch(const struct change *change, const struct stack_return *to,
      uint32_t frame, uint64_t limit)
{
    struct watched_call *call =
        watched_call_is_on(&calls[0]) ? &calls[1] : &calls[0];

    if (watched_call_is_on(call) || !watched_call_may_begin() ||
        to->stack_pointer >= limit ||
        watcher_counts.breakpoints == CPU_BREAKPOINTS) {
        return false;
    }
    *call = (struct watched_call){
        .to = *to,
        .object = subject.object,
        .serial = subject.serial,
        .account = subject.account,
        .tag = change->tag,
        .frame = frame,
        .references = change->before,
    };
    if (!watched_call_begin(call, limit)) {
        return false;
    }
    call_choice_watched(to);
    recorder.owners_wanted = true;
    subject.watched++;
    return true;
}

static bool
may_spend(int64_t now_ns)
{
    began_ns = began_ns == 0 ? now_ns : began_ns;
    return spent_ns <= HEAD_START_NS + suspects_share(now_ns - began_ns, SHARE);
}

/* It is about to change. */
static void
follow_change(const struct change *change, const struct stack_start *start)
{
    int64_t begin_ns = clock_ns(CLOCK_MONOTONIC);
    struct stack_return returns[CALL_CHOICE_MAX];
    struct calls within = { returns, 0, change->site };
    size_t best;

    if (start->limit != 0) {
        within.count = native_stack_returns(start, returns, CALL_CHOICE_MAX);
    }
    while (change->after > change->before && subject.watched < WATCHED_MAX &&
           may_spend(begin_ns) &&
           (best = call_choice_best(&within)) < within.count &&
           watch(change, &returns[best], (uint32_t)best, start->limit)) {
    }
    call_choice_changed(&within, start->stack_pointer, start->limit);
    subject.references = change->after;
    subject.changes++;
    subject.events = 0;
    spent_ns += clock_ns(CLOCK_MONOTONIC) - begin_ns;
}

void
exit_watch_change(const struct thread_record *thread, uint32_t account,
                  const struct change *change, const struct stack_start *start)
{
    int kept_errno = errno;

    if (!exit_watch_follows(account)) {
        return;
    }
    if (thread != subject.thread || change->before != subject.references ||
        !is_sound()) {
        give_up();
    }
    else {
        look(start->stack_pointer, start->limit);
        follow_change(change, start);
    }
    errno = kept_errno;
}

/* `older`: calls that return to stack pointers above may have changed it. */
static void
follow(const struct thread_record *thread, uint32_t index, uint64_t older)
{
    struct ledger_account *account = store_account(&recorder.store, index);

    resting_wake(index);
    account->flags |= LEDGER_ACCOUNT_WATCHED;
    subject.state = FOLLOWED;
    subject.thread = thread;
    subject.account = index;
    subject.serial = account->serial;
    subject.object = account->object;
    subject.references = account->references;
    subject.events = 0;
    subject.changes = subject.watched = 0;
    call_choice_begin(subject.kind, older);
}

void
exit_watch_birth(const struct thread_record *thread, uint32_t account,
                 const struct change *change, const struct stack_start *start)
{
    int kept_errno = errno;

    if (subject.state == AWAITED && growing_key(account) == subject.kind.key) {
        follow(thread, account, UINT64_MAX); /* none is older than it is */
        follow_change(change, start);
    }
    else if (subject.state != IDLE) {
        if (subject.thread == thread) {
            look(start->stack_pointer, start->limit);
        }
        tick();
    }
    errno = kept_errno;
}

bool
exit_watch_follows(uint32_t account)
{
    return subject.state == FOLLOWED && subject.account == account;
}

static bool
may_follow(uint32_t index)
{
    const struct ledger_account *account =
        store_account(&recorder.store, index);

    return account->references > 0 &&
           (account->flags & LEDGER_ACCOUNT_WATCHED) == 0;
}

/* The next to be followed. */
static void
choose_subject(const struct thread_record *thread, uint64_t stack_pointer)
{
    int64_t now_ns = clock_ns(CLOCK_MONOTONIC);

    if (vain == VAIN_MAX) {
        nap_ns = now_ns + NAP_NS;
        vain = VAIN_MAX / 2;
    }
    subject.kind = growing_at(turn++);
    if (now_ns < nap_ns || !may_spend(now_ns) || subject.kind.key == 0) {
        return;
    }
    if (!subject.kind.alone) {
        subject.state = AWAITED;
        subject.events = 0;
        growing_ask(subject.kind);
    }
    else if (may_follow(subject.kind.key)) {
        follow(thread, subject.kind.key, stack_pointer);
    }
    watcher_pulse.awake += subject.state != IDLE;
}

void
exit_watch_tick(const struct moment *moment, bool begin)
{
    int kept_errno = errno;

    if (subject.state == FOLLOWED && subject.thread == moment->thread) {
        look(moment->stack_pointer, moment->limit);
    }
    if (subject.state != IDLE) {
        tick();
    }
    else if (begin && watched_call_may_begin()) {
        choose_subject(moment->thread, moment->stack_pointer);
    }
    errno = kept_errno;
}

void
exit_watch_end(void)
{
    give_up();
}

void
exit_watch_forget(void)
{
    for (int i = 0; i < CALLS_MAX; i++) {
        breakpoint_forget(&calls[i].breakpoint);
    }
    subject.state = IDLE;
}
