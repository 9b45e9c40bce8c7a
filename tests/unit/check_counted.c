/* Objects without an account, as entry.S and the hooks count them. */
#include "base/mapping.h"
#include "cpython/layout.h"
#include "plain_store.h"
#include "probe/admission/counted.h"
#include "probe/admission/kinds.h"
#include "probe/event/hook.h"
#include "probe/images/types.h"
#include "probe/state/entry_points.h"
#include "probe/state/recorder.h"
#include "probe/state/shadow.h"
#include "probe/state/short_ways.h"
#include "unit.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TAKE = 1, RELEASE, STORE, STORE_HALF, TAKE_MORE, SITES };
enum { KIND = 1, OTHER_KIND, KINDS };

/* What CPython 3.11 has at these offsets. */
struct type {
    int64_t references;
    struct type *type;
    uint8_t more[640];
};

struct object {
    int64_t references;
    struct type *type;
};

static struct type type;
static struct object objects[2] __attribute__((aligned(16)));
static uint64_t address;

static void
add_site(uint32_t number, uint8_t operation, int32_t amount)
{
    struct ledger_site *site = store_site(&recorder.store, number);

    site->operation = operation;
    site->amount = amount;
    site->width = 8;
}

static void
set_up(void)
{
    plain_store_make(&recorder.store);
    recorder.layout = layout_find(0x030b02f0, false);
    recorder.count_max = INT32_MAX;
    recorder.recording = true;
    recorder.type_type = (uint64_t)(uintptr_t)&type;
    recorder.accounts.store = &recorder.store;
    recorder.accounts.index.directory =
        mapping_zeroed(sizeof(uint32_t) << (47 - ACCOUNT_INDEX_PAGE_SHIFT));
    recorder.accounts.index.pages =
        mapping_zeroed(2 * ACCOUNT_INDEX_PAGE_SLOTS * sizeof(uint32_t));
    recorder.accounts.index.regions = mapping_zeroed(2 * sizeof(uint32_t));
    recorder.accounts.index.page_limit = 3;
    ck_assert(types_init());
    recorder.options.sample = OPTIONS_SAMPLE_AUTO;
    ck_assert(kinds_init());
    ck_assert_int_eq(shadow_map(OPTIONS_FILTER_MAP), SHADOW_READY);
    ck_assert_uint_eq(store_add(&recorder.store, LEDGER_SITES, SITES - 1), 1);
    ck_assert_uint_eq(store_add(&recorder.store, LEDGER_KINDS, KINDS - 1), 1);
    add_site(TAKE, OPERATION_ADD, 1);
    add_site(RELEASE, OPERATION_ADD, -1);
    add_site(STORE, OPERATION_STORE_REGISTER, 0);
    add_site(STORE_HALF, OPERATION_STORE_REGISTER, 0);
    store_site(&recorder.store, STORE_HALF)->width = 4;
    add_site(TAKE_MORE, OPERATION_ADD, 3);
    hook_ready();
    type = (struct type){ .references = 1, .type = &type };
    objects[0] = (struct object){ .references = 1, .type = &type };
    objects[1] = objects[0];
    address = (uint64_t)(uintptr_t)&objects[0];
    counted_begin(address, TAKE, KIND);
    store_kind(&recorder.store, KIND)->alive = 1;
}

static uint64_t
alive(uint32_t kind)
{
    return store_kind(&recorder.store, kind)->alive;
}

static void *
entry_of(uint32_t site)
{
    static void (*const entries[SITES])(void) = {
        [TAKE] = entry_change_take,     [RELEASE] = entry_change_release,
        [STORE] = entry_change_store64, [STORE_HALF] = entry_change_store32,
        [TAKE_MORE] = entry_change,
    };
    void *entry;

    memcpy(&entry, &entries[site], sizeof entry);
    return entry;
}

/* As a stub does it, before the instruction itself. */
static void
call_entry(uint32_t site, int64_t operand)
{
    __asm__ volatile("subq $128, %%rsp\n\t"
                     "pushq %0\n\t"
                     "pushq %1\n\t"
                     "pushq %2\n\t"
                     "call *%3\n\t"
                     "addq $152, %%rsp"
                     :
                     : "r"(address), "r"(operand), "r"((uint64_t)site),
                       "r"(entry_of(site))
                     : "memory", "cc");
}

static void
change(uint32_t site, int64_t delta)
{
    call_entry(site, delta);
    objects[0].references += delta;
}

START_TEST(its_count_follows)
{
    ck_assert_uint_eq(counted_references(address), 1);
    change(TAKE, 1);
    change(TAKE, 1);
    ck_assert_uint_eq(counted_references(address), 3);
    change(RELEASE, -1);
    ck_assert_uint_eq(counted_references(address), 2);
    change(TAKE_MORE, 3);
    ck_assert_uint_eq(counted_references(address), 5);
    call_entry(STORE, 7);
    ck_assert_uint_eq(counted_references(address), 7);
    objects[0].references = 7;
    call_entry(STORE_HALF, 6 | (int64_t)1 << 32); /* not stored above */
    ck_assert_uint_eq(counted_references(address), 6);
    ck_assert_uint_eq(store_site(&recorder.store, RELEASE)->changes, 1);
    short_ways_tally();
    ck_assert_uint_eq(recorder.store.header->counted, 7);
}
END_TEST

static void
check_dead(void)
{
    ck_assert_uint_eq(counted_references(address), 0);
    ck_assert_uint_eq(*shadow_at(address), 0);
    ck_assert_uint_eq(alive(KIND), 0);
    ck_assert_uint_eq(*account_slot(&recorder.accounts, address), 0);
}

START_TEST(it_dies)
{
    change(RELEASE, -1);
    check_dead();
}
END_TEST

START_TEST(it_dies_when_zero_is_stored)
{
    call_entry(STORE, 0);
    check_dead();
}
END_TEST

START_TEST(it_dies_when_the_lower_half_becomes_zero)
{
    call_entry(STORE_HALF, (int64_t)1 << 32);
    check_dead();
}
END_TEST

/* What goes on to the hook finds another one at work, and is outside. */
static void
check_unseen(uint32_t site, int64_t operand)
{
    uint8_t byte = *shadow_at(address);
    uint64_t outside = recorder.store.header->outside;
    uint64_t changes = store_site(&recorder.store, site)->changes;

    recorder.busy = true;
    call_entry(site, operand);
    ck_assert_uint_eq(*shadow_at(address), byte);
    ck_assert_uint_eq(recorder.store.header->outside, outside + 1);
    ck_assert_uint_eq(store_site(&recorder.store, site)->changes, changes);
}

START_TEST(what_it_cannot_count_is_left_to_the_hook)
{
    objects[0].references = SHADOW_COUNT_MAX;
    *shadow_at(address) = (uint8_t)(SHADOW_TRACKED | SHADOW_COUNTED |
                                    SHADOW_COUNT_MAX << SHADOW_COUNT_SHIFT);
    check_unseen(TAKE, 1);
    check_unseen(TAKE_MORE, 3);
    check_unseen(STORE, SHADOW_COUNT_MAX + 1);
    check_unseen(STORE, -1);
    check_unseen(STORE_HALF, -1);
}
END_TEST

START_TEST(what_was_missed_is_left_to_the_hook)
{
    objects[0].references = 2;
    check_unseen(TAKE, 1);
    check_unseen(RELEASE, -1);
    check_unseen(TAKE_MORE, 3);
    check_unseen(STORE, 3);
    check_unseen(STORE_HALF, 1);
}
END_TEST

START_TEST(what_is_dead_is_left_to_the_hook)
{
    objects[0].references = 0;
    *shadow_at(address) = SHADOW_TRACKED | SHADOW_COUNTED | SHADOW_FINALIZER;
    check_unseen(TAKE, 1);
    check_unseen(RELEASE, -1);
    check_unseen(STORE, 1);
    check_unseen(STORE_HALF, 1);
}
END_TEST

START_TEST(a_finalizer_may_bring_it_back)
{
    uint64_t finalize = 1;

    memcpy((char *)&type + recorder.layout->type.finalize, &finalize,
           sizeof finalize);
    counted_begin(address, TAKE, KIND);
    change(RELEASE, -1);
    ck_assert_uint_eq(counted_references(address), 0);
    ck_assert(counted_is(address));
    ck_assert_uint_eq(alive(KIND), 0);
    ck_assert_uint_eq(counted_change(address, TAKE, 1), 0);
    ck_assert_uint_eq(alive(KIND), 1);
    objects[0].references = 1;
    ck_assert_uint_eq(counted_references(address), 1);
    change(TAKE, 1);
    change(RELEASE, -1);
    change(RELEASE, -1);
    objects[0].references =
        (int64_t)(uintptr_t)&type; /* used for something else */
    ck_assert_uint_eq(counted_change(address, TAKE, 2), 0);
    ck_assert(!counted_is(address));
    ck_assert_uint_eq(alive(KIND), 0);
    ck_assert_uint_eq(recorder.store.header->vanished, 0);
}
END_TEST

START_TEST(what_is_no_object_any_more_is_forgotten)
{
    objects[0].references =
        (int64_t)(uintptr_t)&type; /* a link of a free list */
    ck_assert_uint_eq(counted_change(address, TAKE, 2), 0);
    ck_assert_uint_eq(counted_references(address), 0);
    ck_assert_uint_eq(alive(KIND), 0);
    ck_assert_uint_eq(recorder.store.header->vanished, 1);
    ck_assert_uint_eq(recorder.store.header->counted, 0);
}
END_TEST

START_TEST(what_stands_where_a_type_was_is_not_read)
{
    objects[0].type = (struct type *)(uintptr_t)8; /* it vanished */
    ck_assert_uint_eq(counted_change(address, TAKE, SHADOW_COUNT_MAX + 1), 0);
    ck_assert(!counted_is(address));
    objects[0].type = &type;
    counted_begin(address, TAKE, KIND);
    objects[0] =
        (struct object){ .references = 5, .type = (struct type *)(uintptr_t)8 };
    ck_assert_uint_eq(counted_change(address, TAKE, 6), 0);
    ck_assert(!counted_is(address));
    ck_assert_uint_eq(recorder.store.header->changes_missed, 0);
}
END_TEST

START_TEST(what_is_another_count_is_audited_and_zero_is_none)
{
    const char *name = "thing";

    memcpy((char *)&type + recorder.layout->type.name, &name, sizeof name);
    recorder.options.track = "all";
    recorder.pid = (uint64_t)getpid();
    ck_assert(types_find((uint64_t)(uintptr_t)&type)->tracked);
    objects[0].references = 3; /* somebody took two that nobody saw */
    ck_assert_uint_ne(counted_change(address, TAKE, 4), 0);
    shadow_forget(address);
    counted_begin(address, TAKE, KIND);
    objects[0].references = 0; /* freed: the end of a list of such blocks */
    ck_assert_uint_eq(counted_change(address, STORE, 0), 0);
    ck_assert(!counted_is(address));
    ck_assert_uint_eq(recorder.store.header->vanished, 1);
}
END_TEST

START_TEST(neighbours_do_not_matter)
{
    counted_begin((uint64_t)(uintptr_t)&objects[1], TAKE, OTHER_KIND);
    store_kind(&recorder.store, OTHER_KIND)->alive = 1;
    change(TAKE, 1);
    ck_assert_uint_eq(counted_references(address + 16), 1);
    change(RELEASE, -1);
    change(RELEASE, -1);
    ck_assert_uint_eq(counted_references(address + 16), 1);
    ck_assert_uint_eq(counted_kind(address + 16), OTHER_KIND);
    ck_assert_uint_eq(alive(OTHER_KIND), 1);
    ck_assert_uint_eq(counted_references(address), 0);
    ck_assert_uint_eq(alive(KIND), 0);
}
END_TEST

int
main(void)
{
    Suite *suite;
    TCase *test;

    if (UNIT_SANITIZED) {
        puts("skipped: the sanitizer's own shadow leaves no room for the map");
        return 77;
    }
    suite = suite_create("counted");
    test = tcase_create("counted");
    tcase_add_checked_fixture(test, set_up, NULL);
    tcase_add_test(test, its_count_follows);
    tcase_add_test(test, it_dies);
    tcase_add_test(test, it_dies_when_zero_is_stored);
    tcase_add_test(test, it_dies_when_the_lower_half_becomes_zero);
    tcase_add_test(test, what_it_cannot_count_is_left_to_the_hook);
    tcase_add_test(test, what_was_missed_is_left_to_the_hook);
    tcase_add_test(test, what_is_dead_is_left_to_the_hook);
    tcase_add_test(test, a_finalizer_may_bring_it_back);
    tcase_add_test(test, what_is_no_object_any_more_is_forgotten);
    tcase_add_test(test, what_stands_where_a_type_was_is_not_read);
    tcase_add_test(test, what_is_another_count_is_audited_and_zero_is_none);
    tcase_add_test(test, neighbours_do_not_matter);
    suite_add_tcase(suite, test);
    return unit_run(suite);
}
