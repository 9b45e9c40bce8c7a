/* Lives of invented objects: entries, the audit, balance, reuse. */
#include "ledger/account.h"
#include "ledger/signatures.h"
#include "plain_store.h"
#include "unit.h"

#include <check.h>

enum {
    SLOTS_MAX = 1 << 16,
    PAGES = 8,
    ACCOUNTS_MAX = 4096,
    OBJECT = 0x100010, /* address space ends soon behind it */
    DIRECTORY = 64,
    TYPE = 3,
};

static struct store store;
static struct accounts accounts;

static void *
zeroed(size_t count)
{
    uint32_t *memory = calloc(count, sizeof *memory);

    ck_assert_ptr_nonnull(memory);
    return memory;
}

static void
set_up(void)
{
    plain_store_make(&store);
    accounts = (struct accounts){
        .store = &store,
        .tagged = true,
        .index = { .directory = zeroed(DIRECTORY),
                   .pages = zeroed((size_t)PAGES * ACCOUNT_INDEX_PAGE_SLOTS),
                   .regions = zeroed(PAGES * sizeof(uint32_t)),
                   .page_limit = PAGES },
        .groups = zeroed((size_t)ACCOUNTS_MAX * ACCOUNT_GROUPS),
        .tags = zeroed((size_t)ACCOUNTS_MAX * ACCOUNT_OWN),
        .guesses = calloc(ACCOUNT_GUESSES, sizeof *accounts.guesses),
    };
    slots_init(&accounts.entries, zeroed(SLOTS_MAX), SLOTS_MAX - 1);
    slots_init(&accounts.signatures, zeroed(SLOTS_MAX), SLOTS_MAX - 1);
    slots_init(&accounts.misses, zeroed(SLOTS_MAX), SLOTS_MAX - 1);
}

static void
tear_down(void)
{
    free(accounts.index.directory);
    free(accounts.index.pages);
    free(accounts.groups);
    free(accounts.tags);
    free(accounts.guesses);
    free(accounts.entries.at);
    free(accounts.signatures.at);
    free(accounts.misses.at);
    plain_store_free(&store);
}

static uint32_t
open_account(uint64_t object)
{
    uint32_t index =
        account_open(&accounts, object, TYPE, LEDGER_ACCOUNT_BORN, 0);

    ck_assert_uint_ne(index, 0);
    return index;
}

/* 0: none. */
static uint32_t
entry_of(uint32_t index, uint32_t tag)
{
    uint32_t number = store_account(&store, index)->entries;

    while (number != 0 && store_entry(&store, number)->tag != tag) {
        number = store_entry(&store, number)->next;
    }
    return number;
}

/* A change by delta at a tag, and at the site with the same number. */
static uint32_t
change_in(uint32_t index, uint32_t tag, int64_t delta, uint32_t activation)
{
    int64_t before = store_account(&store, index)->references;
    struct change change = { .site = tag,
                             .tag = tag,
                             .activation = activation,
                             .before = before,
                             .after = before + delta };

    change.waiting = account_waiting(&accounts, index, &change);
    account_change(&accounts, index, &change);
    account_enter_pending(&accounts, index);
    return entry_of(index, tag);
}

static uint32_t
change(uint32_t index, uint32_t tag, int64_t delta)
{
    return change_in(index, tag, delta, 0);
}

/* Entries reached from the account, each with its account and its tag. */
static uint32_t
chain_length(uint32_t index)
{
    uint32_t length = 0;

    for (uint32_t i = store_account(&store, index)->entries; i != 0;
         i = store_entry(&store, i)->next) {
        ck_assert_uint_eq(store_entry(&store, i)->account, index);
        ck_assert_uint_le(++length, 100000);
    }
    return length;
}

START_TEST(an_object_is_found_by_its_address_only)
{
    uint32_t index = open_account(OBJECT);

    ck_assert_uint_eq(account_find(&accounts, OBJECT), index);
    ck_assert_uint_eq(account_find(&accounts, OBJECT + 8), 0);
    ck_assert_uint_eq(account_find(&accounts, OBJECT + 16), 0);
    ck_assert_uint_eq(account_find(&accounts, OBJECT + 0x100000), 0);
}
END_TEST

START_TEST(takings_and_releases_are_kept_apart_by_tag)
{
    uint32_t index = open_account(OBJECT);
    uint32_t birth = change(index, 10, +1);
    uint32_t taken = change(index, 11, +2);

    ck_assert_uint_ne(birth, taken);
    ck_assert_uint_eq(change(index, 11, -1), taken);
    ck_assert_uint_eq(store_entry(&store, taken)->taken, 2);
    ck_assert_uint_eq(store_entry(&store, taken)->released, 1);
    ck_assert_uint_eq(store_entry(&store, taken)->first, 2);
    ck_assert_uint_eq(store_entry(&store, taken)->last, 3);
    ck_assert_int_eq(store_account(&store, index)->references, 2);
    ck_assert_uint_eq(store_account(&store, index)->changes, 3);
    ck_assert_uint_eq(store_account(&store, index)->last_site, 11);
    ck_assert_uint_eq(chain_length(index), 2);
}
END_TEST

START_TEST(the_audit_counts_what_nobody_saw_between_two_sites)
{
    uint32_t index = open_account(OBJECT);
    struct change later = { .site = 22, .before = 4, .after = 5 };
    const struct ledger_miss *miss;

    change(index, 21, +1);
    account_change(&accounts, index, &later); /* it was 1 */
    ck_assert_uint_eq(store.header->changes_missed, 3);
    ck_assert_uint_eq(*store.tables[LEDGER_MISSES].used, 2);
    miss = store_miss(&store, 1);
    ck_assert_uint_eq(miss->before_site, 21);
    ck_assert_uint_eq(miss->after_site, 22);
    ck_assert_uint_eq(miss->type, TYPE);
    ck_assert_uint_eq(miss->times, 1);
    ck_assert_int_eq(miss->delta, 3);
    ck_assert_int_eq(store_account(&store, index)->references, 5);
}
END_TEST

START_TEST(misses_at_one_place_are_one_record)
{
    for (uint64_t i = 0; i < 3; i++) {
        uint32_t index = open_account(OBJECT + 16 * i);
        struct change later = { .site = 22, .before = 0, .after = 1 };

        change(index, 21, +1);
        account_change(&accounts, index, &later);
    }
    ck_assert_uint_eq(*store.tables[LEDGER_MISSES].used, 2);
    ck_assert_uint_eq(store_miss(&store, 1)->times, 3);
    ck_assert_int_eq(store_miss(&store, 1)->delta, -3);
    ck_assert_uint_eq(store.header->changes_missed, 3);
}
END_TEST

START_TEST(balanced_lives_that_are_alike_are_folded)
{
    for (uint64_t i = 0; i < 5; i++) {
        uint32_t index = open_account(OBJECT);

        store_account(&store, index)->birth = 10;
        change(index, 10, +1);
        /* In either order. */
        change(index, i % 2 ? 11 : 12, +1);
        change(index, i % 2 ? 12 : 11, +1);
        change(index, 13, -3);
        signatures_fold(&accounts, index);
    }
    ck_assert_uint_eq(*store.tables[LEDGER_SIGNATURES].used, 2);
    ck_assert_uint_eq(store_signature(&store, 1)->objects, 5);
    ck_assert_uint_eq(store_signature(&store, 1)->count, 4);
    ck_assert_uint_eq(store_signature(&store, 1)->type, TYPE);
    ck_assert_uint_eq(store_signature(&store, 1)->birth, 10);
}
END_TEST

START_TEST(what_is_forgotten_leaves_the_object_and_its_count)
{
    uint32_t index = open_account(OBJECT), again;

    for (uint32_t tag = 10; tag < 10 + 2 * ACCOUNT_OWN; tag++) {
        change(index, tag, +1);
    }
    account_forget(&accounts, index);
    change(index, 99, +1);
    account_enter_pending(&accounts, index);
    ck_assert_uint_eq(account_find(&accounts, OBJECT), index);
    ck_assert_int_eq(store_account(&store, index)->references,
                     store_account(&store, index)->adopted_references + 1);
    ck_assert_uint_eq(store_account(&store, index)->entry_count, 1);
    again = store_account(&store, index)->entries;
    ck_assert_uint_eq(store_entry(&store, again)->tag, 99);
    ck_assert_uint_eq(store_entry(&store, again)->taken, 1);
}
END_TEST

START_TEST(lives_that_differ_are_told_apart)
{
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t index = open_account(OBJECT);

        change(index, 10, +1);
        change(index, 11, 1 + (i == 1));
        change(index, 12 + (i == 2), -2 - (i == 1));
        signatures_fold(&accounts, index);
    }
    ck_assert_uint_eq(*store.tables[LEDGER_SIGNATURES].used, 4);
}
END_TEST

START_TEST(adopted_lives_are_no_example)
{
    uint32_t index =
        account_open(&accounts, OBJECT, TYPE, LEDGER_ACCOUNT_ADOPTED, 3);

    ck_assert_int_eq(store_account(&store, index)->adopted_references, 3);
    change(index, 10, -3);
    signatures_fold(&accounts, index);
    ck_assert_uint_eq(*store.tables[LEDGER_SIGNATURES].used, 1);
    ck_assert_uint_eq(account_find(&accounts, OBJECT), 0);
}
END_TEST

START_TEST(closed_accounts_and_their_entries_are_used_again)
{
    uint64_t used = 0;

    for (uint32_t round = 0; round < 50; round++) {
        uint32_t index = open_account(OBJECT + 16 * (uint64_t)round);

        for (uint32_t tag = 1; tag <= 60; tag++) {
            change(index, tag + round, +1);
        }
        ck_assert_uint_eq(chain_length(index), 60);
        account_close(&accounts, index);
        ck_assert_uint_eq(account_find(&accounts, OBJECT + 16 * round), 0);
        if (round == 0) {
            used = *store.tables[LEDGER_ENTRIES].used;
        }
    }
    ck_assert_uint_eq(*store.tables[LEDGER_ACCOUNTS].used, 2);
    ck_assert_uint_eq(*store.tables[LEDGER_ENTRIES].used, used);
    ck_assert_uint_eq(accounts.entries.count, 0);
}
END_TEST

/* Short, chained and hashed: every entry is found, and no other account's. */
START_TEST(long_accounts_find_their_entries)
{
    enum { TAGS = 1000 };
    uint32_t many[2] = { open_account(OBJECT), open_account(OBJECT + 16) };

    for (uint32_t round = 1; round <= 2; round++) {
        for (uint32_t tag = 1; tag <= TAGS; tag++) {
            for (uint32_t i = 0; i < 2; i++) {
                uint32_t entry = change(many[i], tag, +1);

                ck_assert_uint_eq(store_entry(&store, entry)->taken, round);
            }
        }
        ck_assert_uint_eq(chain_length(many[0]), TAGS);
        ck_assert_uint_eq(chain_length(many[1]), TAGS);
    }
    account_close(&accounts, many[0]);
    for (uint32_t tag = 1; tag <= TAGS; tag++) {
        uint32_t entry = change(many[1], tag, -1);

        ck_assert_uint_eq(store_entry(&store, entry)->released, 1);
    }
    ck_assert_uint_eq(chain_length(many[1]), TAGS);
}
END_TEST

static void
only_change(uint32_t index, uint32_t tag, int64_t delta)
{
    int64_t before = store_account(&store, index)->references;
    struct change change = {
        .site = tag, .tag = tag, .before = before, .after = before + delta
    };

    change.waiting = account_waiting(&accounts, index, &change);
    account_change(&accounts, index, &change);
}

START_TEST(changes_wait_until_there_are_too_many)
{
    enum { ROUNDS = 100, LAST = 100 };
    uint32_t index = open_account(OBJECT), entry;

    for (uint32_t i = 0; i < ROUNDS; i++) {
        only_change(index, 10, +1);
        only_change(index, 11, -1);
    }
    for (uint32_t tag = LAST - LEDGER_PENDING_MAX + 3; tag <= LAST; tag++) {
        only_change(index, tag, +2);
    }
    ck_assert_uint_eq(store_account(&store, index)->pending,
                      LEDGER_PENDING_MAX);
    ck_assert_uint_eq(chain_length(index), 0);
    only_change(index, 12, +1);
    ck_assert_uint_eq(store_account(&store, index)->pending, 1);
    ck_assert_uint_eq(chain_length(index), LEDGER_PENDING_MAX);
    entry = entry_of(index, 11);
    ck_assert_uint_eq(store_entry(&store, entry)->released, ROUNDS);
    ck_assert_uint_eq(store_entry(&store, entry)->first, 2);
    ck_assert_uint_eq(store_entry(&store, entry)->last, 2 * ROUNDS);
    entry = entry_of(index, LAST);
    ck_assert_uint_eq(store_entry(&store, entry)->taken, 2);
    ck_assert_uint_eq(store_entry(&store, entry)->last,
                      2 * ROUNDS + LEDGER_PENDING_MAX - 2);
}
END_TEST

START_TEST(no_count_is_too_large_to_wait)
{
    uint32_t index = open_account(OBJECT);

    for (uint32_t i = 0; i < 5; i++) {
        only_change(index, 10, +30000);
        only_change(index, 11, -20000);
    }
    only_change(index, 12, +1000000000);
    ck_assert_uint_eq(store_account(&store, index)->pending, 0);
    ck_assert_uint_eq(store_entry(&store, entry_of(index, 10))->taken, 150000);
    ck_assert_uint_eq(store_entry(&store, entry_of(index, 11))->released,
                      100000);
    ck_assert_uint_eq(store_entry(&store, entry_of(index, 12))->taken,
                      1000000000);
}
END_TEST

/* The order of changes fits into 16 bits while they wait. */
START_TEST(nothing_waits_forever)
{
    uint32_t index = open_account(OBJECT);

    for (uint32_t i = 0; i < 200000; i++) {
        only_change(index, 10, i % 2 == 0 ? +1 : -1);
    }
    only_change(index, 11, +1);
    account_enter_pending(&accounts, index);
    ck_assert_uint_eq(store_entry(&store, entry_of(index, 10))->taken, 100000);
    ck_assert_uint_eq(store_entry(&store, entry_of(index, 10))->last, 200000);
    ck_assert_uint_eq(store_entry(&store, entry_of(index, 11))->last, 200001);
}
END_TEST

/* Which of them was again in one evaluation could not be told later. */
START_TEST(takings_of_two_evaluations_wait_apart)
{
    uint32_t index = open_account(OBJECT);

    for (uint32_t activation = 5; activation < 7; activation++) {
        struct change taken = { .tag = 10,
                                .before = activation - 5,
                                .after = activation - 4,
                                .activation = activation };

        taken.waiting = account_waiting(&accounts, index, &taken);
        ck_assert_ptr_null(taken.waiting);
        account_change(&accounts, index, &taken);
    }
    ck_assert_uint_eq(store_account(&store, index)->pending, 2);
}
END_TEST

START_TEST(what_waits_dies_with_its_object)
{
    uint32_t index = open_account(OBJECT);

    only_change(index, 10, +1);
    account_close(&accounts, index);
    ck_assert_uint_eq(open_account(OBJECT), index);
    account_enter_pending(&accounts, index);
    ck_assert_uint_eq(chain_length(index), 0);
}
END_TEST

/* Its signature is that of all it did, entered or waiting. */
START_TEST(a_life_is_alike_however_much_of_it_waited)
{
    for (uint32_t round = 0; round < 2; round++) {
        uint32_t index = open_account(OBJECT);

        for (uint32_t tag = 10; tag < 12 + LEDGER_PENDING_MAX; tag++) {
            only_change(index, tag, +1);
            if (round == 1) {
                account_enter_pending(&accounts, index);
            }
        }
        only_change(index, 9, -(LEDGER_PENDING_MAX + 2));
        signatures_fold(&accounts, index);
    }
    ck_assert_uint_eq(*store.tables[LEDGER_SIGNATURES].used, 2);
    ck_assert_uint_eq(store_signature(&store, 1)->objects, 2);
    ck_assert_uint_eq(store_signature(&store, 1)->count,
                      LEDGER_PENDING_MAX + 3);
}
END_TEST

START_TEST(a_second_taking_in_one_evaluation_is_noted)
{
    uint32_t index = open_account(OBJECT);
    uint32_t copy = change_in(index, 10, +1, 7);
    uint32_t opcode = change_in(index, 11, +1, 7);

    ck_assert_uint_eq(store_entry(&store, opcode)->again, 1);
    ck_assert_uint_eq(store_entry(&store, opcode)->again_tag, 10);
    ck_assert_uint_eq(store_entry(&store, copy)->again, 0);
}
END_TEST

START_TEST(takings_in_two_evaluations_are_not_twice_in_one)
{
    uint32_t index = open_account(OBJECT);
    uint32_t first = change_in(index, 10, +1, 7);
    uint32_t then = change_in(index, 11, +1, 8);
    uint32_t outside = change_in(index, 12, +1, 0);
    uint32_t still = change_in(index, 13, +1, 0);

    ck_assert_uint_eq(store_entry(&store, first)->again, 0);
    ck_assert_uint_eq(store_entry(&store, then)->again, 0);
    ck_assert_uint_eq(store_entry(&store, outside)->again, 0);
    ck_assert_uint_eq(store_entry(&store, still)->again, 0);
}
END_TEST

START_TEST(an_object_that_moves_keeps_its_account)
{
    uint32_t index = open_account(OBJECT);

    change(index, 10, +1);
    account_detach(&accounts, index);
    ck_assert_uint_eq(account_find(&accounts, OBJECT), 0);
    ck_assert(account_move(&accounts, index, OBJECT + 64));
    ck_assert_uint_eq(account_find(&accounts, OBJECT + 64), index);
    ck_assert_uint_eq(store_account(&store, index)->entry_count, 1);
}
END_TEST

START_TEST(moving_does_not_evict_a_newcomer)
{
    uint32_t old = open_account(OBJECT), newcomer;

    account_detach(&accounts, old);
    newcomer = open_account(OBJECT);
    ck_assert(account_move(&accounts, old, OBJECT + 32));
    ck_assert_uint_eq(account_find(&accounts, OBJECT), newcomer);
    account_close(&accounts, old);
    ck_assert_uint_eq(account_find(&accounts, OBJECT), newcomer);
}
END_TEST

START_TEST(without_room_nothing_is_opened)
{
    for (uint64_t page = 1; page < PAGES + 2; page++) {
        uint32_t index =
            account_open(&accounts, page << ACCOUNT_INDEX_PAGE_SHIFT, TYPE,
                         LEDGER_ACCOUNT_BORN, 0);

        ck_assert_msg((index != 0) == (page < PAGES), "page %lu",
                      (unsigned long)page); /* page 0 is never used */
    }
    plain_extents_left = 0;
    ck_assert_uint_eq(store.header->entries_dropped, 0);
    only_change(1, 5, +1);
    account_enter_pending(&accounts, 1);
    ck_assert_uint_eq(chain_length(1), 0);
    ck_assert_uint_eq(store.header->entries_dropped, 1);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("account");
    TCase *tests = tcase_create("account");

    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, an_object_is_found_by_its_address_only);
    tcase_add_test(tests, takings_and_releases_are_kept_apart_by_tag);
    tcase_add_test(tests, the_audit_counts_what_nobody_saw_between_two_sites);
    tcase_add_test(tests, misses_at_one_place_are_one_record);
    tcase_add_test(tests, balanced_lives_that_are_alike_are_folded);
    tcase_add_test(tests, what_is_forgotten_leaves_the_object_and_its_count);
    tcase_add_test(tests, lives_that_differ_are_told_apart);
    tcase_add_test(tests, adopted_lives_are_no_example);
    tcase_add_test(tests, closed_accounts_and_their_entries_are_used_again);
    tcase_add_test(tests, long_accounts_find_their_entries);
    tcase_add_test(tests, changes_wait_until_there_are_too_many);
    tcase_add_test(tests, no_count_is_too_large_to_wait);
    tcase_add_test(tests, nothing_waits_forever);
    tcase_add_test(tests, takings_of_two_evaluations_wait_apart);
    tcase_add_test(tests, what_waits_dies_with_its_object);
    tcase_add_test(tests, a_life_is_alike_however_much_of_it_waited);
    tcase_add_test(tests, a_second_taking_in_one_evaluation_is_noted);
    tcase_add_test(tests, takings_in_two_evaluations_are_not_twice_in_one);
    tcase_add_test(tests, an_object_that_moves_keeps_its_account);
    tcase_add_test(tests, moving_does_not_evict_a_newcomer);
    tcase_add_test(tests, without_room_nothing_is_opened);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
