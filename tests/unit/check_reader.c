#include "ledger/reader.h"
#include "unit.h"

#include <check.h>
#include <string.h>

enum { ROOM = 8 }; /* records of each table */

/* A small, sound ledger in memory: one account with two entries. */
struct sample {
    union {
        struct ledger_header header;
        char bytes[LEDGER_HEADER_BYTES];
    } head;
    _Alignas(8) char strings[64];
    struct ledger_image images[ROOM];
    struct ledger_site sites[ROOM];
    struct ledger_node nodes[ROOM];
    struct ledger_code codes[ROOM];
    struct ledger_python_node python_nodes[ROOM];
    struct ledger_type types[ROOM];
    struct ledger_account accounts[ROOM];
    struct ledger_entry entries[ROOM];
    struct ledger_signature signatures[ROOM];
    struct ledger_signature_entry signature_entries[ROOM];
    struct ledger_miss misses[ROOM];
    struct ledger_evaluator evaluators[ROOM];
    struct ledger_checkpoint checkpoints[ROOM];
    struct ledger_class classes[ROOM];
    struct ledger_mark marks[ROOM];
    struct ledger_census censuses[ROOM];
    struct ledger_holder holders[ROOM];
    struct ledger_owned owned[ROOM];
    struct ledger_owner owners[ROOM];
    struct ledger_pending pending[ROOM];
    struct ledger_loss losses[ROOM];
    struct ledger_counted counted[ROOM];
    struct ledger_moment moments[ROOM];
    struct ledger_course courses[ROOM];
    struct ledger_border borders[ROOM];
    struct ledger_kind kinds[ROOM];
    struct ledger_charge charges[ROOM];
    struct ledger_exit exits[ROOM];
    struct ledger_step steps[ROOM];
    struct ledger_rise rises[ROOM];
    struct ledger ledger;
};

static struct sample sample;
static struct reader_error problem;

static void
set_table(uint32_t table, void *records, uint64_t used)
{
    sample.ledger.views[table] = (struct ledger_view){ records, used };
}

static void
build(void)
{
    uint32_t length = 5;

    memset(&sample, 0, sizeof sample);
    sample.ledger.header = &sample.head.header;
    memcpy(sample.head.header.magic, LEDGER_MAGIC, 8);
    sample.head.header.version = LEDGER_VERSION;
    sample.head.header.header_bytes = LEDGER_HEADER_BYTES;
    sample.head.header.extent_bytes = LEDGER_EXTENT_BYTES;
    sample.head.header.end = LEDGER_FINISHED;
    memcpy(sample.strings + 4, &length, 4);
    memcpy(sample.strings + 8, "hello", 5);
    sample.nodes[1] = (struct ledger_node){ 0, LEDGER_NODE_RETURN, 0x1234 };
    sample.nodes[2] = (struct ledger_node){ 1, LEDGER_NODE_SITE, 1 };
    sample.accounts[1].state = LEDGER_ACCOUNT_BORN;
    sample.accounts[1].entries = 1;
    sample.accounts[1].entry_count = 2;
    sample.entries[1].account = 1;
    sample.entries[1].next = 2;
    sample.entries[1].tag = 2;
    sample.entries[2].account = 1;
    sample.entries[2].tag = 2;
    set_table(LEDGER_STRINGS, sample.strings, 16);
    set_table(LEDGER_IMAGES, sample.images, 1);
    set_table(LEDGER_SITES, sample.sites, 2);
    set_table(LEDGER_NODES, sample.nodes, 3);
    set_table(LEDGER_CODES, sample.codes, 1);
    set_table(LEDGER_PYTHON_NODES, sample.python_nodes, 1);
    set_table(LEDGER_TYPES, sample.types, 1);
    set_table(LEDGER_ACCOUNTS, sample.accounts, 2);
    set_table(LEDGER_ENTRIES, sample.entries, 3);
    set_table(LEDGER_SIGNATURES, sample.signatures, 1);
    set_table(LEDGER_SIGNATURE_ENTRIES, sample.signature_entries, 1);
    set_table(LEDGER_MISSES, sample.misses, 1);
    set_table(LEDGER_EVALUATORS, sample.evaluators, 1);
    set_table(LEDGER_CHECKPOINTS, sample.checkpoints, 2);
    set_table(LEDGER_CLASSES, sample.classes, 2);
    set_table(LEDGER_MARKS, sample.marks, 2);
    set_table(LEDGER_CENSUSES, sample.censuses, 2);
    set_table(LEDGER_HOLDERS, sample.holders, 3);
    set_table(LEDGER_OWNED, sample.owned, 2);
    set_table(LEDGER_OWNERS, sample.owners, 3);
    sample.holders[1].kind = LEDGER_HOLDER_STATIC;
    sample.holders[2].kind = LEDGER_HOLDER_OBJECT;
    sample.holders[2].parent = 1;
    sample.owned[1].account = 1;
    sample.owned[1].first_owner = 1;
    sample.owned[1].owner_count = 2;
    sample.owners[1].holder = 2;
    set_table(LEDGER_PENDING, sample.pending, 2);
    set_table(LEDGER_LOSSES, sample.losses, 2);
    sample.losses[1].account = 1;
    set_table(LEDGER_COUNTED, sample.counted, 2);
    set_table(LEDGER_MOMENTS, sample.moments, 2);
    set_table(LEDGER_COURSES, sample.courses, 2);
    set_table(LEDGER_BORDERS, sample.borders, 2);
    set_table(LEDGER_KINDS, sample.kinds, 2);
    set_table(LEDGER_CHARGES, sample.charges, 2);
    set_table(LEDGER_EXITS, sample.exits, 2);
    set_table(LEDGER_STEPS, sample.steps, 2);
    set_table(LEDGER_RISES, sample.rises, 2);
    sample.exits[1].account = 1;
    sample.exits[1].tag = 2;
    sample.losses[1].writer = 2;
    sample.accounts[1].pending = 1;
    sample.pending[1].changes[0].what = 2 | LEDGER_PENDING_RELEASED;
}

static void
expect_damage(uint32_t table, uint64_t record, const char *field)
{
    ck_assert(!reader_verify(&sample.ledger, &problem));
    ck_assert_int_eq(problem.problem, READER_DAMAGED);
    ck_assert_uint_eq(problem.table, table);
    ck_assert_uint_eq(problem.record, record);
    ck_assert_str_eq(problem.what, field);
}

START_TEST(owners_beyond_their_table_are_damage)
{
    sample.owned[1].owner_count = 3;
    expect_damage(LEDGER_OWNED, 1, "owner_count");
}
END_TEST

START_TEST(a_way_to_an_object_never_goes_in_circles)
{
    sample.holders[1].parent = 2;
    expect_damage(LEDGER_HOLDERS, 1, "parent");
}
END_TEST

START_TEST(owners_of_a_torn_ledger_are_cleared)
{
    sample.head.header.end = LEDGER_RUNNING;
    sample.owned[1].owner_count = UINT32_MAX;
    ck_assert(reader_verify(&sample.ledger, &problem));
    ck_assert_uint_eq(sample.owned[1].owner_count, 0);
    ck_assert_uint_eq(sample.ledger.repairs, 1);
}
END_TEST

START_TEST(a_sound_ledger_is_trusted)
{
    ck_assert(reader_verify(&sample.ledger, &problem));
    ck_assert_uint_eq(sample.ledger.repairs, 0);
}
END_TEST

START_TEST(a_file_without_the_magic_number_is_not_a_ledger)
{
    sample.head.header.magic[7] = 'x';
    ck_assert(!reader_check_header(&sample.head.header, 1 << 20, &problem));
    ck_assert_int_eq(problem.problem, READER_NOT_A_LEDGER);
}
END_TEST

START_TEST(a_file_shorter_than_its_header_is_truncated)
{
    ck_assert(!reader_check_header(&sample.head.header, LEDGER_HEADER_BYTES - 1,
                                   &problem));
    ck_assert_int_eq(problem.problem, READER_TRUNCATED);
}
END_TEST

START_TEST(a_finished_ledger_without_all_its_extents_is_truncated)
{
    uint64_t whole = LEDGER_HEADER_BYTES + 2 * LEDGER_EXTENT_BYTES;

    sample.head.header.extents = 2;
    ck_assert(reader_check_header(&sample.head.header, whole, &problem));
    ck_assert(!reader_check_header(&sample.head.header, whole - 1, &problem));
    ck_assert_int_eq(problem.problem, READER_TRUNCATED);
    sample.head.header.end = LEDGER_RUNNING;
    ck_assert(reader_check_header(&sample.head.header, whole - 1, &problem));
}
END_TEST

START_TEST(another_version_is_refused_by_its_number)
{
    sample.head.header.version = 7;
    ck_assert(!reader_check_header(&sample.head.header, 1 << 20, &problem));
    ck_assert_int_eq(problem.problem, READER_VERSION);
    ck_assert_uint_eq(problem.record, 7);
}
END_TEST

START_TEST(impossible_sizes_in_the_header_are_damage)
{
    sample.head.header.extents = LEDGER_EXTENTS_MAX + 1;
    ck_assert(!reader_check_header(&sample.head.header, 1 << 20, &problem));
    ck_assert_int_eq(problem.problem, READER_DAMAGED);
    build();
    sample.head.header.tables[3] = (struct ledger_table){ LEDGER_NODES, 15, 1 };
    ck_assert(!reader_check_header(&sample.head.header, 1 << 20, &problem));
    ck_assert_uint_eq(problem.table, LEDGER_NODES);
    build();
    sample.head.header.tables[0] = (struct ledger_table){ LEDGER_NODES, 16, 1 };
    sample.head.header.tables[9] = (struct ledger_table){ LEDGER_NODES, 16, 1 };
    ck_assert(!reader_check_header(&sample.head.header, 1 << 20, &problem));
    ck_assert_str_eq(problem.what, "described twice");
}
END_TEST

START_TEST(tables_of_unknown_numbers_are_skipped)
{
    struct reader_fill fill = { { 0 } };
    uint32_t table;
    uint64_t offset;

    sample.head.header.extents = 2;
    sample.head.header.directory[0] = 200;
    sample.head.header.directory[1] = LEDGER_NODES;
    sample.head.header.tables[0] = (struct ledger_table){ 200, 3, 99 };
    sample.head.header.tables[1] =
        (struct ledger_table){ LEDGER_NODES, sizeof(struct ledger_node), 3 };
    ck_assert(reader_check_header(&sample.head.header,
                                  LEDGER_HEADER_BYTES + 2 * LEDGER_EXTENT_BYTES,
                                  &problem));
    reader_measure(&sample.ledger,
                   LEDGER_HEADER_BYTES + 2 * LEDGER_EXTENT_BYTES);
    ck_assert_uint_eq(reader_place(&sample.ledger, 0, &fill, &table, &offset),
                      0);
    ck_assert_uint_eq(reader_place(&sample.ledger, 1, &fill, &table, &offset),
                      3 * sizeof(struct ledger_node));
    ck_assert_uint_eq(table, LEDGER_NODES);
    ck_assert_uint_eq(offset, 0);
}
END_TEST

START_TEST(the_extents_of_a_table_follow_each_other)
{
    uint64_t bytes = LEDGER_HEADER_BYTES + 3 * LEDGER_EXTENT_BYTES;
    uint64_t used = LEDGER_EXTENT_BYTES / sizeof(struct ledger_node) + 5;
    struct reader_fill fill = { { 0 } };
    uint32_t table;
    uint64_t offset;

    sample.head.header.extents = 3;
    sample.head.header.directory[0] = LEDGER_NODES;
    sample.head.header.directory[1] = LEDGER_TYPES;
    sample.head.header.directory[2] = LEDGER_NODES;
    sample.head.header.tables[0] =
        (struct ledger_table){ LEDGER_NODES, sizeof(struct ledger_node), used };
    reader_measure(&sample.ledger, bytes);
    ck_assert_uint_eq(sample.ledger.views[LEDGER_NODES].used, used);
    ck_assert_uint_eq(reader_place(&sample.ledger, 0, &fill, &table, &offset),
                      LEDGER_EXTENT_BYTES);
    ck_assert_uint_eq(reader_place(&sample.ledger, 2, &fill, &table, &offset),
                      5 * sizeof(struct ledger_node));
    ck_assert_uint_eq(offset, LEDGER_EXTENT_BYTES);
}
END_TEST

START_TEST(records_beyond_the_extents_are_not_there)
{
    sample.head.header.extents = 1;
    sample.head.header.directory[0] = LEDGER_NODES;
    sample.head.header.tables[0] =
        (struct ledger_table){ LEDGER_NODES, sizeof(struct ledger_node),
                               UINT64_MAX };
    reader_measure(&sample.ledger, LEDGER_HEADER_BYTES + 100);
    ck_assert_uint_eq(sample.ledger.views[LEDGER_NODES].used,
                      100 / sizeof(struct ledger_node));
}
END_TEST

START_TEST(a_parent_must_stand_before_its_child)
{
    sample.nodes[1].parent = 1;
    expect_damage(LEDGER_NODES, 1, "parent");
}
END_TEST

START_TEST(an_index_beyond_its_table_is_damage)
{
    sample.entries[2].tag = 3;
    expect_damage(LEDGER_ENTRIES, 2, "tag");
}
END_TEST

START_TEST(a_node_must_name_an_existing_site)
{
    sample.nodes[2].value = 2;
    expect_damage(LEDGER_NODES, 2, "kind");
}
END_TEST

START_TEST(a_string_must_end_within_its_table)
{
    uint32_t length = 9;

    sample.types[1].name = 4;
    sample.ledger.views[LEDGER_TYPES].used = 2;
    ck_assert(reader_verify(&sample.ledger, &problem));
    memcpy(sample.strings + 4, &length, 4);
    expect_damage(LEDGER_TYPES, 1, "name");
    sample.types[1].name = 16;
    expect_damage(LEDGER_TYPES, 1, "name");
    sample.types[1].name = 6;
    expect_damage(LEDGER_TYPES, 1, "name");
}
END_TEST

START_TEST(a_chain_of_entries_that_loops_is_damage)
{
    sample.entries[2].next = 1;
    expect_damage(LEDGER_ACCOUNTS, 1, "entries");
}
END_TEST

START_TEST(a_chain_must_have_as_many_entries_as_the_account_says)
{
    sample.accounts[1].entry_count = 3;
    expect_damage(LEDGER_ACCOUNTS, 1, "entries");
}
END_TEST

START_TEST(an_account_may_not_have_the_entries_of_another)
{
    sample.accounts[2].state = LEDGER_ACCOUNT_ADOPTED;
    sample.ledger.views[LEDGER_ACCOUNTS].used = 3;
    sample.entries[2].account = 2;
    expect_damage(LEDGER_ACCOUNTS, 1, "entries");
}
END_TEST

START_TEST(a_signature_must_stay_within_its_entries)
{
    sample.ledger.views[LEDGER_SIGNATURES].used = 2;
    sample.ledger.views[LEDGER_SIGNATURE_ENTRIES].used = 4;
    sample.signatures[1].first = 2;
    sample.signatures[1].count = 2;
    ck_assert(reader_verify(&sample.ledger, &problem));
    sample.signatures[1].count = UINT32_MAX;
    expect_damage(LEDGER_SIGNATURES, 1, "count");
}
END_TEST

START_TEST(a_loss_of_no_object_is_damage)
{
    sample.losses[1].account = 9;
    expect_damage(LEDGER_LOSSES, 1, "account");
}
END_TEST

START_TEST(a_counted_object_has_a_type)
{
    sample.counted[1].type = 9;
    expect_damage(LEDGER_COUNTED, 1, "type");
}
END_TEST

START_TEST(a_kind_has_a_site)
{
    sample.kinds[1].site = 9;
    expect_damage(LEDGER_KINDS, 1, "site");
}
END_TEST

START_TEST(what_stands_in_free_records_does_not_matter)
{
    sample.accounts[1].state = LEDGER_ACCOUNT_FREE;
    sample.accounts[1].entries = 77;
    sample.entries[2].account = 0;
    sample.entries[2].next = 77;
    sample.entries[1].account = 0;
    ck_assert(reader_verify(&sample.ledger, &problem));
}
END_TEST

START_TEST(what_waits_must_be_possible)
{
    struct ledger_pending_change *change = &sample.pending[1].changes[0];

    sample.accounts[1].pending = LEDGER_PENDING_MAX + 1;
    expect_damage(LEDGER_ACCOUNTS, 1, "pending");
    sample.accounts[1].pending = 2; /* the second has no tag */
    expect_damage(LEDGER_ACCOUNTS, 1, "pending");
    sample.accounts[1].pending = 1;
    change->what = 3;
    expect_damage(LEDGER_ACCOUNTS, 1, "pending");
    change->what = 2;
    change->python = 1;
    expect_damage(LEDGER_ACCOUNTS, 1, "pending");
    change->python = 0;
    sample.accounts[1].taken_entry = 3;
    expect_damage(LEDGER_ACCOUNTS, 1, "pending");
    sample.head.header.end = LEDGER_RUNNING;
    ck_assert(reader_verify(&sample.ledger, &problem));
    ck_assert_uint_eq(sample.ledger.repairs, 1);
    ck_assert_uint_eq(sample.accounts[1].pending, 0);
}
END_TEST

START_TEST(a_torn_ledger_is_repaired_and_counted)
{
    sample.head.header.end = LEDGER_RUNNING;
    sample.head.header.command = 400;
    sample.nodes[2].parent = 9;
    sample.entries[2].next = 1;
    ck_assert(reader_verify(&sample.ledger, &problem));
    ck_assert_uint_eq(sample.ledger.repairs, 3);
    ck_assert_uint_eq(sample.head.header.command, 0);
    ck_assert_uint_eq(sample.nodes[2].parent, 0);
    ck_assert_uint_eq(sample.entries[2].next, 0);
    ck_assert_uint_eq(sample.accounts[1].entry_count, 2);
}
END_TEST

START_TEST(a_mark_of_no_class_is_damage)
{
    sample.marks[1] = (struct ledger_mark){ .checkpoint = 1, .class_index = 1 };
    ck_assert(reader_verify(&sample.ledger, &problem));
    sample.marks[1].class_index = 2;
    expect_damage(LEDGER_MARKS, 1, "class_index");
    sample.marks[1].class_index = 1;
    sample.marks[1].checkpoint = 2;
    expect_damage(LEDGER_MARKS, 1, "checkpoint");
}
END_TEST

START_TEST(the_record_that_means_none_is_empty)
{
    sample.types[0].name = 0xffffffff;
    ck_assert(reader_verify(&sample.ledger, &problem));
    ck_assert_uint_eq(sample.types[0].name, 0);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("reader");
    TCase *test = tcase_create("reader");

    tcase_add_checked_fixture(test, build, NULL);
    tcase_add_test(test, a_sound_ledger_is_trusted);
    tcase_add_test(test, a_file_without_the_magic_number_is_not_a_ledger);
    tcase_add_test(test, a_file_shorter_than_its_header_is_truncated);
    tcase_add_test(test,
                   a_finished_ledger_without_all_its_extents_is_truncated);
    tcase_add_test(test, another_version_is_refused_by_its_number);
    tcase_add_test(test, impossible_sizes_in_the_header_are_damage);
    tcase_add_test(test, tables_of_unknown_numbers_are_skipped);
    tcase_add_test(test, the_extents_of_a_table_follow_each_other);
    tcase_add_test(test, records_beyond_the_extents_are_not_there);
    tcase_add_test(test, a_parent_must_stand_before_its_child);
    tcase_add_test(test, an_index_beyond_its_table_is_damage);
    tcase_add_test(test, a_node_must_name_an_existing_site);
    tcase_add_test(test, a_string_must_end_within_its_table);
    tcase_add_test(test, a_chain_of_entries_that_loops_is_damage);
    tcase_add_test(test, a_chain_must_have_as_many_entries_as_the_account_says);
    tcase_add_test(test, an_account_may_not_have_the_entries_of_another);
    tcase_add_test(test, a_signature_must_stay_within_its_entries);
    tcase_add_test(test, a_loss_of_no_object_is_damage);
    tcase_add_test(test, what_stands_in_free_records_does_not_matter);
    tcase_add_test(test, a_torn_ledger_is_repaired_and_counted);
    tcase_add_test(test, a_mark_of_no_class_is_damage);
    tcase_add_test(test, the_record_that_means_none_is_empty);
    tcase_add_test(test, owners_beyond_their_table_are_damage);
    tcase_add_test(test, a_way_to_an_object_never_goes_in_circles);
    tcase_add_test(test, owners_of_a_torn_ledger_are_cleared);
    tcase_add_test(test, what_waits_must_be_possible);
    tcase_add_test(test, a_counted_object_has_a_type);
    tcase_add_test(test, a_kind_has_a_site);
    suite_add_tcase(suite, test);
    return unit_run(suite);
}
