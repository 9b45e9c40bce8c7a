#include "probe/census/census_blocks.h"

#include "cpython/owners.h"
#include "probe/census/block_reach.h"
#include "probe/census/census_memory.h"
#include "probe/census/census_words.h"
#include "probe/census/memory_kind.h"
#include "probe/images/image_records.h"

enum {
    ROUNDS_MAX = 6, /* blocks that lead to blocks: each is a search */
    TURNS_MAX = 64, /* objects that are reached and lead to further blocks */
    WORD = 8,
};

/* The search that is being made. */
static struct {
    struct graph *graph;
    const struct memory_map *map;
    struct block_reach reach;
    bool last_round;
    bool full;         /* what is not known passes for reached */
    uint64_t root;     /* that was named last, ... */
    uint32_t variable; /* ... and its node */
} now;

/* False: where the block ends is not known. */
static bool
add_block_around(uint64_t address)
{
    struct heap_part block = memory_kind_of(address).block;

    return block.end - block.start > WORD &&
           block_reach_add(&now.reach, block.start, block.end);
}

/* A pointer to the last word of a block is one to the head that malloc has for
   the next one. */
static struct reach_block *
block_pointed_at(uint64_t word)
{
    struct reach_block *block = block_reach_find(&now.reach, word);

    return block != NULL && word < block->end - WORD ? block : NULL;
}

static bool
link_blocks(uint64_t from, uint64_t to)
{
    return block_reach_link(&now.reach, (struct block_link){ from, to, 0 });
}

/* Others say what they hold, or hold nothing: behind a text stands what was left
 * over in its memory. */
static bool
says_nothing(const struct graph_node *node)
{
    return owners_look_at(now.graph->layout, node->address,
                          (node->flags & GRAPH_COMPLETE) != 0) == OWNERS_SILENT;
}

static enum reach_sign
sign_of(const struct reach_block *to, uint64_t word, bool by_object)
{
    if (word == to->start) {
        return by_object ? REACH_START_BY_OBJECT : REACH_START;
    }
    return by_object ? REACH_INSIDE_BY_OBJECT : REACH_INSIDE;
}

/* Unless another word said as much. */
static void
set_root(struct reach_block *to, uint64_t address, uint64_t word,
         const struct graph_node *node)
{
    bool by_object = node != NULL && says_nothing(node);
    enum reach_sign sign = sign_of(to, word, by_object);

    if (sign > to->sign) {
        to->root = address;
        to->early = by_object;
        to->object = by_object ? node->address : 0;
        to->sign = sign;
    }
}

/* It leads there if something leads to it: that is known later of some. */
static void
found_in_object(uint32_t object, uint64_t address, uint64_t word,
                struct reach_block *to)
{
    const struct graph_node *node = graph_node_at(now.graph, object);

    if ((node->flags & GRAPH_REACHED) != 0) {
        set_root(to, address, word, node);
    }
    else if (to->root == 0) {
        now.full |= !block_reach_link(
            &now.reach,
            (struct block_link){ node->address, to->start, address });
    }
}

/* Of no object. False: it is in no block that is asked what leads there. */
static bool
found_in_block(uint64_t address, struct reach_block *to)
{
    const struct reach_block *from = block_reach_find(&now.reach, address);

    if (from == NULL && (now.last_round || !memory_kind_has_blocks(address))) {
        return false;
    }
    if (from == to || to->root != 0) {
        return true; /* another word says more */
    }
    if (from == NULL) {
        if (!add_block_around(address)) {
            return false;
        }
        from = &now.reach.added[now.reach.added_count - 1];
    }
    now.full |= !link_blocks(from->start, to->start);
    return true;
}

static void
found_pointer(uint64_t address, uint64_t word, void *context)
{
    struct reach_block *to = block_pointed_at(word);
    const struct memory_range *range;
    struct heap_part part;
    uint32_t object;

    (void)context;
    if (to == NULL || to->sign >= sign_of(to, word, true) || now.full ||
        census_memory_is_left_over(address, word)) {
        return;
    }
    object = census_memory_object_at(address);
    if (object != 0) {
        found_in_object(object, address, word, to);
        return;
    }
    part = (struct heap_part){ to->start, to->end - WORD };
    if (census_memory_is_wrappers(address, part)) {
        return;
    }
    object = census_memory_keeper_at(address, part);
    if (object != 0) {
        found_in_object(object, graph_node_at(now.graph, object)->address, word,
                        to);
        return;
    }
    range = memory_map_find(now.map, address);
    if ((range == NULL || !census_memory_is_allocators(range)) &&
        !found_in_block(address, to)) {
        set_root(to, address, word, NULL);
    }
}

/* Who is late does not know what leads where. */
static void
look_for_blocks(void)
{
    for (int round = 1; block_reach_next_round(&now.reach) && !now.full;
         round++) {
        now.last_round = round == ROUNDS_MAX;
        now.full |= !census_memory_words(now.reach.low, now.reach.high,
                                         &now.reach.filter, found_pointer);
        block_reach_prune(&now.reach);
    }
}

/* Of a word that holds an object. 0: nothing leads to it. */
static uint64_t
root_of(uint64_t address, bool *reached)
{
    const struct reach_block *block = block_reach_find(&now.reach, address);

    *reached = now.full || block == NULL || block->root != 0;
    return block != NULL ? block->root : 0;
}

/* A variable of an image has a name; in the interpreter's, its states stand. */
static void
name_root(uint32_t place, uint64_t root)
{
    const struct memory_range *range = memory_map_find(now.map, root);

    if (root == 0 || range == NULL || range->image == 0) {
        return;
    }
    if (root != now.root) {
        now.variable = graph_add_place(now.graph,
                                       image_record_is_interpreter(range->image)
                                           ? LEDGER_HOLDER_INTERPRETER
                                           : LEDGER_HOLDER_STATIC,
                                       root);
        now.root = root;
    }
    graph_node_at(now.graph, place)->parent = now.variable;
}

/* Of a reference that nobody announces: whether it stands in a block that is
 * reached. */
static bool
is_reached(const struct graph_extra *extra, uint64_t *root)
{
    const struct graph_node *place = graph_node_at(now.graph, extra->owner);
    bool reached = false;

    *root = 0;
    if (place->kind == LEDGER_HOLDER_BLOCK) {
        *root = root_of(place->address, &reached);
    }
    return reached;
}

static void
mark_reached(void)
{
    uint64_t root;

    for (uint32_t i = 0; i < now.graph->extra_count; i++) {
        const struct graph_extra *extra = &now.graph->extras[i];

        if (is_reached(extra, &root)) {
            graph_mark_reached(now.graph, extra->object, extra->owner);
        }
    }
}

static void
name_roots(void)
{
    uint64_t root;

    for (uint32_t i = 0; i < now.graph->extra_count; i++) {
        const struct graph_extra *extra = &now.graph->extras[i];

        if (is_reached(extra, &root)) {
            name_root(extra->owner, root);
        }
    }
}

/* An object that nothing led to, and that leads to a block: whether something
 * does so now. */
static bool
reach_from_objects(void)
{
    bool some = false;

    for (uint32_t i = 0; i < now.reach.link_count; i++) {
        const struct block_link *link = &now.reach.links[i];
        uint32_t object = graph_find(now.graph, link->from);
        struct reach_block *to = block_reach_find(&now.reach, link->to);

        if (object != 0 && to != NULL && to->root == 0 &&
            (graph_node_at(now.graph, object)->flags & GRAPH_REACHED) != 0) {
            to->root = link->from;
            some = true;
        }
    }
    return some;
}

/* Blocks lead to objects, and these to blocks, until nothing is added. */
static void
mark_all_reached(void)
{
    int turn = 0;

    do {
        block_reach_spread(&now.reach);
        mark_reached();
        now.full |= ++turn == TURNS_MAX;
    } while (!now.full && reach_from_objects());
    mark_reached();
}

/* What is left is behind objects that nothing leads to, or lost. */
static void
name_objects(void)
{
    for (uint32_t i = 0; i < now.reach.link_count; i++) {
        const struct block_link *link = &now.reach.links[i];
        struct reach_block *to = block_reach_find(&now.reach, link->to);

        if (to != NULL && to->root == 0 && link->word != 0) {
            to->root = link->word;
            to->object = link->from;
        }
    }
    block_reach_spread(&now.reach);
}

static void
lead_through(struct graph_node *place, uint32_t owner,
             const struct reach_block *block)
{
    place->parent = owner;
    place->edges = (uint32_t)(block->root - block->object);
}

/*
 * Where the way to its place goes through, if it is behind an object. One that was
 * reached before any block was is none that the block leads to.
 */
static void
lead_through_object(struct graph_extra *extra)
{
    struct graph_node *place = graph_node_at(now.graph, extra->owner);
    const struct reach_block *block =
        place->kind == LEDGER_HOLDER_BLOCK
            ? block_reach_find(&now.reach, place->address)
            : NULL;
    uint32_t owner = block != NULL && block->object != 0
                         ? graph_find(now.graph, block->object)
                         : 0;

    if (owner == 0 || owner == extra->object || place->parent != 0) {
        return;
    }
    if (block->early) {
        lead_through(place, owner, block);
    }
    else if (census_word_is_behind(now.graph, owner, extra->object)) {
        lead_through(place, owner, block);
        extra->unannounced = true;
        if (says_nothing(graph_node_at(now.graph, owner))) {
            graph_node_at(now.graph, owner)->flags |= GRAPH_NO_TRAVERSE;
        }
    }
}

static void
lead_through_objects(void)
{
    name_objects();
    for (uint32_t i = 0; i < now.graph->extra_count; i++) {
        lead_through_object(&now.graph->extras[i]);
    }
}

void
census_blocks_mark(struct graph *graph, const struct memory_map *map)
{
    now.graph = graph;
    now.map = map;
    now.root = 0;
    now.full = !block_reach_init(&now.reach);
    for (uint32_t i = 0; !now.full && i < graph->extra_count; i++) {
        const struct graph_extra *extra = &graph->extras[i];
        const struct graph_node *place = graph_node_at(graph, extra->owner);
        const struct graph_node *object = graph_node_at(graph, extra->object);

        if (place->kind == LEDGER_HOLDER_BLOCK &&
            (object->flags & GRAPH_REACHED) == 0) {
            add_block_around(place->address);
        }
    }
    if (!now.full) {
        look_for_blocks();
    }
    mark_all_reached();
    name_roots();
    if (!now.full) {
        lead_through_objects();
    }
    block_reach_release(&now.reach);
}
