#include "probe/census/census_memory.h"

#include "cpython/attribute_cache.h"
#include "cpython/memory.h"
#include "cpython/python_int.h"
#include "cpython/type_info.h"
#include "probe/census/census_objects.h"
#include "probe/census/census_words.h"
#include "probe/census/heap_scan.h"
#include "probe/census/leftovers.h"
#include "probe/census/list_tails.h"
#include "probe/census/memory_kind.h"
#include "probe/census/memory_scan.h"
#include "probe/census/object_around.h"
#include "probe/census/page_copies.h"
#include "probe/census/wanted.h"
#include "probe/census/wrapper_tables.h"
#include "probe/images/image_records.h"
#include "probe/state/recorder.h"

#include <string.h>
#include <sys/auxv.h>

/* The search that is being made. */
static struct {
    struct census_memory memory;
    struct memory_scan scan;
    uint32_t known; /* nodes when static objects were looked at */
    const struct memory_range *range; /* that is being searched */
    uint32_t libc;                    /* its image */
} now;

/* Of objects that may have more references than owners. */
static struct address_filter wanted = { .shift = 4 };

/* A variable of an image, or a word in the interpreter's own structures. */
static void
hold_from_word(enum ledger_holder_kind kind, uint64_t address, uint32_t node)
{
    struct graph *graph = now.memory.graph;
    uint32_t place = graph_add_place(graph, kind, address);

    if (place != 0) {
        graph_add_extra(graph, place, node, false);
        graph_reach(graph, node, place);
    }
}

static bool
is_borrowed(uint64_t address)
{
    return attribute_cache_borrows(recorder.layout, address,
                                   census_objects_readable);
}

static void
found_in_state(uint64_t start, uint64_t end, void *context)
{
    struct graph *graph = context;

    for (uint64_t at = start; at + 8 <= end; at += 8) {
        uint32_t node = graph_find(graph, load64(at));

        if (node != 0 && !leftovers_of_interpreter(at) && !is_borrowed(at)) {
            graph_others_at(graph, node)->internal++;
            hold_from_word(LEDGER_HOLDER_INTERPRETER, at, node);
        }
    }
}

struct state_search {
    uint64_t address;
    bool found;
};

static void
is_in_state(uint64_t start, uint64_t end, void *context)
{
    struct state_search *search = context;

    search->found |= search->address >= start && search->address < end;
}

static bool
is_in_a_state(uint64_t address)
{
    struct state_search search = { address, false };

    owners_states(recorder.layout, recorder.runtime, now.memory.lists,
                  is_in_state, &search);
    return search.found;
}

bool
census_memory_is_allocators(const struct memory_range *range)
{
    return range->image != 0 && range->image == now.libc;
}

static void
found_static(uint64_t address, uint64_t word, void *context)
{
    struct graph *graph = context;
    uint32_t node = graph_find(graph, word);

    if (node == 0 || is_in_a_state(address)) {
        return;
    }
    if (census_memory_is_allocators(now.range)) {
        graph_others_at(graph, node)->possible++;
        return;
    }
    graph_others_at(graph, node)->statics++;
    hold_from_word(LEDGER_HOLDER_STATIC, address, node);
}

uint32_t
census_memory_object_at(uint64_t address)
{
    const struct graph *graph = now.memory.graph;
    uint32_t node = now.range->stack ? 0 : object_around(graph, address);

    return node != 0 || now.range->stack
               ? node
               : object_around_frame(graph, &now.memory.types->owners, address,
                                     memory_kind_of(address).block);
}

/* Is what it points at seen by asking it, or by looking at its memory? */
static bool
tells_itself(const struct graph *graph, uint32_t owner)
{
    const struct graph_node *node = &graph->nodes[owner];

    return owners_look_at(recorder.layout, node->address,
                          (node->flags & GRAPH_COMPLETE) != 0) != OWNERS_NONE;
}

/* What built-in types and the like own: they are static objects. */
static void
found_in_static_object(uint64_t address, uint64_t word, void *context)
{
    struct graph *graph = context;
    uint32_t node = graph_find(graph, word);
    uint32_t owner = node == 0 ? 0 : object_around(graph, address);
    bool inside = owner != 0 &&
                  address >= graph->nodes[owner].address + 2 * sizeof(uint64_t);

    if (owner != 0 && tells_itself(graph, owner)) {
        if (inside) {
            graph_others_at(graph, node)->embedded++;
        }
        graph_reach(graph, owner, 0);
        return;
    }
    if (inside && owner != node) {
        graph_others_at(graph, node)->statics++;
        graph_add_extra(graph, owner, node, false);
        graph_reach(graph, node, owner);
    }
}

/* All else there: lists of memory to be used again may be part of it. */
static void
found_internal(uint64_t address, uint64_t word, void *context)
{
    struct graph *graph = context;
    uint32_t node = graph_find(graph, word), owner;

    if (node == 0 || is_in_a_state(address) || is_borrowed(address)) {
        return;
    }
    owner = object_around(graph, address);
    if (owner == 0 || owner >= now.known || node >= now.known) {
        graph_others_at(graph, node)->internal++;
        hold_from_word(LEDGER_HOLDER_INTERPRETER, address, node);
    }
}

/* What is known to be an object is there: its type needs no copy of its page, and
   nor does what stands beside the word that is looked at. */
static bool
read_word(uint64_t address, uint64_t *word)
{
    uint64_t object = address - recorder.layout->object.type;
    const void *copy = memory_scan_copy(&now.scan, address, sizeof *word);

    if (copy != NULL) {
        *word = load64((uint64_t)(uintptr_t)copy);
        return true;
    }
    if (graph_find(now.memory.graph, object) == 0) {
        return page_copies_word(address, word);
    }
    *word = load64(address);
    return true;
}

bool
census_memory_is_left_over(uint64_t address, uint64_t word)
{
    return leftovers_of_stack(now.range, address) ||
           leftovers_of_interpreter(address) || list_tails_hold(address) ||
           memory_kind_is_left_over(address) ||
           object_around_ends_before(now.memory.graph, address,
                                     memory_kind_pool_block(address)) ||
           python_int_is_hash(recorder.layout, address, word, read_word);
}

bool
census_memory_is_wrappers(uint64_t address, struct heap_part value)
{
    return !now.range->stack &&
           wrapper_tables_value(now.memory.graph, address, value, read_word);
}

uint32_t
census_memory_keeper_at(uint64_t address, struct heap_part kept)
{
    return now.range->stack ? 0
                            : wrapper_tables_keeper(now.memory.graph, address,
                                                    kept, read_word);
}

static bool
is_block(uint64_t address)
{
    return address != 0 && memory_kind_has_blocks(address) &&
           memory_kind_of(address).block.start == address;
}

/*
 * C and C++ code may mark a pointer in its lowest bit, as PyTorch does that of
 * an object which it owns. What is on a stack may be any number.
 */
static uint32_t
find_marked(const struct graph *graph, uint64_t word)
{
    return (word & 1) != 0 && !now.range->stack ? graph_find(graph, word - 1)
                                                : 0;
}

static void
found_elsewhere(uint64_t address, uint64_t word, void *context)
{
    struct graph *graph = context;
    uint32_t plain, node, owner;

    plain = graph_find(graph, word);
    node = plain != 0 ? plain : find_marked(graph, word);
    if (node == 0 || (graph->nodes[node].flags & GRAPH_WANTED) == 0 ||
        is_in_a_state(address) || census_memory_is_left_over(address, word)) {
        return;
    }
    owner = census_memory_object_at(address);
    if (owner != 0 && plain == 0) {
        return; /* objects of Python have numbers of all kinds */
    }
    if (owner != 0) {
        census_word_in_object(graph, owner, address, node);
        return;
    }
    graph_others_at(graph, node)->blocks++;
    owner = graph_add_place(
        graph, now.range->stack ? LEDGER_HOLDER_STACK : LEDGER_HOLDER_BLOCK,
        address);
    if (owner != 0) {
        graph_add_extra(graph, owner, node, false);
    }
    if (owner != 0 && !graph->full && !now.range->stack &&
        wrapper_tables_object(graph, address, node, read_word, is_block)) {
        graph->extras[graph->extra_count - 1].entry = true;
        graph_others_at(graph, node)->entries++;
    }
}

enum place { PLACE_IMAGE, PLACE_INTERPRETER, PLACE_ELSEWHERE };

static enum place
place_of(const struct memory_range *range)
{
    return range->image == 0                           ? PLACE_ELSEWHERE
           : image_record_is_interpreter(range->image) ? PLACE_INTERPRETER
                                                       : PLACE_IMAGE;
}

/* All writable ranges of one kind. False: it became late. */
static bool
search_words(enum place place)
{
    now.scan.context = now.memory.graph;
    now.scan.is_late = now.memory.is_late;
    for (size_t i = 0; i < now.memory.map->count; i++) {
        const struct memory_range *range = &now.memory.map->ranges[i];

        if (!range->writable || place_of(range) != place) {
            continue;
        }
        now.range = range;
        if (!memory_scan_range(&now.scan, range->start, range->end)) {
            return false;
        }
    }
    return true;
}

/* For addresses of objects. */
static bool
search(enum place place, const struct address_filter *filter,
       memory_word *found)
{
    now.scan.found = found;
    now.scan.filter = filter;
    now.scan.low = now.memory.graph->low;
    now.scan.high = now.memory.graph->high;
    return search_words(place);
}

bool
census_memory_words(uint64_t low, uint64_t high,
                    const struct address_filter *filter, memory_word *found)
{
    now.scan.found = found;
    now.scan.filter = filter;
    now.scan.low = low;
    now.scan.high = high;
    return search_words(PLACE_IMAGE) && search_words(PLACE_INTERPRETER) &&
           search_words(PLACE_ELSEWHERE);
}

bool
census_memory_open(const struct census_memory *memory)
{
    now.memory = *memory;
    now.libc = image_record_at((uint64_t)(uintptr_t)getauxval);
    census_words_begin(memory->types);
    leftovers_begin(memory->lists, memory->stack_pointer);
    now.scan = (struct memory_scan){ .buffer = NULL };
    return page_copies_open() && memory_scan_open(&now.scan);
}

uint64_t
census_memory_close(void)
{
    list_tails_release();
    page_copies_close();
    memory_scan_close(&now.scan);
    return now.scan.scanned;
}

void
census_memory_states(void)
{
    owners_states(recorder.layout, recorder.runtime, now.memory.lists,
                  found_in_state, now.memory.graph);
}

bool
census_memory_images(void)
{
    return search(PLACE_IMAGE, NULL, found_static);
}

bool
census_memory_static_objects(void)
{
    now.known = now.memory.graph->count;
    return search(PLACE_INTERPRETER, NULL, found_in_static_object);
}

bool
census_memory_interpreter(void)
{
    return search(PLACE_INTERPRETER, NULL, found_internal);
}

bool
census_memory_elsewhere(void)
{
    struct memory_kinds kinds = { .map = now.memory.map,
                                  .reused = now.memory.types->reused,
                                  .shape = &recorder.layout->refcount,
                                  .scan = &now.scan };

    if (!wanted_find(now.memory.graph, &wanted)) {
        return true;
    }
    kinds.free_count =
        heap_scan_free(now.memory.map, &now.scan, &kinds.free_parts);
    memory_kinds_begin(&kinds);
    list_tails_find(now.memory.graph, &wanted);
    if (!search(PLACE_ELSEWHERE, &wanted, found_elsewhere)) {
        return false;
    }
    wanted_drop_entries(now.memory.graph);
    return true;
}
