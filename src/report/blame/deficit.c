#include "report/blame/deficit.h"

#include "report/blame/deficit_frames.h"
#include "report/blame/deficit_places.h"
#include "report/blame/deficit_twice.h"
#include "report/blame/place_change.h"
#include "report/evidence/conservation.h"

/* Bugs are rarer in what all programs use than in a module. */
static const double INTERPRETER_WEIGHT = .1;

/* From here on a function's net is what is too few. */
static const double NET_FIT_MIN = .8;

/*
 * Of the interpreter's own functions many give back what another took; one that
 * takes and releases should come out even.
 */
static bool
may_lose(const struct blame_sources *sources,
         const struct conservation *conservation, uint32_t function)
{
    return !symbols_in_interpreter(sources->symbols, function) ||
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

        if (!symbols_in_interpreter(sources->symbols, function) &&
            (flags & (FUNCTION_ALLOCATOR | FUNCTION_GLUE)) == 0 &&
            fates_lent(sources->fates, stack, born, released, f, &lent) &&
            (lent.twice || (flags & FUNCTION_DISPOSER) == 0)) {
            place_change_credit(change, lent.frame, count,
                                released ? NULL : &lent, candidates);
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

        place_change_fill(sources, ledger_entry_at(ledger, e), &change);
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
                symbols_in_interpreter(sources->symbols,
                                       change.stack.frames[frame].function)
                    ? INTERPRETER_WEIGHT
                    : 1;

            place_change_credit(&change, frame, weight * change.entry->released,
                                NULL, candidates);
        }
    }
    stack_clear(&change.stack);
    conservation_free(conservation);
}

bool
deficit_is_certain(const struct ledger *ledger, uint32_t account, bool proved)
{
    return proved || (ledger_account_at(ledger, account)->flags &
                      LEDGER_ACCOUNT_OVERDRAWN) != 0;
}

bool
deficit_of_all(const struct ledger *ledger, uint32_t account)
{
    const struct ledger_account *record = ledger_account_at(ledger, account);

    return record->state == LEDGER_ACCOUNT_ADOPTED &&
           (record->flags & LEDGER_ACCOUNT_OVERDRAWN) != 0 &&
           record->references <= 0;
}

bool
deficit_blame(const struct blame_sources *sources, uint32_t account,
              double fall, bool proved, struct candidates *candidates)
{
    bool certain = deficit_is_certain(sources->ledger, account, proved), shown;
    bool shared = deficit_of_all(sources->ledger, account);
    size_t before = candidates->count;

    if (certain) {
        deficit_twice(sources, account, fall, candidates);
    }
    if (certain && candidates->count == before) {
        deficit_frames(sources, account, fall, candidates);
    }
    if (certain && candidates->count == before) {
        blame_code(sources, account, fall, candidates);
    }
    shown = candidates->count > before;
    if (proved && !shared && candidates->count == before) {
        blame_nets(sources, account, fall, candidates);
    }
    if (candidates->count == before) {
        deficit_places(sources, account, fall, false, candidates);
    }
    if (certain && !shared && candidates->count == before) {
        deficit_places(sources, account, fall, true, candidates);
        /* What was taken elsewhere is released there in balance, too. */
        candidates->unclear |= candidates->count > before;
    }
    /* The code of one at most is wrong. */
    candidates->unclear |= shown && candidates->count > 1;
    return shown;
}
