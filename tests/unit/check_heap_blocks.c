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
        uint64_t offset, bytes;
    } wanted[] = {
        { 16, 56 },  { 64, 56 }, /* a block reaches into the head behind it */
        { 72, 0 },               /* that is the head itself */
        { 176, 24 }, { 8, 0 },
    };

    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        ck_assert_uint_eq(heap_block_bytes(BASE, BASE + sizeof heap, read_word,
                                           NULL, parts, count,
                                           BASE + wanted[i].offset),
                          wanted[i].bytes);
    }
    ck_assert_uint_eq(heap_block_bytes(BASE, BASE + sizeof heap, read_word,
                                       NULL, parts, 0, BASE + 16),
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
        reads = 0;
        ck_assert_uint_eq(heap_block_bytes(BASE, end, read_long, NULL, row,
                                           count, at / 64 * 64 + 24),
                          56);
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
    tcase_add_test(tests,
                   a_block_in_a_long_row_of_used_ones_is_found_from_near_by);
    suite_add_tcase(suite, tests);

    return unit_run(suite);
}
