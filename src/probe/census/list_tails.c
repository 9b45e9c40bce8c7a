#include "probe/census/list_tails.h"

#include "base/mapping.h"
#include "cpython/memory.h"
#include "cpython/type_info.h"
#include "ledger/hash.h"

enum {
    WORD = 8,
    ALLOCATED_BEHIND = 8, /* `allocated` stands behind `ob_item` */
    ROUNDED_TO = 16,      /* by Python's allocator, as by malloc */
    ROOM_EACH = 2,        /* places in the table for each word */
};

static const uint64_t allocated_max = (uint64_t)1 << 40;

/* A hash table of their addresses; 0: an empty place. */
static struct {
    uint64_t *places;
    uint64_t count; /* a power of two */
    uint64_t words; /* that are to be in it */
} known;

typedef void tail_word(uint64_t address);

static void
count_word(uint64_t address)
{
    (void)address;
    known.words++;
}

static uint64_t *
place_of(uint64_t address)
{
    uint64_t at = hash_spread(address) >> 32;

    while (known.places[at & (known.count - 1)] != 0 &&
           known.places[at & (known.count - 1)] != address) {
        at++;
    }
    return &known.places[at & (known.count - 1)];
}

static void
keep_word(uint64_t address)
{
    *place_of(address) = address;
}

static void
look_at_list(const struct python_layout *layout, uint64_t list,
             const struct address_filter *filter, tail_word *found)
{
    uint64_t items = load64(list + layout->owners.list_items);
    uint64_t size = load64(list + layout->object.size);
    uint64_t allocated =
        load64(list + layout->owners.list_items + ALLOCATED_BEHIND);
    uint64_t end = (items + allocated * WORD + ROUNDED_TO - 1) &
                   ~(uint64_t)(ROUNDED_TO - 1);

    if (items == 0 || size > allocated || allocated > allocated_max) {
        return;
    }
    for (uint64_t at = items + size * WORD; at < end; at += WORD) {
        if (address_filter_passes(filter, load64(at))) {
            found(at);
        }
    }
}

static void
look_at_lists(const struct graph *graph, const struct address_filter *filter,
              tail_word *found)
{
    for (uint32_t i = 1; i < graph->count; i++) {
        const struct graph_node *node = &graph->nodes[i];

        if ((node->flags & (GRAPH_COMPLETE | GRAPH_DEAD)) == GRAPH_COMPLETE &&
            (type_flags(graph->layout, type_of(graph->layout, node->address)) &
             TYPE_FLAG_LIST) != 0) {
            look_at_list(graph->layout, node->address, filter, found);
        }
    }
}

void
list_tails_find(const struct graph *graph, const struct address_filter *filter)
{
    known.words = 0;
    known.count = 1;
    look_at_lists(graph, filter, count_word);
    while (known.count < ROOM_EACH * known.words) {
        known.count *= 2;
    }
    known.places = mapping_zeroed(known.count * sizeof *known.places);
    if (known.places != NULL) {
        look_at_lists(graph, filter, keep_word);
    }
}

void
list_tails_release(void)
{
    mapping_return(known.places, known.count * sizeof *known.places);
    known.places = NULL;
}

bool
list_tails_hold(uint64_t address)
{
    return known.places != NULL && *place_of(address) == address;
}
