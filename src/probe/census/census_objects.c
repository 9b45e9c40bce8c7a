#include "probe/census/census_objects.h"

#include "cpython/memory.h"
#include "cpython/type_info.h"
#include "probe/admission/counted.h"
#include "probe/census/sweep.h"
#include "probe/images/types.h"
#include "probe/state/recorder.h"

enum {
    NODES_MIN = 1 << 16,
    NODES_MAX = 1 << 28,
    NODES_EACH = 16, /* for each that is known before: the collector and the
                        accounts do not know those that are only counted */
};

static struct memory_map *mapped;

void
census_objects_begin(struct memory_map *map)
{
    mapped = map;
}

bool
census_objects_readable(uint64_t address, uint64_t bytes)
{
    return memory_map_holds(mapped, address, bytes);
}

bool
census_objects_is(uint64_t address)
{
    return owners_is_object(recorder.layout, address, true,
                            census_objects_readable);
}

static int
count_collected(void *object, void *context)
{
    (void)object;
    ++*(uint64_t *)context;
    return 0;
}

static int
add_collected(void *object, void *context)
{
    struct graph *graph = context;
    uint32_t node = graph_add(graph, (uint64_t)(uintptr_t)object);

    graph->nodes[node].flags |= GRAPH_COMPLETE;
    return 0;
}

/* None may have been released to the last, and is there all the same. */
static bool
is_there(uint32_t index)
{
    return (store_account(&recorder.store, index)->flags &
            LEDGER_ACCOUNT_UNSEEN) != 0 ||
           sweep_is_alive(mapped, index);
}

/*
 * Freed, and in quarantine: whoever announces it has kept a pointer for too
 * long. Types are visited by way of instances that the collector does not know.
 */
static bool
is_dead(uint32_t index)
{
    const struct ledger_account *account =
        store_account(&recorder.store, index);
    uint64_t type = store_type(&recorder.store, account->type)->address;

    return account->state == LEDGER_ACCOUNT_BORN &&
           (account->flags &
            (LEDGER_ACCOUNT_KEPT | LEDGER_ACCOUNT_OVERDRAWN)) ==
               LEDGER_ACCOUNT_KEPT &&
           types_exist(type) &&
           (type_flags(recorder.layout, type) &
            recorder.layout->type.flag_is_type) == 0;
}

static void
add_dead(struct graph *graph, uint32_t index)
{
    uint32_t node =
        graph_add(graph, store_account(&recorder.store, index)->object);

    if (node != 0) {
        graph->nodes[node].like = index;
        graph->nodes[node].flags |= GRAPH_DEAD;
    }
}

static void
add_accounts(struct graph *graph)
{
    uint64_t used = *recorder.store.tables[LEDGER_ACCOUNTS].used;

    for (uint32_t i = 1; i < used; i++) {
        uint64_t object = store_account(&recorder.store, i)->object;
        uint32_t node = graph_find(graph, object); /* the collector's? */

        if (node == 0 && is_dead(i)) {
            add_dead(graph, i);
            continue;
        }
        if (store_account(&recorder.store, i)->state == LEDGER_ACCOUNT_FREE ||
            (store_account(&recorder.store, i)->flags &
             LEDGER_ACCOUNT_OVERDRAWN) != 0 ||
            !is_there(i) ||
            !owners_is_object(recorder.layout, object, node != 0,
                              census_objects_readable)) {
            continue;
        }
        node = graph_add(graph, object);
        graph->nodes[node].like = node == 0 ? 0 : i;
    }
}

static void
count_one(uint64_t object, void *context)
{
    (void)object;
    ++*(uint64_t *)context;
}

/* Without an account, but what they own is owned. */
static void
add_counted(uint64_t object, void *context)
{
    struct graph *graph = context;

    if (sweep_counts(mapped, object) &&
        owners_is_object(recorder.layout, object,
                         graph_find(graph, object) != 0,
                         census_objects_readable)) {
        uint32_t node = graph_add(graph, object);

        if (node != 0 && graph->nodes[node].like == 0) {
            graph->nodes[node].like = counted_kind(object);
            graph->nodes[node].flags |= GRAPH_COUNTED;
        }
    }
}

bool
census_objects_add(struct graph *graph, const struct collector_layout *lists)
{
    uint64_t limit = *recorder.store.tables[LEDGER_ACCOUNTS].used, least;

    if (!owners_collected(recorder.layout, recorder.runtime, lists,
                          count_collected, &limit)) {
        return false;
    }
    sweep_counted(count_one, &limit);
    least = limit + NODES_MIN;
    limit = NODES_EACH * least;
    while (limit > least &&
           (limit > NODES_MAX ||
            !graph_init(graph, recorder.layout, (uint32_t)limit))) {
        limit /= 2;
    }
    if (limit <= least) {
        return false;
    }
    owners_collected(recorder.layout, recorder.runtime, lists, add_collected,
                     graph);
    add_accounts(graph);
    sweep_counted(add_counted, graph);
    return true;
}
