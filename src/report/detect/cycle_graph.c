#include "report/detect/cycle_graph.h"

#include <stdlib.h>
#include <string.h>

#include "report/evidence/owned_record.h"
#include "report/evidence/owners.h"
#include "report/evidence/type_functions.h"
#include "report/input/ledger_load.h"
#include "report/text/memory.h"

const struct ledger_owned *
cycle_graph_record(const struct cycle_graph *graph, uint32_t record)
{
    return ledger_owned_at(graph->inputs->ledger, record);
}

/* The record of an owner, or of the object behind which it is, in memory of C;
   0: it is no object that was recorded. */
static uint32_t
owner_record(const struct cycle_graph *graph, const struct ledger_owner *owner)
{
    const struct ledger *ledger = graph->inputs->ledger;
    const struct ledger_holder *holder =
        ledger_holder_at(ledger, owner->holder);

    if ((owner->flags & LEDGER_OWNER_UNANNOUNCED) != 0 &&
        holder->kind != LEDGER_HOLDER_OBJECT) {
        holder = ledger_holder_at(ledger, holder->parent);
    }
    return holder->kind == LEDGER_HOLDER_OBJECT
               ? owners_record_at(graph->inputs->owners, holder->address)
               : 0;
}

/* Does every reference belong to an object that is recorded? */
static bool
is_closed(struct cycle_graph *graph, uint32_t record)
{
    const struct ledger_owned *owned = cycle_graph_record(graph, record);
    uint64_t announced = 0, left_out = 0;

    for (uint32_t i = 0; i < owned->owner_count; i++) {
        const struct ledger_owner *owner =
            ledger_owner_at(graph->inputs->ledger, owned->first_owner + i);

        /* A pointer that owns nothing for certain is no way in. */
        if ((owner->flags & LEDGER_OWNER_UNANNOUNCED) == 0 &&
            ledger_holder_at(graph->inputs->ledger, owner->holder)->kind >=
                LEDGER_HOLDER_INTERPRETER) {
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
link_records(struct cycle_graph *graph)
{
    uint32_t links = 0;

    for (int round = 0; round < 2; round++) {
        for (uint32_t r = 1; r < graph->count; r++) {
            const struct ledger_owned *owned = cycle_graph_record(graph, r);

            for (uint32_t i = 0; i < owned->owner_count; i++) {
                const struct ledger_owner *owner = ledger_owner_at(
                    graph->inputs->ledger, owned->first_owner + i);
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
spread_outside(struct cycle_graph *graph)
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

/* Is it still there after everything was let go, and was let go by none? */
static bool
survived(const struct cycle_graph *graph, uint32_t record)
{
    const struct ledger_owned *owned = cycle_graph_record(graph, record);
    const struct ledger_account *account =
        ledger_account_at(graph->inputs->ledger, owned->account);

    return account->state != LEDGER_ACCOUNT_FREE &&
           account->serial == owned->serial && account->references > 0 &&
           owned_bereft_by(graph->inputs->ledger, account, owned) == NULL;
}

static bool
is_foreign(const struct cycle_graph *graph, const struct ledger_owned *owned)
{
    const struct ledger_type *type =
        ledger_type_at(graph->inputs->ledger, owned->type);
    char *name = ledger_printable(graph->inputs->ledger, type->name);
    bool foreign = name != NULL && strchr(name, '.') != NULL;

    free(name);
    return foreign;
}

/* How likely its objects do not let go; 0: they do. */
static int
keeps(const struct cycle_graph *graph, const struct ledger_owned *owned)
{
    struct type_functions functions;

    if (!is_foreign(graph, owned)) {
        return 0;
    }
    functions = type_functions_find(graph->inputs, owned);
    return !functions.known ? 1 : functions.clears ? 2 : 3;
}

/* Those whose tp_clear is missing; else who has one of his own. */
static void
suspect_keepers(struct cycle_graph *graph)
{
    uint32_t types = ledger_used(graph->inputs->ledger, LEDGER_TYPES);
    int8_t *likely = (int8_t *)memory_zeroed(types + 1, 1), most = 1;

    for (uint32_t r = 1; r < graph->count; r++) {
        const struct ledger_owned *owned = cycle_graph_record(graph, r);

        if (!graph->outside[r] && survived(graph, r) &&
            likely[owned->type] == 0) {
            likely[owned->type] = (int8_t)keeps(graph, owned);
            most = likely[owned->type] > most ? likely[owned->type] : most;
        }
    }
    for (uint32_t r = 1; r < graph->count; r++) {
        if (!graph->outside[r] && survived(graph, r) &&
            likely[cycle_graph_record(graph, r)->type] == most) {
            graph->blamed[r] = CULPRIT_KEEPS;
        }
    }
    free(likely);
}

/* What the collector could be told of, or what holds others without a word. */
static bool
is_left_out(const struct ledger_owner *owner, const struct ledger_owned *owned)
{
    return (owner->flags & LEDGER_OWNER_UNANNOUNCED) != 0 &&
           ((owner->flags & LEDGER_OWNER_NEEDLESS) == 0 ||
            (owned->flags & LEDGER_OWNED_NO_TRAVERSE) != 0);
}

/* Its type has a tp_traverse that tells of something else, or none at all. */
static void
leave_out(struct cycle_graph *graph, uint32_t from,
          const struct ledger_owner *owner, uint32_t type)
{
    bool silent = (cycle_graph_record(graph, from)->flags &
                   LEDGER_OWNED_NO_TRAVERSE) != 0;

    graph->left_out[from] = owner;
    graph->left_out_type[from] = type;
    if (graph->blamed[from] < CULPRIT_INCOMPLETE) {
        graph->blamed[from] = silent ? CULPRIT_SILENT : CULPRIT_INCOMPLETE;
    }
}

/* Some type is known to hide what it holds; else any of these may not let go. */
static void
find_culprits(struct cycle_graph *graph)
{
    bool known = false;

    for (uint32_t r = 1; r < graph->count; r++) {
        const struct ledger_owned *owned = cycle_graph_record(graph, r);

        if (graph->outside[r] || !survived(graph, r)) {
            continue;
        }
        if ((owned->flags &
             (LEDGER_OWNED_NO_TRAVERSE | LEDGER_OWNED_UNTRACKED)) != 0) {
            graph->blamed[r] = (owned->flags & LEDGER_OWNED_UNTRACKED) != 0
                                   ? CULPRIT_UNTRACKED
                                   : CULPRIT_SILENT;
            known = true;
        }
        for (uint32_t i = 0; i < owned->owner_count; i++) {
            const struct ledger_owner *owner =
                ledger_owner_at(graph->inputs->ledger, owned->first_owner + i);
            uint32_t from = owner_record(graph, owner);

            if (is_left_out(owner, owned) && graph->left_out[from] == NULL) {
                leave_out(graph, from, owner, owned->type);
                known = true;
            }
        }
    }
    if (!known) {
        suspect_keepers(graph);
    }
}

struct cycle_graph
cycle_graph_create(const struct inputs *inputs)
{
    uint32_t count = ledger_used(inputs->ledger, LEDGER_OWNED);
    struct cycle_graph graph = {
        .inputs = inputs,
        .count = count,
        .outside = (bool *)memory_zeroed(count, sizeof(bool)),
        .blamed = (uint8_t *)memory_zeroed(count, 1),
        .left_out = (const struct ledger_owner **)memory_zeroed(
            count, sizeof *graph.left_out),
        .left_out_type = (uint32_t *)memory_zeroed(count, 4),
        .starts = (uint32_t *)memory_zeroed(count + 2, 4),
    };

    link_records(&graph);
    spread_outside(&graph);
    find_culprits(&graph);
    return graph;
}

void
cycle_graph_free(struct cycle_graph *graph)
{
    free(graph->outside);
    free(graph->blamed);
    free(graph->left_out);
    free(graph->left_out_type);
    free(graph->starts);
    free(graph->owned);
    *graph = (struct cycle_graph){ 0 };
}
