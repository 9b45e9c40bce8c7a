#include "report/blame/deficit.h"

#include <stdlib.h>

#include "report/evidence/conservation.h"
#include "report/text/memory.h"

/* A place with less than this share of the fall is none of its causes. */
static const double PLACE_SHARE_MIN = .1;

/* Whoever is blamed explains at least this share of the fall. */
static const double FALL_SHARE_MIN = .9;

/* From this chance on a taking is thought to be that of a container. */
static const double STORED_SHARE_MIN = .5;

/* Bugs are rarer in what all programs use than in a module. */
static const double INTERPRETER_WEIGHT = .1;

/* From here on a function's net is what is too few. */
static const double NET_FIT_MIN = .8;

/* A place of the account, seen from the Python code that led to it. */
struct place_change {
    const struct ledger_entry *entry;
    struct stack stack;
    uint32_t python;
    size_t native; /* frames inside of the innermost evaluator */
    double net;    /* without what containers take and give up */
    bool disposed; /* a container gave it up */
};

/* What a container takes is given back when it dies, wherever that is. */
static double
net_of(const struct blame_sources *sources, const struct place_change *change)
{
    double net = 0;

    if (settling_stored(sources->settling, false, &change->stack) <
        STORED_SHARE_MIN) {
        net += change->entry->taken;
    }
    if (!change->disposed) {
        net -= change->entry->released;
    }
    return net;
}

static void
fill_change(const struct blame_sources *sources,
            const struct ledger_entry *entry, struct place_change *change)
{
    change->entry = entry;
    stacks_fill(sources->stacks, entry->tag, &change->stack);
    change->python = entry->python != 0 ? entry->python : change->stack.python;
    change->native = stack_native(&change->stack);
    change->disposed =
        stack_disposed(sources->symbols, &change->stack, change->native);
    change->net = net_of(sources, change);
}

/* Did this happen in the same call, that of frame `frame` of `call`? */
static bool
is_inside(const struct place_change *change, const struct place_change *call,
          size_t frame)
{
    size_t depth = call->native - frame;

    if (change->python != call->python || change->native < depth) {
        return false;
    }
    for (size_t i = 1; i <= depth; i++) {
        if (change->stack.frames[change->native - i].function !=
            call->stack.frames[call->native - i].function) {
            return false;
        }
    }
    return true;
}

/* Is what was released there missing in each call on the way out? */
static bool
is_missing(const struct place_change *changes, size_t count,
           const struct place_change *released)
{
    for (size_t f = 0; f < released->native; f++) {
        double net = 0;

        for (size_t i = 0; i < count; i++) {
            if (is_inside(&changes[i], released, f)) {
                net += changes[i].net;
            }
        }
        if (net > -FALL_SHARE_MIN * (double)released->entry->released) {
            return false;
        }
    }
    return true;
}

/* Do healthy objects end there too? */
static bool
is_ordinary(const struct blame_sources *sources,
            const struct place_change *released)
{
    return settling_seen(sources->settling, SETTLING_RELEASED, &released->stack,
                         0)
               .total > 0;
}

/*
 * Which share of the changes has a stack since a place was seen first: an
 * account that rested for a while has fewer.
 */
static double
share_recorded(const struct ledger_account *account,
               const struct place_change *changes, size_t count,
               const struct ledger_entry *since)
{
    uint32_t all = account->changes - since->first + 1;
    double recorded = 0;

    if ((account->flags & LEDGER_ACCOUNT_RESTED) == 0) {
        return 1;
    }
    for (size_t i = 0; i < count; i++) {
        const struct ledger_entry *entry = changes[i].entry;

        /* Most of its changes are younger. */
        if (entry->first + (entry->last - entry->first) / 2 >= since->first) {
            recorded += (double)entry->taken + (double)entry->released;
        }
    }
    return recorded > 0 && recorded < all ? recorded / all : 1;
}

/* `lent`: its code says so, and where; or NULL. */
static void
credit(const struct place_change *released, size_t frame, double score,
       const struct fate_lent *lent, struct candidates *candidates)
{
    struct candidate *candidate =
        candidates_of(candidates, released->stack.frames[frame].function);

    candidate->score += score;
    if (score > candidate->best) {
        candidate->best = score;
        candidate->tag = released->entry->tag;
        candidate->python = released->python;
        candidate->frame = lent != NULL ? lent->place_frame : frame;
        candidate->alone = lent != NULL ? lent->place : NULL;
        candidate->evidence = (struct evidence){ .reached = 1, .settles = 1 };
    }
}

/* Only those that explain the fall by themselves stay. */
static void
keep_sufficient(struct candidates *candidates, double fall)
{
    size_t kept = 0;

    for (size_t i = 0; i < candidates->count; i++) {
        if (candidates->items[i].score >= FALL_SHARE_MIN * fall) {
            candidates->items[kept++] = candidates->items[i];
        }
    }
    candidates->count = kept;
}

/* Those who released without having taken. */
static void
credit_places(const struct blame_sources *sources,
              const struct ledger_account *account,
              const struct place_change *changes, size_t count, double fall,
              bool ordinary, struct candidates *candidates)
{
    for (size_t i = 0; i < count; i++) {
        const struct ledger_entry *entry = changes[i].entry;
        double score =
            entry->released / share_recorded(account, changes, count, entry);

        if (changes[i].native > 0 && entry->released > 0 &&
            score >= PLACE_SHARE_MIN * fall && !changes[i].disposed &&
            (ordinary || !is_ordinary(sources, &changes[i])) &&
            is_missing(changes, count, &changes[i])) {
            credit(&changes[i], 0, score, NULL, candidates);
        }
    }
}

/*
 * The places that released without having taken; `ordinary`: also those that
 * balanced lives were released by.
 */
static void
blame_places(const struct blame_sources *sources, uint32_t account, double fall,
             bool ordinary, struct candidates *candidates)
{
    const struct ledger *ledger = sources->ledger;
    const struct ledger_account *record = ledger_account_at(ledger, account);
    struct place_change *changes = NULL;
    size_t count = 0;

    for (uint32_t e = record->entries; e != 0;
         e = ledger_entry_at(ledger, e)->next) {
        changes =
            (struct place_change *)memory_room(changes, count, sizeof *changes);
        changes[count] = (struct place_change){ 0 };
        fill_change(sources, ledger_entry_at(ledger, e), &changes[count++]);
    }
    credit_places(sources, record, changes, count, fall, ordinary, candidates);
    keep_sufficient(candidates, fall);
    for (size_t i = 0; i < count; i++) {
        stack_clear(&changes[i].stack);
    }
    free(changes);
}

static bool
in_interpreter(const struct blame_sources *sources, uint32_t function)
{
    uint32_t image = symbols_function(sources->symbols, function)->image;

    return (ledger_image_at(sources->ledger, image)->flags &
            LEDGER_IMAGE_MAIN) != 0;
}

/*
 * Of the interpreter's own functions many give back what another took; one that
 * takes and releases should come out even.
 */
static bool
may_lose(const struct blame_sources *sources,
         const struct conservation *conservation, uint32_t function)
{
    return !in_interpreter(sources, function) ||
           conservation_share(conservation, function) < 1;
}

/*
 * Whose code gives away more than it has of what came to it there. What takes an
 * object apart may release what that had, but once.
 */
static void
credit_code(const struct blame_sources *sources,
            const struct place_change *change, bool born, double fall,
            struct candidates *candidates)
{
    const struct stack *stack = &change->stack;
    bool released = change->entry->released > change->entry->taken;
    uint32_t count = released ? change->entry->released : change->entry->taken;

    if (count < PLACE_SHARE_MIN * fall) {
        return;
    }
    for (size_t f = 0; f < change->native; f++) {
        uint32_t function = stack->frames[f].function;
        uint32_t flags = symbols_function(sources->symbols, function)->flags;
        struct fate_lent lent;

        if (!in_interpreter(sources, function) &&
            (flags & (FUNCTION_ALLOCATOR | FUNCTION_GLUE)) == 0 &&
            fates_lent(sources->fates, stack, born, released, f, &lent) &&
            (lent.twice || (flags & FUNCTION_DISPOSER) == 0)) {
            credit(change, lent.frame, count, &lent, candidates);
            return;
        }
        if ((flags & FUNCTION_DISPOSER) != 0) {
            return;
        }
        if (released && !stack->frames[f].inlined) {
            return;
        }
    }
}

static void
blame_code(const struct blame_sources *sources, uint32_t account, double fall,
           struct candidates *candidates)
{
    const struct ledger *ledger = sources->ledger;
    const struct ledger_account *record = ledger_account_at(ledger, account);

    for (uint32_t e = record->entries; e != 0;
         e = ledger_entry_at(ledger, e)->next) {
        struct place_change change = { 0 };

        fill_change(sources, ledger_entry_at(ledger, e), &change);
        credit_code(sources, &change, change.entry->tag == record->birth, fall,
                    candidates);
        stack_clear(&change.stack);
    }
}

/* The innermost frame, up to the evaluator, whose net is what is too few. */
static bool
find_loser(const struct blame_sources *sources,
           const struct conservation *conservation, const struct stack *stack,
           size_t *frame)
{
    for (size_t f = 0; f < stack->relevant && !stack->frames[f].evaluator;
         f++) {
        uint32_t function = stack->frames[f].function;
        uint32_t flags = symbols_function(sources->symbols, function)->flags;

        if ((flags & FUNCTION_DISPOSER) != 0) {
            return false; /* what a container gives back, it had taken */
        }
        if ((flags & (FUNCTION_ALLOCATOR | FUNCTION_GLUE)) == 0 &&
            may_lose(sources, conservation, function) &&
            conservation_fit(conservation, function) >= NET_FIT_MIN) {
            *frame = f;
            return true;
        }
    }
    return false;
}

static void
blame_nets(const struct blame_sources *sources, uint32_t account,
           double too_few, struct candidates *candidates)
{
    const struct ledger *ledger = sources->ledger;
    struct conservation *conservation = conservation_create(
        ledger, sources->symbols, sources->stacks, &account, 1, -too_few);
    struct place_change change = { 0 };
    size_t frame;

    for (uint32_t e = ledger_account_at(ledger, account)->entries; e != 0;
         e = ledger_entry_at(ledger, e)->next) {
        change.entry = ledger_entry_at(ledger, e);
        stacks_fill(sources->stacks, change.entry->tag, &change.stack);
        change.python = change.entry->python != 0 ? change.entry->python
                                                  : change.stack.python;
        if (change.entry->released > 0 &&
            find_loser(sources, conservation, &change.stack, &frame)) {
            double weight =
                in_interpreter(sources, change.stack.frames[frame].function)
                    ? INTERPRETER_WEIGHT
                    : 1;

            credit(&change, frame, weight * change.entry->released, NULL,
                   candidates);
        }
    }
    stack_clear(&change.stack);
    conservation_free(conservation);
}

/* The entry of the change with that number, if it was a release. */
static const struct ledger_entry *
release_number(const struct ledger *ledger,
               const struct ledger_account *account, uint32_t number)
{
    for (uint32_t e = account->entries; e != 0;
         e = ledger_entry_at(ledger, e)->next) {
        const struct ledger_entry *entry = ledger_entry_at(ledger, e);

        if (entry->released > 0 && entry->last == number) {
            return entry;
        }
    }
    return NULL;
}

/*
 * The innermost function of one call in which both happened, at two places: its
 * frame on the stack of the later. False: there is none.
 */
static bool
find_call_of_both(const struct stack *before, const struct stack *last,
                  size_t *frame)
{
    size_t inner = before->relevant, at = last->relevant;
    bool found = false;

    while (inner > 0 && at > 0 &&
           before->frames[inner - 1].function ==
               last->frames[at - 1].function) {
        inner--;
        at--;
        found = before->frames[inner].place != last->frames[at].place;
        *frame = at;
        if (found) {
            break;
        }
    }
    while (found && inner > 0 && at > 0 && before->frames[inner - 1].inlined &&
           last->frames[at - 1].inlined &&
           before->frames[inner - 1].function ==
               last->frames[at - 1].function) {
        inner--;
        *frame = --at;
    }
    return found;
}

/*
 * An object that was released when it was dead, by the very call that had just
 * released it for the last time: there it was released twice.
 */
static void
blame_twice(const struct blame_sources *sources, uint32_t account, double fall,
            struct candidates *candidates)
{
    const struct ledger *ledger = sources->ledger;
    const struct ledger_account *record = ledger_account_at(ledger, account);
    struct place_change last = { 0 };
    struct stack before = { 0 };
    const struct ledger_entry *first =
        release_number(ledger, record, record->changes - 1);
    size_t frame;

    last.entry = release_number(ledger, record, record->changes);
    if (record->references >= 0 || first == NULL || last.entry == NULL ||
        first == last.entry) {
        return;
    }
    stacks_fill(sources->stacks, first->tag, &before);
    fill_change(sources, last.entry, &last);
    if (find_call_of_both(&before, &last.stack, &frame) &&
        !last.stack.frames[frame].evaluator &&
        !in_interpreter(sources, last.stack.frames[frame].function)) {
        credit(&last, frame, fall, NULL, candidates);
    }
    stack_clear(&before);
    stack_clear(&last.stack);
}

bool
deficit_is_certain(const struct ledger *ledger, uint32_t account, bool proved)
{
    return proved || (ledger_account_at(ledger, account)->flags &
                      LEDGER_ACCOUNT_OVERDRAWN) != 0;
}

void
deficit_blame(const struct blame_sources *sources, uint32_t account,
              double fall, bool proved, struct candidates *candidates)
{
    bool certain = deficit_is_certain(sources->ledger, account, proved);
    size_t before = candidates->count;

    if (certain) {
        blame_twice(sources, account, fall, candidates);
    }
    if (certain && candidates->count == before) {
        blame_code(sources, account, fall, candidates);
    }
    if (proved && candidates->count == before) {
        blame_nets(sources, account, fall, candidates);
    }
    if (candidates->count == before) {
        blame_places(sources, account, fall, false, candidates);
    }
    if (certain && candidates->count == before) {
        blame_code(sources, account, fall, candidates);
    }
    if (certain && candidates->count == before) {
        blame_places(sources, account, fall, true, candidates);
    }
}
