#include "probe/watch/growing.h"

#include "base/clock.h"
#include "base/mapping.h"
#include "ledger/hash.h"
#include "probe/admission/kinds.h"
#include "probe/state/recorder.h"
#include "probe/state/suspects.h"
#include "probe/watch/survey_time.h"

#include <stddef.h>

enum {
    SLOTS_MIN = 1 << 8,
    SLOTS_MAX = 1 << 14,
    PROBES_MAX = 16,
    NUMBER_MIN = 12,
    ROUNDS_MIN = 3,
    STEADY_FACTOR = 10,
    GROWN_MAX = 128,
    PICKED_MAX = 200,
    PICKED_ALONE_MAX = 12,
    VAIN_MAX = 10,
    ACCOUNTS_MAX = 1 << 22,
    ACCOUNT_NS = 15, /* what a survey takes: the clock would say what others */
    SLOT_NS = 10,    /* ... took of the processor meanwhile, too */
};

struct count {
    struct kind kind;
    uint32_t number; /* objects, or references */
    uint32_t more;   /* than at the survey before */
    uint32_t rounds; /* surveys in a row in which it grew steadily */
    uint32_t picked;
    uint32_t vain; /* searches for slots, since one was found */
};

/* In a key: the rest of it is a kind, and not a stack tag. */
#define KEY_KIND ((uint32_t)1 << 31)

/* Objects and references by their kinds, in so many slots: a power of two. */
struct table {
    struct count *at;
    uint32_t slots;
};

/* Of the last survey, and room for the next. */
static struct table counts, others;
static uint64_t counted, births_before; /* at the last survey */

/* Those of the last survey that grow. */
static struct count *grown[GROWN_MAX];
static uint32_t grown_count;

/* Its own, or an empty one; NULL: no room. */
static struct count *
count_of(const struct table *table, struct kind kind)
{
    uint64_t at = hash_mix(kind.key, kind.alone) >> 20;

    for (uint32_t i = 0; table->slots > 0 && i < PROBES_MAX; i++, at++) {
        struct count *count = &table->at[at & (table->slots - 1)];

        if (count->kind.key == 0 ||
            (count->kind.key == kind.key && count->kind.alone == kind.alone)) {
            return count;
        }
    }
    return NULL;
}

static void
add(uint32_t key, bool alone, uint32_t number)
{
    struct kind kind = { key, alone };
    struct count *count = key != 0 ? count_of(&others, kind) : NULL;

    if (count != NULL) {
        count->kind = kind;
        count->number += number;
    }
}

/* What an import makes comes in bursts, what a loop makes does not. */
static bool
is_steady(const struct count *now, const struct count *before)
{
    return now->more <= STEADY_FACTOR * before->more &&
           before->more <= STEADY_FACTOR * now->more;
}

/* Of suspects an earlier run has said that they become more. */
static uint32_t
rounds_of(const struct count *now, const struct count *before)
{
    bool suspected = suspects_are_named();

    if (now->more == 0) {
        return suspected ? before->rounds : 0;
    }
    return suspected || is_steady(now, before) ? before->rounds + 1 : 1;
}

uint32_t
growing_key(uint32_t account)
{
    uint32_t kind = kinds_of(account);

    return kind != 0 ? kind | KEY_KIND
                     : store_account(&recorder.store, account)->birth;
}

void
growing_ask(struct kind kind)
{
    if (!kind.alone && (kind.key & KEY_KIND) != 0) {
        kinds_ask(kind.key & ~KEY_KIND);
    }
}

/* Of suspected types each object has an account, and stands for its birth. */
static bool
is_of_interest(const struct ledger_account *account)
{
    return !suspects_are_named() ||
           (store_type(&recorder.store, account->type)->flags &
            LEDGER_TYPE_SUSPECTED) != 0;
}

/* Also those of which only some have accounts. */
static void
add_kinds(void)
{
    struct course_kinds kinds = kinds_overview();
    uint32_t count = !suspects_are_named() ? kinds.many_count : 0;

    for (uint32_t i = 0; i < count; i++) {
        const struct ledger_kind *kind =
            store_kind(&recorder.store, kinds.many[i]);

        if (kind->accounts > 0) {
            add(kinds.many[i] | KEY_KIND, false,
                kind->alive < UINT32_MAX ? (uint32_t)kind->alive : UINT32_MAX);
        }
    }
}

/* Those of the last survey, and one for each that was born since. */
static void
make_room(void)
{
    uint64_t births = recorder.store.header->births,
             most = 2 * (counted + births - births_before +
                         kinds_overview().many_count);

    births_before = births;
    others.slots = SLOTS_MIN;
    while (others.slots < SLOTS_MAX && others.slots < most) {
        others.slots *= 2;
    }
    for (uint32_t i = 0; i < others.slots; i++) {
        others.at[i] = (struct count){ .number = 0 };
    }
}

static void
add_accounts(uint32_t accounts)
{
    for (uint32_t i = 1; i < accounts; i++) {
        const struct ledger_account *account =
            store_account(&recorder.store, i);

        if (account->state == LEDGER_ACCOUNT_BORN && account->references > 0 &&
            is_of_interest(account)) {
            if (kinds_of(i) == 0) {
                add(account->birth, false, 1);
            }
            if (account->references >= NUMBER_MIN &&
                account->references < INT32_MAX) {
                add(i, true, (uint32_t)account->references);
            }
        }
    }
}

/* What is known of it from the survey before. */
static void
compare(struct count *now)
{
    const struct count *before =
        now->kind.key != 0 ? count_of(&counts, now->kind) : NULL;

    if (before != NULL && before->kind.key != 0) {
        now->more =
            now->number > before->number ? now->number - before->number : 0;
        now->rounds = rounds_of(now, before);
        now->picked = before->picked;
        now->vain = before->vain;
    }
}

static void
survey(uint32_t accounts)
{
    struct table last = counts;

    make_room();
    add_accounts(accounts);
    add_kinds();
    counted = grown_count = 0;
    for (uint32_t i = 0; i < others.slots; i++) {
        struct count *now = &others.at[i];

        compare(now);
        counted += now->kind.key != 0;
        if (now->number >= NUMBER_MIN && now->rounds >= ROUNDS_MIN &&
            grown_count < GROWN_MAX) {
            grown[grown_count++] = now;
        }
    }
    counts = others;
    others = last;
}

/* Takes about so long. */
static int64_t
survey_ns(uint64_t accounts)
{
    return (int64_t)accounts * ACCOUNT_NS + (int64_t)counts.slots * SLOT_NS;
}

/* False: there is no memory. */
static bool
have_tables(void)
{
    if (counts.at == NULL) {
        counts.at = mapping_zeroed(SLOTS_MAX * sizeof *counts.at);
        others.at = mapping_zeroed(SLOTS_MAX * sizeof *others.at);
    }
    return counts.at != NULL && others.at != NULL;
}

bool
growing_can_count(void)
{
    uint64_t accounts = *recorder.store.tables[LEDGER_ACCOUNTS].used;

    return accounts >= NUMBER_MIN && accounts <= ACCOUNTS_MAX;
}

bool
growing_is_pending(int64_t now_ns)
{
    return grown_count > 0 ||
           (growing_can_count() && survey_time_allows(now_ns));
}

bool
growing_survey(bool anew, int64_t now_ns)
{
    uint64_t accounts = *recorder.store.tables[LEDGER_ACCOUNTS].used;
    int64_t processor_ns;

    if (!anew || !growing_can_count() || !survey_time_allows(now_ns)) {
        return grown_count > 0;
    }
    processor_ns = clock_process_ns();
    if (survey_time_was_used(now_ns, processor_ns)) {
        if (have_tables()) {
            survey((uint32_t)accounts);
        }
        survey_time_took(survey_ns(accounts), now_ns, processor_ns);
    }
    return grown_count > 0;
}

struct kind
growing_pick(bool alone, bool (*may)(struct kind kind))
{
    struct count *best = NULL;

    for (uint32_t i = 0; i < grown_count; i++) {
        struct count *one = grown[i];

        if (one->kind.alone == alone &&
            one->picked < (alone ? PICKED_ALONE_MAX : PICKED_MAX) &&
            may(one->kind) &&
            (best == NULL || (uint64_t)one->rounds * (best->picked + 1) >
                                 (uint64_t)best->rounds * (one->picked + 1))) {
            best = one;
        }
    }
    if (best == NULL) {
        return (struct kind){ 0, false };
    }
    best->picked++;
    return best->kind;
}

struct kind
growing_at(uint32_t n)
{
    return grown_count > 0 ? grown[n % grown_count]->kind
                           : (struct kind){ 0, false };
}

void
growing_leave_out(struct kind kind)
{
    struct count *count = count_of(&counts, kind);

    if (count != NULL && count->kind.key != 0) {
        count->picked = PICKED_MAX;
    }
}

void
growing_tell(struct kind kind, bool found)
{
    struct count *count = count_of(&counts, kind);

    if (count != NULL && count->kind.key != 0) {
        count->vain = found ? 0 : count->vain + 1;
        if (count->vain >= VAIN_MAX && !kind.alone) {
            count->picked = PICKED_MAX;
        }
    }
}

uint32_t
growing_picked(struct kind kind)
{
    const struct count *count = count_of(&counts, kind);

    return count != NULL ? count->picked : 0;
}

void
growing_forget(void)
{
    counts.slots = grown_count = 0;
    counted = births_before = 0;
    survey_time_forget();
}
