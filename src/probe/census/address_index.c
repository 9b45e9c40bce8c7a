#include "probe/census/address_index.h"

#include "base/mapping.h"

enum {
    REGIONS_FIRST = 64,
    ROOM_FIRST = 4,
    BLOCK_MOST = 64,   /* numbers of a block */
    PLACED_EACH = 512, /* numbers for each region; most need fewer */
    BLOCK_BYTES = 1 << ADDRESS_INDEX_BLOCK_SHIFT,
};

static uint64_t
block_bytes(uint32_t limit)
{
    return (uint64_t)limit * ADDRESS_INDEX_BLOCKS *
           sizeof(struct address_block);
}

static uint64_t
placed_limit(uint32_t limit)
{
    return (uint64_t)limit * PLACED_EACH;
}

static bool
make(struct address_index *index, uint32_t limit)
{
    *index = (struct address_index){
        .blocks = mapping_zeroed(block_bytes(limit)),
        .regions = mapping_zeroed(limit * sizeof *index->regions),
        .numbers = mapping_zeroed(2 * (uint64_t)limit * sizeof *index->numbers),
        .placed = mapping_zeroed(placed_limit(limit) * sizeof *index->placed),
        .used = 1,
        .limit = limit,
    };
    if (index->blocks != NULL && index->regions != NULL &&
        index->numbers != NULL && index->placed != NULL) {
        return true;
    }
    address_index_release(index);
    return false;
}

bool
address_index_init(struct address_index *index)
{
    return make(index, REGIONS_FIRST);
}

void
address_index_release(struct address_index *index)
{
    mapping_return(index->blocks, block_bytes(index->limit));
    mapping_return(index->regions, index->limit * sizeof *index->regions);
    mapping_return(index->numbers,
                   2 * (uint64_t)index->limit * sizeof *index->numbers);
    mapping_return(index->placed,
                   placed_limit(index->limit) * sizeof *index->placed);
    *index = (struct address_index){ 0 };
}

/* The last that is placed in [first, address] of one block; 0: none is. */
static uint32_t
last_of(const struct address_index *index, const struct address_block *block,
        uint64_t first, uint64_t address)
{
    for (uint64_t at = address; at >= first && at <= address; at -= 16) {
        uint32_t found = address_index_in(index, block, at);

        if (found != 0) {
            return found;
        }
    }
    return 0;
}

uint32_t
address_index_below(const struct address_index *index, uint64_t address,
                    uint64_t bytes)
{
    uint64_t at = address & ~(uint64_t)15, many = bytes & ~(uint64_t)15;
    uint64_t least = at > many ? at - many + 16 : 16;

    while (at >= least) {
        uint64_t start = at & ~(uint64_t)(BLOCK_BYTES - 1);
        uint32_t number =
            *address_index_region(index, at >> ADDRESS_INDEX_REGION_SHIFT);
        const struct address_block *block =
            address_index_block(index, number, at);
        uint32_t found =
            number == 0 || block->bits == 0
                ? 0
                : last_of(index, block, start > least ? start : least, at);

        if (found != 0 || start < BLOCK_BYTES) {
            return found;
        }
        at = start - 16;
    }
    return 0;
}

static void
add_region(struct address_index *index, uint64_t region)
{
    uint32_t number = ++index->count;

    *address_index_region(index, region) = number;
    index->regions[number] = region;
}

/* False: no memory. */
static bool
grow(struct address_index *index)
{
    struct address_index larger;
    uint64_t blocks = (uint64_t)(index->count + 1) * ADDRESS_INDEX_BLOCKS;

    if (index->limit > UINT32_MAX / PLACED_EACH / 4 ||
        !make(&larger, 2 * index->limit)) {
        return false;
    }
    for (uint32_t i = 1; i <= index->count; i++) {
        add_region(&larger, index->regions[i]);
    }
    for (uint64_t i = ADDRESS_INDEX_BLOCKS; i < blocks; i++) {
        larger.blocks[i] = index->blocks[i];
    }
    for (uint32_t i = 0; i < index->used; i++) {
        larger.placed[i] = index->placed[i];
    }
    for (uint32_t i = 0; i < ADDRESS_INDEX_ROOMS; i++) {
        larger.spare[i] = index->spare[i];
    }
    larger.used = index->used;
    address_index_release(index);
    *index = larger;
    return true;
}

static uint32_t
size_number(uint32_t room)
{
    return (uint32_t)__builtin_ctz(room / ROOM_FIRST);
}

/* A row of zeros; there is room for the largest. */
static uint32_t
take_row(struct address_index *index, uint32_t room)
{
    uint32_t *spare = &index->spare[size_number(room)];
    uint32_t row = *spare;

    if (row != 0) {
        *spare = index->placed[row];
        index->placed[row] = 0;
        return row;
    }
    index->used += room;
    return index->used - room;
}

/* What was in the row before is 0 when somebody else gets it. */
static void
move_row(struct address_index *index, struct address_block *block)
{
    uint32_t room = block->room == 0 ? ROOM_FIRST : 2 * block->room;
    uint32_t row = take_row(index, room);

    for (uint32_t i = 0; i < block->room; i++) {
        index->placed[row + i] = index->placed[block->row + i];
        index->placed[block->row + i] = 0;
    }
    if (block->room != 0) {
        uint32_t *spare = &index->spare[size_number(block->room)];

        index->placed[block->row] = *spare;
        *spare = block->row;
    }
    block->row = row;
    block->room = room;
}

/* A new place among those of its block, which is 0. */
static void
insert(struct address_index *index, struct address_block *block,
       uint64_t address)
{
    uint32_t rank = address_index_rank(block, address);
    uint32_t count = address_index_count(block->bits);

    if (count == block->room) {
        move_row(index, block);
    }
    for (uint32_t i = count; i > rank; i--) {
        index->placed[block->row + i] = index->placed[block->row + i - 1];
    }
    index->placed[block->row + rank] = 0;
    block->bits |= (uint64_t)1 << (address >> 4 & 63);
}

uint32_t *
address_index_place(struct address_index *index, uint64_t address)
{
    uint64_t region = address >> ADDRESS_INDEX_REGION_SHIFT;
    uint32_t number = *address_index_region(index, region);
    struct address_block *block;

    if ((number == 0 && index->count + 1 == index->limit) ||
        index->used + BLOCK_MOST > placed_limit(index->limit)) {
        if (!grow(index)) {
            return NULL;
        }
        number = *address_index_region(index, region);
    }
    if (number == 0) {
        add_region(index, region);
        number = index->count;
    }
    block = address_index_block(index, number, address);
    if ((block->bits >> (address >> 4 & 63) & 1) == 0) {
        insert(index, block, address);
    }
    return &index->placed[block->row + address_index_rank(block, address)];
}
