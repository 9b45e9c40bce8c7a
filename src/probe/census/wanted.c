#include "probe/census/wanted.h"

#include "probe/admission/counted.h"
#include "probe/census/census_choice.h"

#include <string.h>

/* References that were taken and have no owner that is certain; of what nobody
   asks about, none. */
static int64_t
without_owner(const struct graph *graph, const struct graph_node *node)
{
    int64_t references = node->like == 0 ? 0
                         : graph_account(node) != 0
                             ? census_choice_taken(graph, node)
                             : (int64_t)counted_references(node->address);

    return references - (int64_t)graph_owners(graph, node);
}

bool
wanted_find(struct graph *graph, struct address_filter *filter)
{
    bool some = false;

    memset(filter->words, 0, sizeof filter->words);
    for (uint32_t i = 1; i < graph->count; i++) {
        struct graph_node *node = &graph->nodes[i];

        if (without_owner(graph, node) > 0) {
            node->flags |= GRAPH_WANTED;
            address_filter_add(filter, node->address);
            some = true;
        }
    }
    return some;
}

/* Does all other memory that points at the object account for its references? */
static bool
is_accounted_for(const struct graph *graph, uint32_t number)
{
    const struct graph_node *node = &graph->nodes[number];
    const struct graph_others *others = graph_others_of(graph, node);
    uint64_t words =
        graph_words_beyond(graph, node, others->blocks - others->entries);

    return (int64_t)words + others->possible >= without_owner(graph, node);
}

void
wanted_drop_entries(struct graph *graph)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < graph->extra_count; i++) {
        const struct graph_extra extra = graph->extras[i];

        if (extra.entry && is_accounted_for(graph, extra.object)) {
            graph_others_at(graph, extra.object)->blocks--;
            graph_others_at(graph, extra.object)->entries--;
        }
        else {
            graph->extras[kept++] = extra;
        }
    }
    graph->extra_count = kept;
}
