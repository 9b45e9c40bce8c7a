/* Numbers for addresses, in as many regions as come. */
#include "probe/census/address_index.h"
#include "unit.h"

#include <check.h>

enum { REGION = 1 << ADDRESS_INDEX_REGION_SHIFT, MANY = 1000 };

static struct address_index all;

static void
set_up(void)
{
    ck_assert(address_index_init(&all));
}

static void
tear_down(void)
{
    address_index_release(&all);
}

/* Far apart, and side by side. */
static uint64_t
address_of(uint32_t number)
{
    return (uint64_t)number / 2 * 1000003 * REGION + 16 * (number % 2) +
           0x7f0000000000;
}

START_TEST(what_was_placed_is_found_and_nothing_else)
{
    *address_index_place(&all, address_of(1)) = 1;
    ck_assert_uint_eq(address_index_find(&all, address_of(1)), 1);
    ck_assert_uint_eq(address_index_find(&all, address_of(1) + 8), 1);
    ck_assert_uint_eq(address_index_find(&all, address_of(1) + 16), 0);
    ck_assert_uint_eq(address_index_find(&all, address_of(1) - 16), 0);
    ck_assert_uint_eq(address_index_find(&all, address_of(1) + REGION), 0);
    ck_assert_uint_eq(address_index_find(&all, 0), 0);
    ck_assert_uint_eq(address_index_find(&all, UINT64_MAX), 0);
}
END_TEST

START_TEST(the_ends_of_a_region_are_told_apart)
{
    *address_index_place(&all, REGION) = 1;
    *address_index_place(&all, 2 * REGION - 1) = 2;
    *address_index_place(&all, 2 * REGION) = 3;
    ck_assert_uint_eq(address_index_find(&all, REGION), 1);
    ck_assert_uint_eq(address_index_find(&all, 2 * REGION - 16), 2);
    ck_assert_uint_eq(address_index_find(&all, 2 * REGION), 3);
}
END_TEST

START_TEST(the_nearest_below_is_found_as_far_as_is_asked)
{
    uint64_t last = 3 * REGION - 16;

    *address_index_place(&all, last) = 1;
    *address_index_place(&all, REGION + 32) = 2;
    ck_assert_uint_eq(address_index_below(&all, last + 15, 16), 1);
    ck_assert_uint_eq(address_index_below(&all, last + 16, 16), 0);
    ck_assert_uint_eq(address_index_below(&all, last + 16, 32), 1);
    ck_assert_uint_eq(address_index_below(&all, last + 1023, 1024), 1);
    ck_assert_uint_eq(address_index_below(&all, last + 1024, 1024), 0);
    ck_assert_uint_eq(address_index_below(&all, last - 1, 1024), 0);
    ck_assert_uint_eq(address_index_below(&all, REGION + 32, 1024), 2);
    ck_assert_uint_eq(address_index_below(&all, REGION + 31, 1024), 0);
    ck_assert_uint_eq(address_index_below(&all, 2 * REGION, 1 << 20), 2);
}
END_TEST

START_TEST(all_stay_where_it_grows)
{
    for (uint32_t i = 1; i <= MANY; i++) {
        *address_index_place(&all, address_of(i)) = i;
    }
    ck_assert_uint_gt(all.count, MANY / 2);
    for (uint32_t i = 1; i <= MANY; i++) {
        ck_assert_uint_eq(address_index_find(&all, address_of(i)), i);
        ck_assert_uint_eq(*address_index_place(&all, address_of(i)), i);
    }
}
END_TEST

/* From the middle outward, and anew: rows are moved, and used again. */
START_TEST(a_full_region_keeps_all_of_its_numbers)
{
    enum { EACH = REGION / 16, REGIONS = 200 };

    for (uint32_t i = 0; i < EACH * REGIONS; i++) {
        uint32_t at = i % 2 == 0 ? EACH * REGIONS / 2 + i / 2
                                 : EACH * REGIONS / 2 - i / 2 - 1;

        *address_index_place(&all, REGION + 16 * (uint64_t)at) = at + 1;
    }
    for (uint32_t at = 0; at < EACH * REGIONS; at++) {
        uint64_t address = REGION + 16 * (uint64_t)at;

        ck_assert_uint_eq(address_index_find(&all, address), at + 1);
        ck_assert_uint_eq(address_index_below(&all, address + 8, 16), at + 1);
    }
    ck_assert_uint_eq(all.count, REGIONS);
}
END_TEST

START_TEST(a_place_that_was_left_empty_is_nothing)
{
    *address_index_place(&all, REGION + 16) = 1;
    address_index_place(&all, REGION + 32);
    *address_index_place(&all, REGION + 48) = 3;
    ck_assert_uint_eq(address_index_find(&all, REGION + 32), 0);
    ck_assert_uint_eq(address_index_below(&all, REGION + 32, 1024), 1);
    *address_index_place(&all, REGION + 32) = 2;
    ck_assert_uint_eq(address_index_find(&all, REGION + 16), 1);
    ck_assert_uint_eq(address_index_find(&all, REGION + 32), 2);
    ck_assert_uint_eq(address_index_find(&all, REGION + 48), 3);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("address_index");
    TCase *test = tcase_create("address_index");

    tcase_add_checked_fixture(test, set_up, tear_down);
    tcase_add_test(test, what_was_placed_is_found_and_nothing_else);
    tcase_add_test(test, the_ends_of_a_region_are_told_apart);
    tcase_add_test(test, the_nearest_below_is_found_as_far_as_is_asked);
    tcase_add_test(test, all_stay_where_it_grows);
    tcase_add_test(test, a_full_region_keeps_all_of_its_numbers);
    tcase_add_test(test, a_place_that_was_left_empty_is_nothing);
    suite_add_tcase(suite, test);
    return unit_run(suite);
}
