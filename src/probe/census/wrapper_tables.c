#include "probe/census/wrapper_tables.h"

#include "cpython/memory.h"
#include "cpython/type_info.h"

enum {
    WORD = 8,
    VECTOR_WORDS = 3,
    BYTES_MAX = 1024, /* of a wrapper, in which its pointer is looked for */
};

/* Of its own: behind the head of the object. */
static bool
has_word_in(const struct graph *graph, uint64_t object, struct heap_part part)
{
    uint64_t bytes = owners_object_bytes(graph->layout, object);

    bytes = bytes < BYTES_MAX ? bytes : BYTES_MAX;
    for (uint64_t at = 2 * WORD; at + WORD <= bytes; at += WORD) {
        uint64_t word = load64(object + at);

        if (word >= part.start && word < part.end) {
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

/* At that address; 0: none. */
static uint32_t
wrapper_at(const struct graph *graph, uint64_t address,
           wrapper_tables_reader *read_word)
{
    uint64_t word;
    uint32_t node = read_word(address, &word) ? graph_find(graph, word) : 0;

    return node != 0 && (graph->nodes[node].flags & GRAPH_DEAD) == 0 &&
                   is_of_metaclass(graph, word)
               ? node
               : 0;
}

static bool
is_wrapper_of(const struct graph *graph, uint64_t address,
              struct heap_part value, wrapper_tables_reader *read_word)
{
    uint32_t node = wrapper_at(graph, address, read_word);

    return node != 0 && has_word_in(graph, graph->nodes[node].address, value);
}

bool
wrapper_tables_value(const struct graph *graph, uint64_t address,
                     struct heap_part value, wrapper_tables_reader *read_word)
{
    return is_wrapper_of(graph, address + WORD, value, read_word) ||
           is_wrapper_of(graph, address - WORD, value, read_word);
}

/* A vector has three pointers into what it has its items in. */
uint32_t
wrapper_tables_keeper(const struct graph *graph, uint64_t address,
                      struct heap_part kept, wrapper_tables_reader *read_word)
{
    uint64_t word = 0;

    for (int i = 0; i < VECTOR_WORDS && read_word(address - WORD, &word) &&
                    word >= kept.start && word < kept.end;
         i++) {
        address -= WORD;
    }
    return wrapper_at(graph, address - WORD, read_word);
}

/* The value may be part of the wrapper. */
static bool
is_value_of(const struct graph *graph, uint64_t address, uint64_t object,
            wrapper_tables_reader *read_word)
{
    uint64_t word;

    return read_word(address, &word) && word != 0 &&
           ((word > object &&
             word < object + owners_object_bytes(graph->layout, object)) ||
            has_word_in(graph, object, (struct heap_part){ word, word + 1 }));
}

bool
wrapper_tables_object(const struct graph *graph, uint64_t address,
                      uint32_t object, wrapper_tables_reader *read_word,
                      bool (*is_block)(uint64_t address))
{
    uint64_t wrapper = graph->nodes[object].address, next;

    return is_of_metaclass(graph, wrapper) &&
           (is_value_of(graph, address + WORD, wrapper, read_word) ||
            is_value_of(graph, address - WORD, wrapper, read_word) ||
            (read_word(address + WORD, &next) && is_block(next)));
}
