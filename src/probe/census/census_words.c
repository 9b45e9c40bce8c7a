#include "probe/census/census_words.h"

#include "cpython/memory.h"
#include "cpython/owner_slots.h"
#include "cpython/type_info.h"
#include "cpython/weak.h"
#include "probe/state/recorder.h"

static const struct census_types *known;

void
census_words_begin(const struct census_types *types)
{
    known = types;
}

struct announcement {
    uint64_t object;
    uint32_t times;
};

static int
note_announcement(void *object, void *context)
{
    struct announcement *wanted = context;

    wanted->times += (uint64_t)(uintptr_t)object == wanted->object;
    return 0;
}

/*
 * A word of an object that points at another and is no reference unless its
 * tp_traverse says so: of a weak reference; of a frame, whose generator it is,
 * or what is left in slots that it no longer uses; of a generator, the same,
 * and what only some of them set. What a running frame uses was looked at with
 * the frames.
 */
static bool
never_counts(uint64_t type, uint64_t offset)
{
    const struct owner_layout *at = &recorder.layout->owners;
    const struct census_types *types = known;

    if (type == types->owners.frame) {
        return at->frame_is_object
                   ? offset == at->frame_generator || offset >= at->frame_locals
                   : offset >= load64(type + recorder.layout->type.basicsize);
    }
    if (at->generator_frame_inline &&
        owner_is_generator(&types->owners, type)) {
        return offset == at->generator_origin ||
               offset >= (uint64_t)at->generator_frame + at->frame_locals;
    }
    return weak_is(recorder.layout, &types->owners, type) ||
           offset == load64(type + recorder.layout->type.weaklistoffset);
}

/* How often. */
static uint32_t
announces(const struct graph *graph, uint32_t owner, uint32_t node)
{
    struct announcement wanted = { graph->nodes[node].address, 0 };

    graph_visit((struct graph *)graph, owner, note_announcement,
                note_announcement, &wanted);
    return wanted.times;
}

bool
census_word_is_needless(const struct graph *graph, uint32_t node)
{
    return !type_is_gc(recorder.layout,
                       type_of(recorder.layout, graph->nodes[node].address));
}

void
census_word_in_object(struct graph *graph, uint32_t owner, uint64_t address,
                      uint32_t node)
{
    const struct python_layout *layout = recorder.layout;
    uint64_t holder = graph->nodes[owner].address;
    uint64_t type = load64(holder + layout->object.type);
    uint64_t offset = address - holder;

    if (offset < layout->object.type) {
        return;
    }
    if (announces(graph, owner, node) > 0) {
        graph_others_at(graph, node)->embedded++;
        return;
    }
    if (offset == layout->object.type || never_counts(type, offset) ||
        owners_look_at(layout, holder, false) == OWNERS_NONE) {
        return; /* or a number that looks like an address */
    }
    if (census_word_is_needless(graph, node)) {
        graph_others_at(graph, node)->unannounced++;
    }
    else {
        graph_others_at(graph, node)->possible++;
    }
    graph_add_extra(graph, owner, node, true);
}

bool
census_word_is_behind(const struct graph *graph, uint32_t owner, uint32_t node)
{
    const struct python_layout *layout = recorder.layout;
    const struct graph_node *holder = &graph->nodes[owner];

    return owners_look_at(layout, holder->address,
                          (holder->flags & GRAPH_COMPLETE) != 0) !=
               OWNERS_NONE &&
           !weak_is(layout, &known->owners, type_of(layout, holder->address)) &&
           announces(graph, owner, node) == 0;
}
