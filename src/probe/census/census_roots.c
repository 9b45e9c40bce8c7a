#include "probe/census/census_roots.h"

#include "cpython/memory.h"
#include "probe/census/census_objects.h"
#include "probe/state/recorder.h"

void
census_roots_modules(struct graph *graph, uint64_t module_type)
{
    uint32_t count = graph->count;

    for (uint32_t i = 1; i < count; i++) {
        if ((graph->nodes[i].flags & GRAPH_COMPLETE) != 0 &&
            load64(graph->nodes[i].address + recorder.layout->object.type) ==
                module_type) {
            graph_reach(graph, i, 0);
        }
    }
}

static int
hold_from_frame(void *object, void *context)
{
    struct graph *graph = context;
    uint64_t address = (uint64_t)(uintptr_t)object;
    uint32_t node = census_objects_is(address) ? graph_add(graph, address) : 0;

    if (node != 0) {
        graph_others_at(graph, node)->frames++;
        graph->nodes[node].flags |= GRAPH_COMPLETE;
        graph_add_extra(graph, graph->current, node, false);
        graph_reach(graph, node, graph->current);
    }
    return 0;
}

/* Above the named slots may stand what was left over. */
static void
hold_from_slots(struct graph *graph, const struct owners_frame *frame)
{
    for (uint32_t i = frame->first; i < frame->slots; i++) {
        uint64_t object = load64(frame->locals + i * sizeof(uint64_t));

        if (object != 0 && (graph_find(graph, object) != 0 ||
                            (i < frame->named &&
                             owners_is_object(recorder.layout, object, false,
                                              census_objects_readable)))) {
            hold_from_frame((void *)(uintptr_t)object, graph);
        }
    }
}

static void
reach_frame(const struct owners_frame *frame, void *context)
{
    struct graph *graph = context;

    if (recorder.layout->owners.frame_is_object) {
        graph->current = graph_add(graph, frame->frame);
        if (graph->current == 0) {
            return;
        }
        graph->nodes[graph->current].flags |= GRAPH_COMPLETE;
        graph_others_at(graph, graph->current)->frames++; /* whoever runs it */
        graph_reach(graph, graph->current, 0);
    }
    else {
        graph->current =
            graph_add_place(graph, LEDGER_HOLDER_FRAME, frame->frame);
        owners_visit_frame(recorder.layout, frame, hold_from_frame, graph);
    }
    if (graph->current != 0) {
        hold_from_slots(graph, frame);
    }
}

void
census_roots_frames(struct graph *graph)
{
    owners_running_frames(recorder.layout, recorder.runtime, reach_frame,
                          graph);
}
