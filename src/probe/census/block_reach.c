#include "probe/census/block_reach.h"

#include "base/mapping.h"

#include <stddef.h>
#include <string.h>

enum {
    BLOCKS_MAX = 1 << 18,
    LINKS_MAX = 1 << 20,
    FILTER_SHIFT = 6, /* 64 bytes: many blocks are as small */
    SPREADS_MAX = 64, /* each goes through all links, there and back */
};

bool
block_reach_init(struct block_reach *reach)
{
    *reach = (struct block_reach){
        .blocks = mapping_zeroed(BLOCKS_MAX * sizeof *reach->blocks),
        .added = mapping_zeroed(BLOCKS_MAX * sizeof *reach->added),
        .links = mapping_zeroed(LINKS_MAX * sizeof *reach->links),
        .filter.shift = FILTER_SHIFT,
    };
    if (reach->blocks != NULL && reach->added != NULL && reach->links != NULL) {
        return true;
    }
    block_reach_release(reach);
    return false;
}

void
block_reach_release(struct block_reach *reach)
{
    mapping_return(reach->blocks, BLOCKS_MAX * sizeof *reach->blocks);
    mapping_return(reach->added, BLOCKS_MAX * sizeof *reach->added);
    mapping_return(reach->links, LINKS_MAX * sizeof *reach->links);
    *reach = (struct block_reach){ 0 };
}

bool
block_reach_add(struct block_reach *reach, uint64_t start, uint64_t end)
{
    uint64_t last = reach->added_count == 0
                        ? 0
                        : reach->added[reach->added_count - 1].start;

    if (start == last) {
        return true;
    }
    if (start < last || reach->count + reach->added_count == BLOCKS_MAX) {
        return false;
    }
    reach->added[reach->added_count++] =
        (struct reach_block){ .start = start, .end = end };
    return true;
}

/* In ascending order; NULL: the address is in none. */
static struct reach_block *
find_in(struct reach_block *blocks, uint32_t count, uint64_t address)
{
    uint32_t low = 0, high = count;

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;

        if (blocks[middle].end <= address) {
            low = middle + 1;
        }
        else {
            high = middle;
        }
    }
    return low < count && blocks[low].start <= address ? &blocks[low] : NULL;
}

void
block_reach_prune(struct block_reach *reach)
{
    uint32_t kept = 0;

    block_reach_spread(reach);
    for (uint32_t i = 0; i < reach->link_count; i++) {
        struct reach_block *from =
            find_in(reach->added, reach->added_count, reach->links[i].from);
        const struct reach_block *to =
            block_reach_find(reach, reach->links[i].to);

        if (from != NULL && from->start == reach->links[i].from && to != NULL &&
            to->root == 0) {
            from->wanted = true;
        }
    }
    for (uint32_t i = 0; i < reach->added_count; i++) {
        if (reach->added[i].wanted) {
            reach->added[kept++] = reach->added[i];
        }
    }
    reach->added_count = kept;
}

static void
look_for_added(struct block_reach *reach)
{
    uint32_t count = reach->added_count;

    memset(reach->filter.words, 0, sizeof reach->filter.words);
    for (uint32_t i = 0; i < count; i++) {
        address_filter_add_all(&reach->filter, reach->added[i].start,
                               reach->added[i].end);
    }
    reach->low = count > 0 ? reach->added[0].start : 0;
    reach->high = count > 0 ? reach->added[count - 1].end : 0;
}

/* Both are sorted; the larger of each pair goes to the end. */
bool
block_reach_next_round(struct block_reach *reach)
{
    uint32_t old = reach->count, new = reach->added_count;
    bool some = new > 0;

    look_for_added(reach);
    reach->count += new;
    reach->added_count = 0;
    for (uint32_t at = reach->count; new > 0; at--) {
        reach->blocks[at - 1] = old > 0 && reach->blocks[old - 1].start >
                                               reach->added[new - 1].start
                                    ? reach->blocks[--old]
                                    : reach->added[--new];
    }
    return some;
}

struct reach_block *
block_reach_find(const struct block_reach *reach, uint64_t address)
{
    return find_in(reach->blocks, reach->count, address);
}

bool
block_reach_link(struct block_reach *reach, struct block_link link)
{
    if (reach->link_count == LINKS_MAX) {
        return false;
    }
    reach->links[reach->link_count++] = link;
    return true;
}

/* False: both were as they are. */
static bool
follow(const struct block_reach *reach, const struct block_link *link)
{
    const struct reach_block *from = block_reach_find(reach, link->from);
    struct reach_block *to = block_reach_find(reach, link->to);

    if (from == NULL || to == NULL || to->root != 0 || from->root == 0) {
        return false;
    }
    to->root = from->root;
    to->object = from->object;
    to->early = from->early;
    return true;
}

/*
 * Rows mostly run along the memory, one way or the other. Where that does not
 * end, what is led to passes for reached: nobody is to be told that something
 * was lost which was not.
 */
void
block_reach_spread(struct block_reach *reach)
{
    bool more = true;

    for (int i = 0; i < SPREADS_MAX && more; i++) {
        more = false;
        for (uint32_t l = 0; l < reach->link_count; l++) {
            more |= follow(reach, &reach->links[l]);
        }
        for (uint32_t l = reach->link_count; l-- > 0;) {
            more |= follow(reach, &reach->links[l]);
        }
    }
    for (uint32_t l = 0; more && l < reach->link_count; l++) {
        struct reach_block *to = block_reach_find(reach, reach->links[l].to);

        if (to != NULL && to->root == 0) {
            to->root = reach->links[l].from;
        }
    }
}
