#include "probe/census/wrapper_tables.h"

#include "cpython/memory.h"
#include "cpython/type_info.h"

enum {
    WORD = 8,
    BYTES_MAX =
        1024, /* of a wrapper: a pointer that stands later is not seen */
};

/* A word of its own, behind its head. */
static bool
leads_to(const struct graph *graph, uint64_t object, struct heap_part value)
{
    uint64_t bytes = owners_object_bytes(graph->layout, object);

    bytes = bytes < BYTES_MAX ? bytes : BYTES_MAX;
    for (uint64_t at = 2 * WORD; at + WORD <= bytes; at += WORD) {
        uint64_t word = load64(object + at);

        if (word >= value.start && word < value.end) {
            return true;
        }
    }
    return false;
}

/* Bindings have metaclasses of their own; `type` is its own type. */
static bool
is_of_metaclass(const struct graph *graph, uint64_t object)
{
    uint64_t metaclass = type_of(graph->layout, type_of(graph->layout, object));

    return type_of(graph->layout, metaclass) != metaclass;
}

static bool
is_wrapper(const struct graph *graph, uint64_t address, struct heap_part value,
           wrapper_tables_reader *read_word)
{
    uint64_t word;
    uint32_t node;

    if (!read_word(address, &word)) {
        return false;
    }
    node = graph_find(graph, word);
    return node != 0 && (graph->nodes[node].flags & GRAPH_DEAD) == 0 &&
           is_of_metaclass(graph, word) && leads_to(graph, word, value);
}

bool
wrapper_tables_entry(const struct graph *graph, uint64_t address,
                     struct heap_part value, wrapper_tables_reader *read_word)
{
    return is_wrapper(graph, address + WORD, value, read_word) ||
           is_wrapper(graph, address - WORD, value, read_word);
}
