#include "probe/census/object_graph.h"

#include "base/mapping.h"
#include "cpython/memory.h"
#include "cpython/type_info.h"

enum {
    NODES_BETWEEN_LOOKS = 1024, /* at the clock */
    EXTRAS_MAX = 1 << 20,
    WORD = 8,
};

_Static_assert(sizeof(struct graph_node) == 32, "half a line of the cache");
_Static_assert(LEDGER_HOLDER_FRAMES < 1 << GRAPH_KIND_BITS, "bits of a node");

uint64_t
graph_owners(const struct graph *graph, const struct graph_node *node)
{
    const struct graph_others *others = graph_others_of(graph, node);

    return (uint64_t)node->edges + others->frames + others->statics +
           others->hidden;
}

uint64_t
graph_words_beyond(const struct graph *graph, const struct graph_node *node,
                   uint32_t words)
{
    const struct graph_others *others = graph_others_of(graph, node);
    uint64_t announced =
        (uint64_t)node->edges + others->frames + others->hidden;

    announced -= others->embedded < announced ? others->embedded : announced;
    return words > announced ? words - announced : 0;
}

struct graph_others *
graph_others_at(struct graph *graph, uint32_t node)
{
    uint32_t *others = &graph->nodes[node].others;

    if (*others == 0) {
        *others = ++graph->other_count;
    }
    return &graph->others[*others];
}

bool
graph_init(struct graph *graph, const struct python_layout *layout,
           uint32_t limit)
{
    *graph = (struct graph){
        .layout = layout,
        .nodes = mapping_zeroed(limit * sizeof *graph->nodes),
        .count = 1,
        .limit = limit,
        .others = mapping_zeroed(limit * sizeof *graph->others),
        .queue = mapping_zeroed(limit * sizeof *graph->queue),
        .extras = mapping_zeroed(EXTRAS_MAX * sizeof *graph->extras),
        .low = UINT64_MAX,
    };
    if (graph->nodes != NULL && graph->others != NULL && graph->queue != NULL &&
        graph->extras != NULL && address_index_init(&graph->index)) {
        return true;
    }
    graph_release(graph);
    return false;
}

void
graph_release(struct graph *graph)
{
    mapping_return(graph->nodes, graph->limit * sizeof *graph->nodes);
    mapping_return(graph->others, graph->limit * sizeof *graph->others);
    address_index_release(&graph->index);
    mapping_return(graph->queue, graph->limit * sizeof *graph->queue);
    mapping_return(graph->extras, EXTRAS_MAX * sizeof *graph->extras);
    *graph = (struct graph){ 0 };
}

uint32_t
graph_add_place(struct graph *graph, enum ledger_holder_kind kind,
                uint64_t address)
{
    if (graph->count == graph->limit) {
        graph->full = true;
        return 0;
    }
    graph->nodes[graph->count].address = address;
    graph->nodes[graph->count].kind = kind;
    return graph->count++;
}

uint32_t
graph_add(struct graph *graph, uint64_t address)
{
    uint32_t *slot = address_index_place(&graph->index, address);

    if (slot == NULL) {
        graph->full = true;
        return 0;
    }
    if (*slot == 0) {
        *slot = graph_add_place(graph, LEDGER_HOLDER_OBJECT, address);
        if (*slot != 0) {
            graph->low = address < graph->low ? address : graph->low;
            graph->high = address >= graph->high ? address + 1 : graph->high;
        }
        return *slot;
    }
    /* No two objects are so near each other: one of them is none any more. */
    return graph->nodes[*slot].address == address ? *slot : 0;
}

void
graph_add_extra(struct graph *graph, uint32_t owner, uint32_t object,
                bool unannounced)
{
    if (graph->extra_count < EXTRAS_MAX) {
        graph->extras[graph->extra_count++] =
            (struct graph_extra){ owner, object, unannounced, false };
    }
    else {
        graph->full = true;
    }
}

void
graph_reach(struct graph *graph, uint32_t node, uint32_t parent)
{
    struct graph_node *reached = &graph->nodes[node];

    if ((reached->flags & (GRAPH_SEEN | GRAPH_DEAD)) == 0) {
        reached->flags |= GRAPH_SEEN | (graph->reached ? GRAPH_REACHED : 0u);
        reached->parent = parent;
        graph->queue[graph->tail++] = node;
    }
}

static int
follow_edge(void *object, void *context)
{
    struct graph *graph = context;
    bool sure = (graph->nodes[graph->current].flags & GRAPH_COMPLETE) != 0;
    uint64_t address = (uint64_t)(uintptr_t)object;
    uint32_t node = graph_find(graph, address);

    /*
     * What may be gone leads to nothing that is not known otherwise, and nor
     * does a pointer to what was freed, as it was released too often.
     */
    if (node == 0 && sure && graph->is_object(address)) {
        node = graph_add(graph, address);
    }
    if (node != 0 && (sure || (graph->nodes[node].flags & GRAPH_DEAD) == 0)) {
        graph->nodes[node].edges++;
        graph->nodes[node].flags |= sure ? GRAPH_COMPLETE : 0u;
        graph_reach(graph, node, graph->current);
    }
    return 0;
}

static int
follow_word(void *object, void *context)
{
    struct graph *graph = context;
    uint32_t node = graph_find(graph, (uint64_t)(uintptr_t)object);

    if (node != 0 && node != graph->current) {
        graph_others_at(graph, node)->hidden++;
        graph->nodes[graph->current].flags |= GRAPH_NO_TRAVERSE;
        graph_reach(graph, node, graph->current);
    }
    return 0;
}

/* The memory of an object behind its head, and the type that it keeps. */
static void
visit_silent(struct graph *graph, uint64_t object, owners_visit *edge,
             owners_visit *word, void *context)
{
    const struct python_layout *layout = graph->layout;
    uint64_t type = load64(object + layout->object.type);
    uint64_t bytes = owners_object_bytes(layout, object);

    for (uint64_t at = 2 * WORD; at + WORD <= bytes; at += WORD) {
        word((void *)(uintptr_t)load64(object + at), context);
    }
    if (type_is_heap(layout, type)) {
        edge((void *)(uintptr_t)type, context);
    }
}

void
graph_visit(struct graph *graph, uint32_t node, owners_visit *edge,
            owners_visit *word, void *context)
{
    uint64_t object = graph->nodes[node].address;
    bool complete = (graph->nodes[node].flags & GRAPH_COMPLETE) != 0;

    if (graph->nodes[node].kind != LEDGER_HOLDER_OBJECT) {
        return;
    }
    switch (owners_look_at(graph->layout, object, complete)) {
    case OWNERS_TRAVERSED:
        (complete ? owners_visit_references : owners_visit_cautiously)(
            graph->layout, object, edge, context);
        break;
    case OWNERS_SILENT:
        visit_silent(graph, object, edge, word, context);
        break;
    default:
        break;
    }
}

static int
mark_edge(void *object, void *context)
{
    struct graph *graph = context;
    uint32_t node = graph_find(graph, (uint64_t)(uintptr_t)object);
    struct graph_node *reached = &graph->nodes[node];

    if (node != 0 && (reached->flags & (GRAPH_REACHED | GRAPH_DEAD)) == 0) {
        reached->flags |= GRAPH_REACHED;
        reached->parent = graph->current;
        graph->queue[graph->tail++] = node;
    }
    return 0;
}

void
graph_mark_reached(struct graph *graph, uint32_t node, uint32_t place)
{
    graph->head = graph->tail = 0;
    graph->current = place;
    mark_edge((void *)(uintptr_t)graph->nodes[node].address, graph);
    while (graph->head < graph->tail) {
        graph->current = graph->queue[graph->head++];
        graph_visit(graph, graph->current, mark_edge, mark_edge, graph);
    }
}

bool
graph_follow(struct graph *graph)
{
    while (graph->head < graph->tail) {
        if (graph->head % NODES_BETWEEN_LOOKS == 0 && graph->is_late()) {
            return false;
        }
        graph->current = graph->queue[graph->head++];
        graph_visit(graph, graph->current, follow_edge, follow_word, graph);
    }
    return true;
}
