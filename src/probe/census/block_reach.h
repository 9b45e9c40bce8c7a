/*
 * block_reach - which blocks of C memory something leads to.
 *
 * A block is reached from a word in memory that is no such block, or from a
 * block that is reached. A row of blocks that lead to each other only is not.
 * What leads to a block may be another that nobody has looked for yet: it is
 * added, and looked for in the next round.
 */
#ifndef REFTALLY_PROBE_CENSUS_BLOCK_REACH_H
#define REFTALLY_PROBE_CENSUS_BLOCK_REACH_H

#include "probe/census/address_filter.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * How much a word that leads to a block says of whose that is. One that leads into
 * the middle may have been left over from what stood there before.
 */
enum reach_sign {
    REACH_NO_SIGN,
    REACH_INSIDE,
    REACH_INSIDE_BY_OBJECT, /* that says of nothing that it holds it */
    REACH_START,
    REACH_START_BY_OBJECT,
};

struct reach_block {
    uint64_t start, end;
    uint64_t root;   /* the address of a word that leads there; 0: none known */
    uint64_t object; /* in which that is; 0: in none that need be told of */
    bool early;      /* that was reached when no block was yet */
    bool wanted;     /* it leads to one of which no root is known */
    enum reach_sign sign; /* how much the word says, of what leads there */
};

struct block_link {
    uint64_t from, to; /* where blocks start; or from an object ... */
    uint64_t word;     /* ... this word of which leads there; else 0 */
};

struct block_reach {
    struct reach_block *blocks; /* in ascending order */
    uint32_t count;
    struct reach_block *added; /* in this round, in ascending order */
    uint32_t added_count;
    struct block_link *links;
    uint32_t link_count;
    struct address_filter filter; /* of the blocks of the last round, ... */
    uint64_t low, high;           /* ... which are in [low, high) */
};

/* False: no memory. */
bool block_reach_init(struct block_reach *reach);
void block_reach_release(struct block_reach *reach);

/* In ascending order; what lies in the last one is not added again. False: there
   is no room, or it is below the last one. */
bool block_reach_add(struct block_reach *reach, uint64_t start, uint64_t end);

/* What was added and leads to nothing but what is reached already need not be looked
   for: it is forgotten. */
void block_reach_prune(struct block_reach *reach);

/* What was added is among those that are found, and is what is looked for now:
   all words that lead to others have been seen. False: nothing was. */
bool block_reach_next_round(struct block_reach *reach);

/* Of an earlier round; NULL: the address is in none. */
struct reach_block *block_reach_find(const struct block_reach *reach,
                                     uint64_t address);

/* A word in one block, or an object, leads to a block. False: no room. */
bool block_reach_link(struct block_reach *reach, struct block_link link);

/* Those that blocks with a root lead to have one, too. */
void block_reach_spread(struct block_reach *reach);

#endif
