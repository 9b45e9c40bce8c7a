#include "report/detect/cycle.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report/detect/owned_finding.h"
#include "report/evidence/owners.h"
#include "report/finding/interpreters.h"
#include "report/input/ledger_load.h"
#include "report/text/memory.h"

enum { OBJECTS_MIN = 10 };

enum culprit {
    CULPRIT_NONE,
    CULPRIT_KEEPS,      /* its type tells, but does not let go */
    CULPRIT_INCOMPLETE, /* its tp_traverse leaves something out */
    CULPRIT_SILENT,     /* its type has no tp_traverse */
};

/* Everything by the number of a record of LEDGER_OWNED. */
struct graph {
    const struct report *report;
    uint32_t count;
    bool *outside;   /* somebody else owns it, or whoever owns it */
    uint8_t *blamed; /* enum culprit */
    const struct ledger_owner **left_out;
    uint32_t *starts; /* what a record owns: first in `owned` */
    uint32_t *owned;
};

static const struct ledger_owned *
record_at(const struct graph *graph, uint32_t record)
{
    return ledger_owned_at(graph->report->inputs.ledger, record);
}

/* The record of an owner, 0: it is no object that was recorded. */
static uint32_t
owner_record(const struct graph *graph, const struct ledger_owner *owner)
{
    const struct ledger_holder *holder =
        ledger_holder_at(graph->report->inputs.ledger, owner->holder);

    return holder->kind == LEDGER_HOLDER_OBJECT
               ? owners_record_at(graph->report->inputs.owners, holder->address)
               : 0;
}

/* Does every reference belong to an object that is recorded? */
static bool
is_closed(struct graph *graph, uint32_t record)
{
    const struct ledger_owned *owned = record_at(graph, record);
    uint64_t announced = 0, left_out = 0;

    for (uint32_t i = 0; i < owned->owner_count; i++) {
        const struct ledger_owner *owner = ledger_owner_at(
            graph->report->inputs.ledger, owned->first_owner + i);

        /* A pointer that owns nothing for certain is no way in. */
        if (ledger_holder_at(graph->report->inputs.ledger, owner->holder)
                ->kind >= LEDGER_HOLDER_INTERPRETER) {
            continue;
        }
        if (owner_record(graph, owner) == 0) {
            return false;
        }
        if ((owner->flags & LEDGER_OWNER_UNANNOUNCED) != 0) {
            left_out += owner->count;
        }
        else {
            announced += owner->count;
        }
    }
    return (owned->flags & LEDGER_OWNED_REACHED) == 0 &&
           announced >= (uint64_t)owned->edges &&
           owners_surplus(owned) <= left_out;
}

/* By owner, as counting sort does it. */
static void
link_records(struct graph *graph)
{
    uint32_t links = 0;

    for (int round = 0; round < 2; round++) {
        for (uint32_t r = 1; r < graph->count; r++) {
            const struct ledger_owned *owned = record_at(graph, r);

            for (uint32_t i = 0; i < owned->owner_count; i++) {
                const struct ledger_owner *owner = ledger_owner_at(
                    graph->report->inputs.ledger, owned->first_owner + i);
                uint32_t from = owner_record(graph, owner);

                if (round == 0) {
                    graph->starts[from + 1]++;
                    links++;
                }
                else {
                    graph->owned[graph->starts[from]++] = r;
                }
            }
        }
        if (round == 0) {
            for (uint32_t r = 0; r < graph->count; r++) {
                graph->starts[r + 1] += graph->starts[r];
            }
            graph->owned = (uint32_t *)memory_zeroed(links + 1, 4);
        }
    }
    /* The second round moved each start to its end. */
    memmove(graph->starts + 1, graph->starts,
            (size_t)graph->count * sizeof *graph->starts);
    graph->starts[0] = 0;
}

/* What an outsider owns is not a cycle of its own. */
static void
spread_outside(struct graph *graph)
{
    uint32_t *queue = (uint32_t *)memory_zeroed(graph->count + 1, 4);
    uint32_t head = 0, tail = 0;

    for (uint32_t r = 1; r < graph->count; r++) {
        graph->outside[r] = !is_closed(graph, r);
        if (graph->outside[r]) {
            queue[tail++] = r;
        }
    }
    while (head < tail) {
        uint32_t from = queue[head++];

        for (uint32_t i = graph->starts[from]; i < graph->starts[from + 1];
             i++) {
            uint32_t to = graph->owned[i];

            if (!graph->outside[to]) {
                graph->outside[to] = true;
                queue[tail++] = to;
            }
        }
    }
    free(queue);
}

/* Is it still there after everything was let go? */
static bool
survived(const struct graph *graph, uint32_t record)
{
    const struct ledger_owned *owned = record_at(graph, record);
    const struct ledger_account *account =
        ledger_account_at(graph->report->inputs.ledger, owned->account);

    return account->state != LEDGER_ACCOUNT_FREE &&
           account->serial == owned->serial && account->references > 0;
}

static bool
is_foreign(const struct graph *graph, const struct ledger_owned *owned)
{
    const struct ledger_type *type =
        ledger_type_at(graph->report->inputs.ledger, owned->type);
    char *name = ledger_printable(graph->report->inputs.ledger, type->name);
    bool foreign = name != NULL && strchr(name, '.') != NULL;

    free(name);
    return foreign;
}

/* True: some type is known to hide what it holds. */
static bool
find_culprits(struct graph *graph)
{
    bool known = false;

    for (uint32_t r = 1; r < graph->count; r++) {
        const struct ledger_owned *owned = record_at(graph, r);

        if (graph->outside[r] || !survived(graph, r)) {
            continue;
        }
        if ((owned->flags & LEDGER_OWNED_NO_TRAVERSE) != 0) {
            graph->blamed[r] = CULPRIT_SILENT;
            known = true;
        }
        for (uint32_t i = 0; i < owned->owner_count; i++) {
            const struct ledger_owner *owner = ledger_owner_at(
                graph->report->inputs.ledger, owned->first_owner + i);
            uint32_t from = owner_record(graph, owner);

            if ((owner->flags & LEDGER_OWNER_UNANNOUNCED) != 0 &&
                graph->blamed[from] != CULPRIT_SILENT) {
                graph->blamed[from] = CULPRIT_INCOMPLETE;
                graph->left_out[from] = owner;
                known = true;
            }
        }
    }
    for (uint32_t r = 1; !known && r < graph->count; r++) {
        if (!graph->outside[r] && survived(graph, r) &&
            is_foreign(graph, record_at(graph, r))) {
            graph->blamed[r] = CULPRIT_KEEPS;
        }
    }
    return known;
}

static char *
explain(const struct graph *graph, uint32_t record, const char *type)
{
    const struct ledger_owner *owner = graph->left_out[record];

    switch ((enum culprit)graph->blamed[record]) {
    case CULPRIT_SILENT:
        return memory_format("%s has no tp_traverse: the collector cannot see "
                             "what its objects hold",
                             type);
    case CULPRIT_INCOMPLETE:
        if (owner->slot != 0) {
            char *slot =
                ledger_printable(graph->report->inputs.ledger, owner->slot);
            char *text =
                memory_format("the tp_traverse of %s does not visit '%s'", type,
                              slot != NULL ? slot : "?");

            free(slot);
            return text;
        }
        return memory_format("the tp_traverse of %s does not visit what lies "
                             "%" PRIu64 " bytes into its objects",
                             type, owner->slot_number);
    default:
        return memory_format("%s has a tp_traverse, but its objects do not let "
                             "go: is there a tp_clear?",
                             type);
    }
}

/* A class that is defined again and again is one type to a reader. */
static bool
same_type(const struct ledger *ledger, uint32_t a, uint32_t b)
{
    uint32_t lengths[2];
    const char *names[2] = {
        ledger_text(ledger, ledger_type_at(ledger, a)->name, &lengths[0]),
        ledger_text(ledger, ledger_type_at(ledger, b)->name, &lengths[1]),
    };

    return a == b ||
           (names[0] != NULL && names[1] != NULL && lengths[0] == lengths[1] &&
            memcmp(names[0], names[1], lengths[0]) == 0);
}

/*
 * What else of their kinds is left over, now that everything was let go: most
 * had no account, and of some an owner had none. Where hardly any of a kind is
 * among them, what remains of it is there for another reason.
 */
static uint64_t
others_left(const struct graph *graph, const uint32_t *accounts, size_t count)
{
    const struct ledger *ledger = graph->report->inputs.ledger;
    uint32_t *members = (uint32_t *)memory_zeroed(
        ledger_used(ledger, LEDGER_KINDS) + 1, sizeof *members);
    uint64_t others = 0;

    for (size_t i = 0; i < count; i++) {
        members[ledger_kind_of(ledger, accounts[i])]++;
    }
    for (uint32_t k = 1; k < ledger_used(ledger, LEDGER_KINDS); k++) {
        const struct ledger_kind *kind = ledger_kind_at(ledger, k);

        if (members[k] > 0 && 2 * members[k] >= kind->accounts &&
            kind->alive > members[k]) {
            others += kind->alive - members[k];
        }
    }
    free(members);
    return others;
}

static void
add_others(const struct graph *graph, struct finding *finding, uint64_t others)
{
    if (others > 0) {
        finding->recorded = finding->objects;
        finding->objects += others;
        finding->references += others;
        interpreters_add(graph->report->inputs.ledger, finding,
                         finding->sites[0].tag, others);
    }
}

/* All culprits that were born like this one. */
static void
add_class(struct graph *graph, struct report *report, uint32_t first,
          bool *spoken_for)
{
    const struct ledger_owned *like = record_at(graph, first);
    uint32_t *accounts =
        (uint32_t *)memory_zeroed(graph->count, sizeof *accounts);
    size_t count = 0;
    uint8_t blamed = graph->blamed[first];

    for (uint32_t r = first; r < graph->count; r++) {
        const struct ledger_owned *owned = record_at(graph, r);

        if (graph->blamed[r] == blamed && owned->birth == like->birth &&
            same_type(report->inputs.ledger, owned->type, like->type)) {
            accounts[count++] = owned->account;
            spoken_for[owned->account] = true;
            graph->blamed[r] = CULPRIT_NONE;
        }
    }
    if (count >= OBJECTS_MIN) {
        struct finding *finding = owned_finding_add(
            report, VERDICT_CYCLE, like, like->birth, 0, accounts, count);

        add_others(graph, finding, others_left(graph, accounts, count));
        graph->blamed[first] = blamed;
        finding->why = explain(graph, first, finding->type);
        graph->blamed[first] = CULPRIT_NONE;
    }
    else {
        report->silent[SILENCE_FEW] += count;
    }
    free(accounts);
}

void
cycle_find(struct report *report, bool *spoken_for)
{
    uint32_t count = ledger_used(report->inputs.ledger, LEDGER_OWNED);
    struct graph graph = { .report = report, .count = count };

    if (!owners_known(report->inputs.owners) || count < 2 ||
        report->inputs.ledger->header->finalization != LEDGER_FINALIZED) {
        return;
    }
    graph.outside = (bool *)memory_zeroed(count, sizeof(bool));
    graph.blamed = (uint8_t *)memory_zeroed(count, 1);
    graph.left_out = (const struct ledger_owner **)memory_zeroed(
        count, sizeof *graph.left_out);
    graph.starts = (uint32_t *)memory_zeroed(count + 2, 4);
    link_records(&graph);
    spread_outside(&graph);
    find_culprits(&graph);
    for (uint32_t r = 1; r < count; r++) {
        if (graph.blamed[r] != CULPRIT_NONE) {
            add_class(&graph, report, r, spoken_for);
        }
    }
    free(graph.outside);
    free(graph.blamed);
    free(graph.left_out);
    free(graph.starts);
    free(graph.owned);
}
