#include "probe/census/block_reach.h"

#include <check.h>
#include <stdlib.h>

#include "unit.h"

static struct block_reach reach;

static void
begin(void)
{
    ck_assert(block_reach_init(&reach));
    for (uint64_t start = 0x1000; start < 0x1400; start += 0x100) {
        ck_assert(block_reach_add(&reach, start, start + 0x80));
    }
    ck_assert(block_reach_next_round(&reach));
}

static bool
leads(uint64_t from, uint64_t to)
{
    return block_reach_link(&reach, (struct block_link){ from, to, 0 });
}

START_TEST(an_address_is_in_a_block_or_between_two)
{
    begin();
    ck_assert_uint_eq(block_reach_find(&reach, 0x1100)->start, 0x1100);
    ck_assert_uint_eq(block_reach_find(&reach, 0x117f)->start, 0x1100);
    ck_assert_ptr_null(block_reach_find(&reach, 0x1180));
    ck_assert_ptr_null(block_reach_find(&reach, 0xfff));
    ck_assert_ptr_null(block_reach_find(&reach, 0x2000));
    block_reach_release(&reach);
}
END_TEST

START_TEST(what_comes_later_is_found_in_the_next_round)
{
    begin();
    ck_assert(block_reach_add(&reach, 0x1080, 0x1090));
    ck_assert(block_reach_add(&reach, 0x1080, 0x1090)); /* once more */
    ck_assert(block_reach_add(&reach, 0x1500, 0x1510));
    ck_assert(!block_reach_add(&reach, 0x1480, 0x1490)); /* not in order */
    ck_assert_ptr_null(block_reach_find(&reach, 0x1088));
    ck_assert(block_reach_next_round(&reach));
    ck_assert_uint_eq(reach.count, 6);
    ck_assert_uint_eq(block_reach_find(&reach, 0x1088)->start, 0x1080);
    ck_assert_uint_eq(block_reach_find(&reach, 0x1000)->start, 0x1000);
    ck_assert_uint_eq(block_reach_find(&reach, 0x1500)->start, 0x1500);
    ck_assert(!block_reach_next_round(&reach));
    block_reach_release(&reach);
}
END_TEST

START_TEST(what_leads_to_reached_blocks_only_is_forgotten)
{
    begin();
    reach.blocks[0].root = 0xf000; /* 0x1000 leads to 0x1100 */
    ck_assert(leads(0x1000, 0x1100));
    ck_assert(block_reach_add(&reach, 0x1500, 0x1510));
    ck_assert(block_reach_add(&reach, 0x1600, 0x1610));
    ck_assert(leads(0x1500, 0x1100)); /* reached by now */
    ck_assert(leads(0x1600, 0x1200));
    block_reach_prune(&reach);
    ck_assert_uint_eq(reach.added_count, 1);
    ck_assert(block_reach_next_round(&reach));
    ck_assert_ptr_null(block_reach_find(&reach, 0x1500));
    ck_assert_uint_eq(block_reach_find(&reach, 0x1600)->start, 0x1600);
    block_reach_release(&reach);
}
END_TEST

START_TEST(only_what_was_added_last_is_looked_for)
{
    begin();
    ck_assert(address_filter_passes(&reach.filter, 0x1178));
    ck_assert_uint_eq(reach.low, 0x1000);
    ck_assert_uint_eq(reach.high, 0x1380);
    ck_assert(block_reach_add(&reach, 0x1510, 0x1610));
    ck_assert(block_reach_next_round(&reach));
    ck_assert(!address_filter_passes(&reach.filter, 0x1100));
    ck_assert(address_filter_passes(&reach.filter, 0x1510));
    ck_assert(address_filter_passes(&reach.filter, 0x1608));
    ck_assert(!address_filter_passes(&reach.filter, 0x1640));
    ck_assert_uint_eq(reach.low, 0x1510);
    ck_assert_uint_eq(reach.high, 0x1610);
    block_reach_release(&reach);
}
END_TEST

START_TEST(a_block_larger_than_the_filter_passes_everywhere)
{
    ck_assert(block_reach_init(&reach));
    ck_assert(block_reach_add(&reach, 0x1000, (uint64_t)1 << 40));
    ck_assert(block_reach_next_round(&reach));
    for (uint64_t address = 0x1000; address < 0x100000; address += 0x40) {
        ck_assert(address_filter_passes(&reach.filter, address));
    }
    block_reach_release(&reach);
}
END_TEST

START_TEST(a_row_that_begins_at_a_root_is_reached_and_a_ring_is_not)
{
    begin();
    ck_assert(leads(0x1000, 0x1100));
    ck_assert(leads(0x1200, 0x1300));
    ck_assert(leads(0x1300, 0x1200));
    block_reach_find(&reach, 0x1000)->root = 0x5000;
    block_reach_spread(&reach);
    ck_assert_uint_eq(block_reach_find(&reach, 0x1100)->root, 0x5000);
    ck_assert_uint_eq(block_reach_find(&reach, 0x1200)->root, 0);
    ck_assert_uint_eq(block_reach_find(&reach, 0x1300)->root, 0);
    block_reach_release(&reach);
}
END_TEST

/* What is behind a block is behind the object that leads there, too. */
START_TEST(a_row_that_begins_at_an_object_is_behind_it)
{
    begin();
    ck_assert(leads(0x1000, 0x1100));
    block_reach_find(&reach, 0x1000)->root = 0x5010;
    block_reach_find(&reach, 0x1000)->object = 0x5000;
    block_reach_spread(&reach);
    ck_assert_uint_eq(block_reach_find(&reach, 0x1100)->root, 0x5010);
    ck_assert_uint_eq(block_reach_find(&reach, 0x1100)->object, 0x5000);
    block_reach_release(&reach);
}
END_TEST

/* Neither up nor down: each way through the links comes two blocks further. */
START_TEST(a_row_that_is_too_wild_passes_for_reached)
{
    enum { BLOCKS = 1000 };
    static uint64_t row[BLOCKS];

    ck_assert(block_reach_init(&reach));
    for (uint64_t i = 0; i < BLOCKS; i++) {
        row[i] = 0x1000 + i * 0x100;
        ck_assert(block_reach_add(&reach, row[i], row[i] + 0x80));
    }
    ck_assert(block_reach_next_round(&reach));
    srand(1);
    for (size_t i = BLOCKS - 1; i > 0; i--) {
        size_t other = (size_t)rand() % (i + 1);
        uint64_t kept = row[i];

        row[i] = row[other];
        row[other] = kept;
    }
    for (size_t from = 0; from < BLOCKS; from++) {
        for (size_t i = 0; i + 1 < BLOCKS; i++) {
            if (row[i] == 0x1000 + from * 0x100) {
                ck_assert(leads(row[i], row[i + 1]));
            }
        }
    }
    block_reach_find(&reach, row[0])->root = 0x5000;
    block_reach_spread(&reach);
    for (size_t i = 0; i < BLOCKS; i++) {
        ck_assert_uint_ne(block_reach_find(&reach, row[i])->root, 0);
    }
    block_reach_release(&reach);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("block_reach");
    TCase *tests = tcase_create("all");

    tcase_add_test(tests, an_address_is_in_a_block_or_between_two);
    tcase_add_test(tests, what_comes_later_is_found_in_the_next_round);
    tcase_add_test(tests,
                   a_row_that_begins_at_a_root_is_reached_and_a_ring_is_not);
    tcase_add_test(tests, what_leads_to_reached_blocks_only_is_forgotten);
    tcase_add_test(tests, a_row_that_begins_at_an_object_is_behind_it);
    tcase_add_test(tests, only_what_was_added_last_is_looked_for);
    tcase_add_test(tests, a_block_larger_than_the_filter_passes_everywhere);
    tcase_add_test(tests, a_row_that_is_too_wild_passes_for_reached);
    suite_add_tcase(suite, tests);

    return unit_run(suite);
}
