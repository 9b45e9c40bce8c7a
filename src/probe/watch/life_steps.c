#include "probe/watch/life_steps.h"

#include "ledger/pending.h"
#include "probe/admission/kinds.h"
#include "probe/admission/resting.h"
#include "probe/stack/python_stack.h"
#include "probe/state/recorder.h"

enum {
    LIVES_MAX = 60,  /* objects */
    EACH_MAX = 4,    /* of them, of one kind */
    NUMBER_MIN = 4,  /* of a kind */
    STEPS_MAX = 128, /* of one object: more has one that everybody uses */
};

static struct {
    struct life {
        uint32_t account; /* 0: none */
        uint64_t serial;
        uint32_t first; /* of STEPS_MAX records, 0: not yet */
        uint32_t count;
    } lives[LIVES_MAX];
    bool ended;
} steps;

static struct life *
life_of(uint32_t account)
{
    for (int i = 0; i < LIVES_MAX; i++) {
        struct life *life = &steps.lives[i];

        if (life->account == account &&
            life->serial == store_account(&recorder.store, account)->serial) {
            return life;
        }
    }
    return NULL;
}

static bool
is_over(const struct life *life)
{
    const struct ledger_account *now =
        store_account(&recorder.store, life->account);

    return now->state == LEDGER_ACCOUNT_FREE || now->serial != life->serial;
}

/* Its records are those of the next. */
static void
drop(struct life *life)
{
    for (uint32_t i = 0; i < life->count; i++) {
        *store_step(&recorder.store, life->first + i) =
            (struct ledger_step){ 0 };
    }
    life->account = 0;
    life->count = 0;
}

/* The oldest gives way; NULL: there are enough of that kind. */
static struct life *
free_life(uint32_t kind)
{
    struct life *found = &steps.lives[0];
    int alike = 0;

    for (int i = 0; i < LIVES_MAX; i++) {
        struct life *life = &steps.lives[i];

        if (life->account != 0 && is_over(life)) {
            drop(life);
        }
        alike += life->account != 0 && kinds_of(life->account) == kind;
        if (found->account != 0 &&
            (life->account == 0 || life->serial < found->serial)) {
            found = life;
        }
    }
    if (alike >= EACH_MAX) {
        return NULL;
    }
    drop(found);
    return found;
}

static void
add(struct life *life, uint32_t tag, uint32_t python, int64_t change)
{
    *store_step(&recorder.store, life->first + life->count++) =
        (struct ledger_step){
            .serial = life->serial,
            .account = life->account,
            .tag = tag,
            .python = python,
            .change = (int32_t)change,
            .kind = kinds_of(life->account),
        };
}

bool
life_steps_want(uint32_t number)
{
    const struct ledger_kind *kind = store_kind(&recorder.store, number);

    return number != 0 && recorder.stack_mode == LEDGER_STACK_FULL &&
           kind->accounts >= NUMBER_MIN && kind->alive >= kind->most &&
           (kind->accounts & (kind->accounts - 1)) <= 1 && !steps.ended;
}

void
life_steps_begin(const struct thread_record *thread, uint32_t index)
{
    struct ledger_account *account = store_account(&recorder.store, index);
    struct life *life = free_life(kinds_of(index));
    struct pending_step birth;

    if (life == NULL || account->pending != 1) {
        return;
    }
    if (life->first == 0) {
        life->first = store_add(&recorder.store, LEDGER_STEPS, STEPS_MAX);
    }
    if (life->first == 0) {
        return;
    }
    resting_wake(index);
    account->flags |= LEDGER_ACCOUNT_WATCHED;
    life->account = index;
    life->serial = account->serial;
    birth = pending_step(store_pending(&recorder.store, index), 0);
    add(life, birth.tag, python_stack_whole(thread), birth.delta);
}

void
life_steps_change(const struct thread_record *thread, uint32_t account,
                  const struct change *change)
{
    struct life *life = steps.ended ? NULL : life_of(account);
    uint32_t python;

    if (life == NULL || change->after == change->before) {
        return;
    }
    if (change->tag == 0 || change->after <= 0 || life->count == STEPS_MAX) {
        drop(life);
        return;
    }
    python = python_stack_whole(thread);
    if (python != 0 && change->after > change->before) {
        python = python_stack_taking(python);
    }
    add(life, change->tag, python, change->after - change->before);
}

bool
life_steps_follow(uint32_t account)
{
    return !steps.ended && life_of(account) != NULL;
}

void
life_steps_end(void)
{
    steps.ended = true;
}

void
life_steps_forget(void)
{
    for (int i = 0; i < LIVES_MAX; i++) {
        steps.lives[i] = (struct life){ 0 };
    }
    steps.ended = false;
}
