#include "probe/census/census_memory.h"

#include "base/mapping.h"
#include "cpython/memory.h"
#include "cpython/python_int.h"
#include "cpython/type_info.h"
#include "probe/census/census_choice.h"
#include "probe/census/heap_blocks.h"
#include "probe/census/memory_kind.h"
#include "probe/census/memory_scan.h"
#include "probe/images/image_records.h"
#include "probe/state/peek.h"
#include "probe/state/recorder.h"

enum {
    OBJECT_SEARCH_BYTES = 1024, /* objects are looked for so far below a word */
    OBJECT_ALIGNMENT = 16,
    BASES_MAX = 64, /* of a class */
    FREE_PARTS_MAX = 1 << 18,
};

/* The search that is being made. */
static struct {
    struct census_memory memory;
    struct memory_scan scan;
    struct heap_part *free_parts; /* of the C heap */
    size_t free_count;
    uint32_t known; /* nodes when static objects were looked at */
    bool stack;     /* the range being searched is a stack */
} now;

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

static void
found_in_state(uint64_t start, uint64_t end, void *context)
{
    struct graph *graph = context;

    for (uint64_t at = start; at + 8 <= end; at += 8) {
        uint32_t node = graph_find(graph, load64(at));

        if (node != 0) {
            graph->nodes[node].internal++;
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

static void
found_static(uint64_t address, uint64_t word, void *context)
{
    struct graph *graph = context;
    uint32_t node = graph_find(graph, word);

    if (node != 0 && !is_in_a_state(address)) {
        graph->nodes[node].statics++;
        hold_from_word(LEDGER_HOLDER_STATIC, address, node);
    }
}

/* The object in whose memory the word lies, 0: in none. */
static uint32_t
object_around(const struct graph *graph, uint64_t address)
{
    uint64_t object = address & ~(uint64_t)(OBJECT_ALIGNMENT - 1);
    uint64_t last = object - OBJECT_SEARCH_BYTES;

    for (; object > last; object -= OBJECT_ALIGNMENT) {
        uint32_t node = graph_find(graph, object);

        if (node != 0) {
            return address <
                           object + owners_object_bytes(recorder.layout, object)
                       ? node
                       : 0;
        }
    }
    return 0;
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

    if (owner != 0 && tells_itself(graph, owner)) {
        graph_reach(graph, owner, 0);
        return;
    }
    if (owner != 0 && owner != node &&
        address >= graph->nodes[owner].address + 2 * sizeof(uint64_t)) {
        graph->nodes[node].statics++;
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

    if (node == 0 || is_in_a_state(address)) {
        return;
    }
    owner = object_around(graph, address);
    if (owner == 0 || owner >= now.known || node >= now.known) {
        graph->nodes[node].internal++;
        hold_from_word(LEDGER_HOLDER_INTERPRETER, address, node);
    }
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

static bool
is_generator(uint64_t type)
{
    const struct owner_types *types = &now.memory.types->owners;

    return type == types->generators[0] || type == types->generators[1] ||
           type == types->generators[2];
}

/* Classes that Python code derives from weakref.ref own as little. */
static bool
is_weak(uint64_t type)
{
    const struct census_types *types = now.memory.types;

    for (int depth = 0; type != 0 && depth < BASES_MAX; depth++) {
        if (type == types->weak[0] || type == types->weak[1] ||
            type == types->weak[2]) {
            return true;
        }
        type = load64(type + recorder.layout->type.base);
    }
    return false;
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
    const struct census_types *types = now.memory.types;

    if (at->frame_is_object && type == types->owners.frame) {
        return offset == at->frame_generator || offset >= at->frame_locals;
    }
    if (at->generator_frame_inline && is_generator(type)) {
        return offset == at->generator_origin ||
               offset >= (uint64_t)at->generator_frame + at->frame_locals;
    }
    return is_weak(type) ||
           offset == load64(type + recorder.layout->type.weaklistoffset);
}

/* What cannot be in a cycle need not be announced by who owns it. */
static void
found_in_object(struct graph *graph, uint32_t owner, uint64_t address,
                uint32_t node)
{
    const struct python_layout *layout = recorder.layout;
    uint64_t holder = graph->nodes[owner].address;
    uint64_t type = load64(holder + layout->object.type);
    uint64_t offset = address - holder;
    struct announcement wanted = { graph->nodes[node].address, 0 };
    uint64_t own = load64(wanted.object + layout->object.type);

    if (offset < 2 * sizeof(uint64_t)) {
        return;
    }
    graph_visit(graph, owner, note_announcement, note_announcement, &wanted);
    if (wanted.times > 0) {
        graph->nodes[node].embedded++;
        return;
    }
    if (never_counts(type, offset) ||
        owners_look_at(layout, holder, false) == OWNERS_NONE) {
        return; /* or a number that looks like an address */
    }
    if (type_is_gc(layout, own)) {
        graph->nodes[node].possible++;
    }
    else {
        graph->nodes[node].unannounced++;
    }
    graph_add_extra(graph, owner, node, true);
}

static void
found_elsewhere(uint64_t address, uint64_t word, void *context)
{
    struct graph *graph = context;
    uint32_t node = graph_find(graph, word), owner;

    if (node == 0 || (graph->nodes[node].flags & GRAPH_WANTED) == 0 ||
        is_in_a_state(address) || memory_kind_is_left_over(address) ||
        python_int_is_hash(recorder.layout, address, word, peek64)) {
        return;
    }
    owner = now.stack ? 0 : object_around(graph, address);
    if (owner != 0) {
        found_in_object(graph, owner, address, node);
        return;
    }
    graph->nodes[node].blocks++;
    owner = graph_add_place(
        graph, now.stack ? LEDGER_HOLDER_STACK : LEDGER_HOLDER_BLOCK, address);
    if (owner != 0) {
        graph_add_extra(graph, owner, node, false);
    }
}

enum place { PLACE_IMAGE, PLACE_INTERPRETER, PLACE_ELSEWHERE };

static enum place
place_of(const struct memory_range *range)
{
    uint32_t image = image_record_at(range->start);

    return image == 0                           ? PLACE_ELSEWHERE
           : image_record_is_interpreter(image) ? PLACE_INTERPRETER
                                                : PLACE_IMAGE;
}

/* All writable ranges of one kind. False: it became late. */
static bool
search(enum place place, memory_word *found)
{
    now.scan.found = found;
    now.scan.context = now.memory.graph;
    now.scan.is_late = now.memory.is_late;
    now.scan.low = now.memory.graph->low;
    now.scan.high = now.memory.graph->high;
    for (size_t i = 0; i < now.memory.map->count; i++) {
        const struct memory_range *range = &now.memory.map->ranges[i];

        if (!range->writable || place_of(range) != place) {
            continue;
        }
        now.stack = range->stack;
        if (!memory_scan_range(&now.scan, range->start, range->end)) {
            return false;
        }
    }
    return true;
}

/* Objects that have more references than owners. */
static bool
want_owners(struct graph *graph)
{
    bool some = false;

    for (uint32_t i = 1; i < graph->count; i++) {
        struct graph_node *node = &graph->nodes[i];

        if (node->account != 0 &&
            (int64_t)graph_owners(node) < census_choice_taken(node)) {
            node->flags |= GRAPH_WANTED;
            some = true;
        }
    }
    return some;
}

static bool
read_heap(uint64_t address, uint64_t *word, void *context)
{
    return memory_scan_read(context, address, word);
}

/* What was left over in freed memory is nobody's. */
static void
find_free_parts(void)
{
    now.free_count = 0;
    if (now.free_parts == NULL) {
        now.free_parts =
            mapping_zeroed(FREE_PARTS_MAX * sizeof *now.free_parts);
    }
    for (size_t i = 0; now.free_parts != NULL && i < now.memory.map->count;
         i++) {
        if (now.memory.map->ranges[i].heap) {
            now.free_count = heap_free_parts(
                now.memory.map->ranges[i].start, now.memory.map->ranges[i].end,
                read_heap, &now.scan, now.free_parts, FREE_PARTS_MAX);
            return;
        }
    }
}

bool
census_memory_open(const struct census_memory *memory)
{
    now.memory = *memory;
    now.scan = (struct memory_scan){ .buffer = NULL };
    return memory_scan_open(&now.scan);
}

uint64_t
census_memory_close(void)
{
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
    return search(PLACE_IMAGE, found_static);
}

bool
census_memory_static_objects(void)
{
    now.known = now.memory.graph->count;
    return search(PLACE_INTERPRETER, found_in_static_object);
}

bool
census_memory_interpreter(void)
{
    return search(PLACE_INTERPRETER, found_internal);
}

bool
census_memory_elsewhere(void)
{
    struct memory_kinds kinds = { .map = now.memory.map,
                                  .tuple = now.memory.types->tuple };

    if (!want_owners(now.memory.graph)) {
        return true;
    }
    find_free_parts();
    kinds.free_parts = now.free_parts;
    kinds.free_count = now.free_count;
    memory_kinds_begin(&kinds);
    return search(PLACE_ELSEWHERE, found_elsewhere);
}
