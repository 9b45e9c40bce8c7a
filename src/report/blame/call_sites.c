#include "report/blame/call_sites.h"

#include <math.h>
#include <stdlib.h>

#include "ledger/hash.h"
#include "report/evidence/conservation.h"
#include "report/text/memory.h"

/* Objects that are looked at, of all of the suspect's. */
enum { OBJECTS_MAX = 100 };

/* What may be missing from a number that is the same. */
static const double TOLERANCE = .1;

/* A place in a function, and what it called there. */
struct call_site {
    uint64_t key;
    uint32_t function;
    double now;     /* net, of the object that is being looked at */
    double all;     /* of all objects */
    uint32_t equal; /* objects of which it has as many as are too many */
};

struct call_sites {
    struct call_site *items;
    size_t count;
    struct number_index index;
};

static struct call_site *
site_of(struct call_sites *sites, const struct stack *stack, size_t frame)
{
    const struct stack_frame *at = &stack->frames[frame];
    uint32_t callee = frame > 0 ? stack->frames[frame - 1].function + 1 : 0;
    uint64_t key =
        hash_mix(hash_mix(at->function + 1, callee),
                 at->line != 0 ? at->line : ~(uint64_t)at->place->number);
    struct number_index *index = &sites->index;

    if (number_index_grow(index)) {
        for (size_t i = 0; i < sites->count; i++) {
            number_index_add(index, sites->items[i].key, (uint32_t)i);
        }
    }
    for (size_t i = key & (index->room - 1); index->slots[i] != 0;
         i = (i + 1) & (index->room - 1)) {
        if (sites->items[index->slots[i] - 1].key == key) {
            return &sites->items[index->slots[i] - 1];
        }
    }
    sites->items = (struct call_site *)memory_room(sites->items, sites->count,
                                                   sizeof *sites->items);
    sites->items[sites->count] =
        (struct call_site){ .key = key, .function = at->function };
    number_index_add(index, key, (uint32_t)sites->count);
    return &sites->items[sites->count++];
}

static bool
is_equal(double a, double b)
{
    return fabs(a - b) <= TOLERANCE * b;
}

/* Adds up one object's changes by call site, and compares. */
static void
look_at(const struct blame_sources *sources, uint32_t account, double too_many,
        struct call_sites *sites)
{
    struct stack stack = { 0 };

    for (uint32_t e = ledger_account_at(sources->ledger, account)->entries;
         e != 0; e = ledger_entry_at(sources->ledger, e)->next) {
        const struct ledger_entry *entry = ledger_entry_at(sources->ledger, e);

        if (!conservation_counts(sources->stacks, entry->tag)) {
            continue;
        }
        stacks_fill(sources->stacks, entry->tag, &stack);
        for (size_t f = 0; f < stack.relevant; f++) {
            if (!stack.frames[f].evaluator) {
                site_of(sites, &stack, f)->now +=
                    (double)entry->taken - (double)entry->released;
            }
        }
    }
    stack_clear(&stack);
    for (size_t i = 0; i < sites->count; i++) {
        struct call_site *site = &sites->items[i];

        site->equal += site->now > 0 && is_equal(site->now, too_many);
        site->all += site->now;
        site->now = 0;
    }
}

/* Each function is as suspect as its most suspect place. */
static void
argue(const struct call_sites *sites, double objects, double too_many,
      struct hypotheses *hypotheses)
{
    for (size_t h = 0; h < hypotheses->count; h++) {
        struct hypothesis *one = &hypotheses->items[h];

        if (one->mechanism != MECHANISM_KEPT) {
            continue;
        }
        for (size_t i = 0; i < sites->count; i++) {
            const struct call_site *site = &sites->items[i];
            double equal = site->equal / objects;

            if (site->function != one->function || site->all <= 0) {
                continue;
            }
            one->values[WEIGHED_CALL_EQUALS] =
                fmax(one->values[WEIGHED_CALL_EQUALS],
                     is_equal(site->all, too_many));
            one->values[WEIGHED_CALL_EQUALS_EACH] =
                fmax(one->values[WEIGHED_CALL_EQUALS_EACH], equal);
        }
    }
}

void
call_sites_argue(const struct blame_sources *sources,
                 const struct suspect *suspect, struct hypotheses *hypotheses)
{
    struct call_sites sites = { 0 };
    size_t step = suspect->account_count / OBJECTS_MAX + 1;
    double each = 1, all = 0, objects = 0, left = 0;

    for (size_t i = 0; i < suspect->account_count; i++) {
        all += (double)ledger_account_at(sources->ledger, suspect->accounts[i])
                   ->references;
    }
    /* Owners have some of them. */
    if (suspect->account_count > 1 && all > 0) {
        each = (double)suspect->references / all;
    }
    for (size_t i = 0; i < suspect->account_count; i += step) {
        double too_many =
            suspect->account_count == 1
                ? (double)suspect->references
                : each * (double)ledger_account_at(sources->ledger,
                                                   suspect->accounts[i])
                             ->references;

        look_at(sources, suspect->accounts[i], too_many, &sites);
        left += too_many;
        objects++;
    }
    argue(&sites, objects, left, hypotheses);
    free(sites.items);
    free(sites.index.slots);
}
