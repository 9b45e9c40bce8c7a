/* Heaps as glibc's malloc leaves them, in an array. */
#include "probe/census/heap_blocks.h"
#include "unit.h"

#include <check.h>
#include <string.h>

enum { BASE = 0x10000, WORDS = 64, ROOM = 8, USED = 1 };

static uint64_t heap[WORDS];
static struct heap_part parts[ROOM];

static bool
read_word(uint64_t address, uint64_t *word, void *context)
{
    (void)context;
    ck_assert_uint_ge(address, BASE);
    ck_assert_uint_le(address + 8, BASE + sizeof heap);
    *word = heap[(address - BASE) / 8];
    return true;
}

static void
set_size(uint64_t offset, uint64_t size)
{
    heap[offset / 8 + 1] = size;
}

/* A used block, a free one, a used one, and the top. */
static void
set_up(void)
{
    memset(heap, 0, sizeof heap);
    set_size(0, 64 | USED);
    set_size(64, 96 | USED);
    set_size(160, 32); /* the one before is free */
    set_size(192, (sizeof heap - 192) | USED);
}

static size_t
walk(size_t room)
{
    return heap_free_parts(BASE, BASE + sizeof heap, read_word, NULL, parts,
                           room);
}

START_TEST(free_blocks_and_the_top_are_found)
{
    ck_assert_uint_eq(walk(ROOM), 2);
    ck_assert_uint_eq(parts[0].start, BASE + 64 + 16);
    ck_assert_uint_eq(parts[0].end, BASE + 160);
    ck_assert_uint_eq(parts[1].start, BASE + 192 + 16);
    ck_assert_uint_eq(parts[1].end, BASE + sizeof heap);
}
END_TEST

START_TEST(the_size_of_a_used_block_is_known)
{
    size_t count = walk(ROOM);
    static const struct {
        uint64_t offset, start, bytes;
    } wanted[] = {
        { 16, 16, 56 },
        { 64, 16, 56 }, /* a block reaches into the head behind it */
        { 72, 0, 0 },   /* that is the head itself */
        { 176, 176, 24 },
        { 8, 0, 0 },
    };

    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        struct heap_part block =
            heap_block_around(BASE, BASE + sizeof heap, read_word, NULL, parts,
                              count, BASE + wanted[i].offset);

        ck_assert_uint_eq(block.end - block.start, wanted[i].bytes);
        ck_assert_uint_eq(block.start,
                          wanted[i].bytes == 0 ? 0 : BASE + wanted[i].start);
    }
    ck_assert_uint_eq(heap_block_around(BASE, BASE + sizeof heap, read_word,
                                        NULL, parts, 0, BASE + 16)
                          .end,
                      0);
}
END_TEST

START_TEST(an_address_is_in_a_free_part_or_not)
{
    size_t count = walk(ROOM);

    ck_assert(!heap_parts_hold(parts, count, BASE + 16));
    ck_assert(!heap_parts_hold(parts, count, BASE + 64 + 8));
    ck_assert(heap_parts_hold(parts, count, BASE + 64 + 16));
    ck_assert(heap_parts_hold(parts, count, BASE + 152));
    ck_assert(heap_parts_hold(parts, count, BASE + 160));
    ck_assert(!heap_parts_hold(parts, count, BASE + 168));
    ck_assert(heap_parts_hold(parts, count, BASE + 400));
    ck_assert(!heap_parts_hold(parts, count, BASE + sizeof heap));
    ck_assert(!heap_parts_hold(parts, 0, BASE + 80));
}
END_TEST

START_TEST(a_heap_of_another_allocator_has_no_free_parts)
{
    static const uint64_t bad[] = { 0,         8,       24 | USED,
                                    40 | USED, 1 << 20, UINT64_MAX };

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        set_size(160, bad[i]);
        ck_assert_uint_eq(walk(ROOM), 0);
    }
    memset(heap, 0xff, sizeof heap);
    ck_assert_uint_eq(walk(ROOM), 0);
    memset(heap, 0, sizeof heap);
    ck_assert_uint_eq(walk(ROOM), 0);
}
END_TEST

START_TEST(no_more_than_there_is_room_for)
{
    ck_assert_uint_eq(walk(1), 1);
    ck_assert_uint_eq(walk(0), 0);
    ck_assert_uint_eq(
        heap_free_parts(BASE, BASE + 8, read_word, NULL, parts, ROOM), 0);
}
END_TEST

enum { TABLE = 656, BLOCK = 64 };

static const uint64_t secret = 0x1234567887654321;

/* The main thread's table, and three blocks, of which one is kept at hand. */
static void
keep_at_hand(uint64_t *table_heap, size_t bytes)
{
    memset(table_heap, 0, bytes);
    table_heap[1] = TABLE | USED;
    for (uint64_t at = TABLE; at < TABLE + 3 * BLOCK; at += BLOCK) {
        table_heap[at / 8 + 1] = BLOCK | USED;
    }
    table_heap[(TABLE + 3 * BLOCK) / 8 + 1] =
        (bytes - TABLE - 3 * BLOCK) | USED;
    ((uint16_t *)&table_heap[2])[2] = 1;
    table_heap[2 + 16 + 2] = BASE + TABLE + BLOCK + 16;
    table_heap[(TABLE + BLOCK + 16) / 8 + 1] = secret;
}

static uint64_t with_table[256];

static bool
read_with_table(uint64_t address, uint64_t *word, void *context)
{
    (void)context;
    *word = with_table[(address - BASE) / 8];
    return true;
}

static size_t
walk_with_table(void)
{
    return heap_free_parts(BASE, BASE + sizeof with_table, read_with_table,
                           NULL, parts, ROOM);
}

START_TEST(what_malloc_keeps_at_hand_is_free)
{
    keep_at_hand(with_table, sizeof with_table);
    ck_assert_uint_eq(walk_with_table(), 2);
    ck_assert_uint_eq(parts[0].start, BASE + TABLE + BLOCK + 16);
    ck_assert(heap_parts_hold(parts, 2, BASE + TABLE + BLOCK + 24));
    ck_assert(heap_parts_hold(parts, 2, BASE + TABLE + 2 * BLOCK));
    ck_assert(!heap_parts_hold(parts, 2, BASE + TABLE + 2 * BLOCK + 16));
}
END_TEST

enum { BINS_2_42 = 76, TABLE_2_42 = 768, SLOTS = 16, FIRST = 48 };

START_TEST(the_table_of_newer_glibc_counts_what_may_come)
{
    uint64_t after = FIRST + TABLE_2_42;

    memset(with_table, 0, sizeof with_table);
    with_table[1] = FIRST | USED;
    with_table[FIRST / 8 + 1] = TABLE_2_42 | USED;
    with_table[after / 8 + 1] = BLOCK | USED;
    with_table[(after + BLOCK) / 8 + 1] =
        (sizeof with_table - after - BLOCK) | USED;
    for (int bin = 0; bin < BINS_2_42; bin++) {
        ((uint16_t *)&with_table[FIRST / 8 + 2])[bin] = SLOTS;
    }
    ck_assert_uint_eq(walk_with_table(), 1);

    ((uint16_t *)&with_table[FIRST / 8 + 2])[3] = SLOTS - 1;
    with_table[FIRST / 8 + 2 + BINS_2_42 / 4 + 3] = BASE + after + 16;
    with_table[after / 8 + 3] = secret;
    ck_assert_uint_eq(walk_with_table(), 2);
    ck_assert_uint_eq(parts[0].start, BASE + after + 16);

    ((uint16_t *)&with_table[FIRST / 8 + 2])[4] = SLOTS - 1;
    ck_assert_uint_eq(walk_with_table(), 1);
}
END_TEST

START_TEST(a_table_that_contradicts_itself_says_nothing)
{
    keep_at_hand(with_table, sizeof with_table);
    ((uint16_t *)&with_table[2])[2] = 0; /* no block, and one */
    ck_assert_uint_eq(walk_with_table(), 1);

    keep_at_hand(with_table, sizeof with_table);
    ((uint16_t *)&with_table[2])[3] = 1; /* two blocks with different keys */
    with_table[2 + 16 + 3] = BASE + TABLE + 16;
    ck_assert_uint_eq(walk_with_table(), 1);

    keep_at_hand(with_table, sizeof with_table);
    with_table[1] = (TABLE + 16) | USED; /* no table */
    with_table[(TABLE + 16) / 8 + 1] = (BLOCK - 16) | USED;
    ck_assert_uint_eq(walk_with_table(), 1);
}
END_TEST

enum { LONG_WORDS = 1 << 17, LONG_ROOM = 256 };

static uint64_t long_heap[LONG_WORDS];
static unsigned reads;

static bool
read_long(uint64_t address, uint64_t *word, void *context)
{
    (void)context;
    reads++;
    *word = long_heap[(address - BASE) / 8];
    return true;
}

START_TEST(a_block_in_a_long_row_of_used_ones_is_found_from_near_by)
{
    static struct heap_part row[LONG_ROOM];
    uint64_t end = BASE + sizeof long_heap;
    size_t count;

    for (size_t i = 0; i < LONG_WORDS; i += 8) {
        long_heap[i + 1] = 64 | USED;
    }
    count = heap_free_parts(BASE, end, read_long, NULL, row, LONG_ROOM);
    ck_assert_uint_ge(count, sizeof long_heap / (32 << 10));
    ck_assert_uint_eq(row[count - 1].end, end);
    for (uint64_t at = BASE + 16; at < end - 64; at += 30016) {
        struct heap_part block;

        reads = 0;
        block = heap_block_around(BASE, end, read_long, NULL, row, count,
                                  at / 64 * 64 + 24);
        ck_assert_uint_eq(block.end - block.start, 56);
        ck_assert_uint_le(reads, 300);
        ck_assert(!heap_parts_hold(row, count, at));
    }
    for (size_t i = 0; i + 1 < count; i++) {
        ck_assert(!heap_parts_hold(row, count, row[i].start));
    }
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("heap_blocks");
    TCase *tests = tcase_create("heap_blocks");

    tcase_add_checked_fixture(tests, set_up, NULL);
    tcase_add_test(tests, free_blocks_and_the_top_are_found);
    tcase_add_test(tests, the_size_of_a_used_block_is_known);
    tcase_add_test(tests, an_address_is_in_a_free_part_or_not);
    tcase_add_test(tests, a_heap_of_another_allocator_has_no_free_parts);
    tcase_add_test(tests, no_more_than_there_is_room_for);
    tcase_add_test(tests, what_malloc_keeps_at_hand_is_free);
    tcase_add_test(tests, the_table_of_newer_glibc_counts_what_may_come);
    tcase_add_test(tests, a_table_that_contradicts_itself_says_nothing);
    tcase_add_test(tests,
                   a_block_in_a_long_row_of_used_ones_is_found_from_near_by);
    suite_add_tcase(suite, tests);

    return unit_run(suite);
}
