#include "probe/census/census_passing.h"

#include "cpython/memory.h"
#include "cpython/type_info.h"
#include "cpython/weak.h"
#include "probe/state/recorder.h"

enum { HOLDERS_MAX = 64 }; /* between an object and its root */

/* As its first key tells. */
static bool
has_weak_keys(const struct census_ways *ways, uint64_t object)
{
    const struct python_layout *layout = recorder.layout;
    struct dict_entries entries;
    uint64_t key, value;

    return (type_flags(layout, type_of(layout, object)) & TYPE_FLAG_DICT) !=
               0 &&
           dict_entries_first(layout, object, &entries) &&
           dict_entries_next(&entries, &key, &value) &&
           weak_is(layout, ways->types, type_of(layout, key));
}

/* No root leads to it, and its references are all accounted for. */
static bool
is_garbage(const struct graph *graph, uint64_t object)
{
    const struct graph_node *node =
        graph_node_at(graph, graph_find(graph, object));

    return node->address == object && (node->flags & GRAPH_REACHED) == 0 &&
           recorder_count(load64(object)) <=
               (int64_t)graph_owners(graph, node) &&
           graph_others_of(graph, node)->possible == 0;
}

bool
census_passing_owner(struct census_ways *ways, uint32_t owner, uint32_t object)
{
    static struct owner_slot slot;
    const struct graph_node *from = graph_node_at(ways->graph, owner);
    uint64_t awaited = 0;

    if (from->kind == LEDGER_HOLDER_OBJECT && from->address != 0 &&
        has_weak_keys(ways, from->address)) {
        census_way_slot(ways, owner, object, &slot);
        awaited = slot.key == 0
                      ? 0
                      : weak_awaits(recorder.layout, ways->types, slot.key);
    }
    return awaited != 0 && is_garbage(ways->graph, awaited);
}

/* Of those that memory of C led to, the way may go round. */
bool
census_passing_way(struct census_ways *ways, uint32_t node)
{
    for (int i = 0; i < HOLDERS_MAX; i++) {
        uint32_t parent = graph_node_at(ways->graph, node)->parent;

        if (parent == 0 || census_passing_owner(ways, parent, node)) {
            return parent != 0;
        }
        node = parent;
    }
    return false;
}
