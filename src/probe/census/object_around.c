#include "probe/census/object_around.h"

#include "cpython/owner_slots.h"
#include "cpython/type_info.h"

enum {
    SEARCH_BYTES = 1024, /* objects are looked for so far below a word */
    ALIGNMENT = 16,
};

/* Those that are not aligned as the allocator does it are parts of static
 * data. */
uint32_t
object_around(const struct graph *graph, uint64_t address)
{
    uint64_t last = address - SEARCH_BYTES, object;

    for (uint64_t at = address; at > last; at = object - ALIGNMENT) {
        uint32_t node = address_index_below(&graph->index, at, at - last);

        if (node == 0 || (graph->nodes[node].flags & GRAPH_DEAD) != 0) {
            return 0;
        }
        object = graph->nodes[node].address;
        if (object % ALIGNMENT == 0) {
            uint64_t bytes = owners_object_bytes(graph->layout, object);

            return address < object + bytes ? node : 0;
        }
    }
    return 0;
}

uint32_t
object_around_frame(const struct graph *graph, const struct owner_types *types,
                    uint64_t address, struct heap_part block)
{
    uint32_t node = block.end > address
                        ? address_index_below(&graph->index, address,
                                              address - block.start + 1)
                        : 0;
    uint64_t type;

    if (node == 0 || (graph->nodes[node].flags & GRAPH_DEAD) != 0) {
        return 0;
    }
    type = type_of(graph->layout, graph->nodes[node].address);
    return type == types->frame || owner_is_generator(types, type) ? node : 0;
}

bool
object_around_ends_before(const struct graph *graph, uint64_t address,
                          struct heap_part block)
{
    uint64_t object, end;
    uint32_t node;

    if (address < block.start || address >= block.end ||
        address + ALIGNMENT < block.end) {
        return false;
    }
    node = address_index_below(&graph->index, address,
                               address - block.start + ALIGNMENT);
    if (node == 0 || (graph->nodes[node].flags & GRAPH_DEAD) != 0) {
        return false;
    }
    object = graph->nodes[node].address;
    end = object + owners_object_bytes(graph->layout, object);
    return address >= end && block.end - end < ALIGNMENT;
}
