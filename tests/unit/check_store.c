/* Tables that grow in plain memory. */
#include "plain_store.h"
#include "unit.h"

#include <check.h>
#include <string.h>

static struct store store;

static void
set_up(void)
{
    plain_store_make(&store);
}

static void
tear_down(void)
{
    plain_store_free(&store);
}

START_TEST(a_new_ledger_says_what_it_is)
{
    ck_assert_mem_eq(store.header->magic, LEDGER_MAGIC, 8);
    ck_assert_uint_eq(store.header->version, LEDGER_VERSION);
    for (uint32_t i = 0; i < LEDGER_TABLES_KNOWN - 1; i++) {
        ck_assert_uint_eq(store.header->tables[i].number, i + 1);
        ck_assert_uint_gt(store.header->tables[i].record_bytes, 0);
    }
}
END_TEST

START_TEST(records_are_numbered_from_one)
{
    ck_assert_uint_eq(store_add(&store, LEDGER_SITES, 1), 1);
    ck_assert_uint_eq(store_add(&store, LEDGER_SITES, 10), 2);
    ck_assert_uint_eq(store_add(&store, LEDGER_SITES, 1), 12);
    ck_assert_uint_eq(*store.tables[LEDGER_SITES].used, 13);
    ck_assert_uint_eq(store_add(&store, LEDGER_TYPES, 1), 1);
}
END_TEST

START_TEST(consecutive_records_cross_extents)
{
    uint32_t fit = LEDGER_EXTENT_BYTES / sizeof(struct ledger_site);
    uint32_t first = store_add(&store, LEDGER_SITES, fit + 10);

    ck_assert_uint_eq(first, 1);
    ck_assert_uint_eq(store.header->extents, 2);
    store_site(&store, first + fit + 9)->changes = 5;
    ck_assert_uint_eq(store_add(&store, LEDGER_SITES, 1), fit + 11);
}
END_TEST

START_TEST(a_table_without_room_stays_as_it_is)
{
    uint32_t fit = LEDGER_EXTENT_BYTES / sizeof(struct ledger_site);

    plain_extents_left = 1;
    ck_assert_uint_eq(store_add(&store, LEDGER_SITES, fit - 1), 1);
    ck_assert_uint_eq(store_add(&store, LEDGER_SITES, 1), 0);
    ck_assert_uint_eq(store_add(&store, LEDGER_TYPES, 1), 0);
    ck_assert_uint_eq(*store.tables[LEDGER_SITES].used, fit);
    ck_assert_uint_eq(*store.tables[LEDGER_TYPES].used, 1);
}
END_TEST

START_TEST(a_table_ends_at_its_reserved_memory)
{
    uint64_t limit = store.tables[LEDGER_SITES].limit;

    ck_assert_uint_eq(store_add(&store, LEDGER_SITES, (uint32_t)limit), 0);
    ck_assert_uint_eq(store_add(&store, LEDGER_SITES, (uint32_t)limit - 1), 1);
    ck_assert_uint_eq(store_add(&store, LEDGER_SITES, 1), 0);
}
END_TEST

START_TEST(text_is_aligned_and_has_its_length)
{
    ledger_string a = store_text(&store, "spam", 4);
    ledger_string b = store_text(&store, "", 0);
    ledger_string c = store_text(&store, "eggs!", 5);
    const uint8_t *strings = store.tables[LEDGER_STRINGS].base;
    uint32_t length;

    ck_assert_uint_ne(a, 0);
    ck_assert_uint_eq((a | b | c) % 4, 0);
    memcpy(&length, strings + a, 4);
    ck_assert_uint_eq(length, 4);
    ck_assert_mem_eq(strings + a + 4, "spam", 4);
    memcpy(&length, strings + b, 4);
    ck_assert_uint_eq(length, 0);
    ck_assert_mem_eq(strings + c + 4, "eggs!", 5);
}
END_TEST

START_TEST(text_without_room_is_unknown)
{
    plain_extents_left = 0;
    ck_assert_uint_eq(store_text(&store, "spam", 4), 0);
}
END_TEST

START_TEST(long_text_is_cut)
{
    static char text[100000];
    ledger_string at;
    uint32_t length;

    memset(text, 'x', sizeof text);
    at = store_text(&store, text, sizeof text);
    memcpy(&length, store.tables[LEDGER_STRINGS].base + at, 4);
    ck_assert_uint_eq(length, UINT16_MAX);
}
END_TEST

START_TEST(fullness_follows_the_fullest)
{
    uint64_t limit = store.tables[LEDGER_ACCOUNTS].limit;

    ck_assert_uint_eq(store_fullness(&store), 0);
    store_add(&store, LEDGER_ACCOUNTS, (uint32_t)(limit / 2));
    ck_assert_uint_ge(store_fullness(&store), 126);
    ck_assert_uint_le(store_fullness(&store), 130);
    store.extent_limit = store.header->extents;
    ck_assert_uint_ge(store_fullness(&store), 200);
}
END_TEST

START_TEST(a_reserve_is_kept_for_what_grows_little)
{
    uint32_t bulk =
        (uint32_t)(LEDGER_EXTENT_BYTES / sizeof(struct ledger_node));

    store.extent_limit = 3;
    store.extent_reserve = 1;
    ck_assert_uint_ne(store_add(&store, LEDGER_NODES, bulk), 0);
    ck_assert_uint_eq(store.header->extents, 2);
    ck_assert_uint_eq(store_fullness(&store), 256);
    ck_assert_uint_eq(store_add(&store, LEDGER_NODES, bulk), 0);
    ck_assert_uint_ne(store_add(&store, LEDGER_CENSUSES, 1), 0);
    ck_assert_uint_eq(store_add(&store, LEDGER_OWNED, 1), 0);
    ck_assert_uint_eq(store.header->extents, 3);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("store");
    TCase *tests = tcase_create("store");

    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, a_new_ledger_says_what_it_is);
    tcase_add_test(tests, records_are_numbered_from_one);
    tcase_add_test(tests, consecutive_records_cross_extents);
    tcase_add_test(tests, a_table_without_room_stays_as_it_is);
    tcase_add_test(tests, a_table_ends_at_its_reserved_memory);
    tcase_add_test(tests, text_is_aligned_and_has_its_length);
    tcase_add_test(tests, text_without_room_is_unknown);
    tcase_add_test(tests, long_text_is_cut);
    tcase_add_test(tests, fullness_follows_the_fullest);
    tcase_add_test(tests, a_reserve_is_kept_for_what_grows_little);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
