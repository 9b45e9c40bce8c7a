/* Invented tables, whole and damaged. */
#include "patch/eh_frame.h"
#include "unit.h"
#include "unwind_tables.h"

#include <check.h>
#include <sys/mman.h>

enum { PAGE = 4096, FUNCTIONS = 3 };

static uint8_t *memory; /* a page before one that cannot be read */

static const uint8_t landing_table[] = {
    0xff, 0xff, 0x01,       /* no base, no types, LEB128 */
    12,                     /* bytes of call sites: */
    0x00, 0x08, 0x20, 0x00, /* a landing pad at 0x20 */
    0x08, 0x08, 0x00, 0x00, /* none */
    0x10, 0x04, 0xb0, 0x01, /* one at 0xb0 */
    0x00, 0x7d, 0x00,
};

static struct eh_function functions[FUNCTIONS];

static void
set_up(void)
{
    memory = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    ck_assert_ptr_ne(memory, MAP_FAILED);
    ck_assert_int_eq(mprotect(memory + PAGE, PAGE, PROT_NONE), 0);
}

static void
tear_down(void)
{
    munmap(memory, 2 * PAGE);
}

/* Tables at the very end of readable memory, but for `missing` bytes. */
static struct eh_frame
make_tables(size_t missing)
{
    size_t size = unwind_tables_bytes(FUNCTIONS) + sizeof landing_table;
    static uint8_t whole[PAGE];
    uint8_t *at = memory + PAGE - (size - missing);
    uint64_t landing = (uintptr_t)at + unwind_tables_bytes(FUNCTIONS);

    functions[0] = (struct eh_function){ 0x7000, 0x7100, 0 };
    functions[1] = (struct eh_function){ 0x7100, 0x7200, landing };
    functions[2] = (struct eh_function){ 0x7200, 0x7208, 0 };
    for (size_t i = 0; i < FUNCTIONS; i++) {
        /* Four bytes reach from the tables to the code. */
        functions[i].start += (uintptr_t)memory;
        functions[i].end += (uintptr_t)memory;
    }
    /* Written for the place where they will be read. */
    memset(whole, 0, sizeof whole);
    write_unwind_tables(whole, functions, FUNCTIONS);
    memcpy(whole + unwind_tables_bytes(FUNCTIONS), landing_table,
           sizeof landing_table);
    for (size_t i = 0; i < FUNCTIONS; i++) {
        size_t fde = UNWIND_HEADER_BYTES + FUNCTIONS * UNWIND_PAIR_BYTES +
                     UNWIND_CIE_BYTES + i * UNWIND_FDE_BYTES;

        put_word(whole + fde + 8,
                 functions[i].start - ((uintptr_t)at + fde + 8));
        if (functions[i].landing_table != 0) {
            put_word(whole + fde + 17,
                     functions[i].landing_table - ((uintptr_t)at + fde + 17));
        }
    }
    memcpy(at, whole, size - missing);
    return (struct eh_frame){
        .header = (uintptr_t)at,
        .start = (uintptr_t)at,
        .end = (uintptr_t)memory + PAGE,
    };
}

struct pads {
    uint64_t at[8];
    size_t count;
};

static void
add_pad(void *context, uint64_t address)
{
    struct pads *pads = context;

    ck_assert_uint_lt(pads->count, 8);
    pads->at[pads->count++] = address;
}

START_TEST(functions_have_their_ranges)
{
    struct eh_frame table = make_tables(0);

    ck_assert_uint_eq(eh_frame_count(&table), FUNCTIONS);
    for (size_t i = 0; i < FUNCTIONS; i++) {
        struct eh_function found;

        ck_assert(eh_frame_function(&table, i, &found));
        ck_assert_uint_eq(found.start, functions[i].start);
        ck_assert_uint_eq(found.end, functions[i].end);
        ck_assert_uint_eq(found.landing_table, functions[i].landing_table);
    }
}
END_TEST

START_TEST(there_is_no_function_behind_the_last)
{
    struct eh_frame table = make_tables(0);
    struct eh_function found;

    ck_assert(!eh_frame_function(&table, FUNCTIONS, &found));
    ck_assert(!eh_frame_function(&table, SIZE_MAX / 16, &found));
}
END_TEST

START_TEST(landing_pads_are_found)
{
    struct eh_frame table = make_tables(0);
    struct eh_function found;
    struct pads pads = { .count = 0 };

    ck_assert(eh_frame_function(&table, 1, &found));
    eh_frame_landing_pads(&table, &found, add_pad, &pads);
    ck_assert_uint_eq(pads.count, 2);
    ck_assert_uint_eq(pads.at[0], found.start + 0x20);
    ck_assert_uint_eq(pads.at[1], found.start + 0xb0);
    ck_assert(eh_frame_function(&table, 0, &found));
    eh_frame_landing_pads(&table, &found, add_pad, &pads);
    ck_assert_uint_eq(pads.count, 2);
}
END_TEST

START_TEST(tables_of_another_kind_have_no_functions)
{
    struct eh_frame table = make_tables(0);
    uint8_t *header = (uint8_t *)(uintptr_t)table.header;
    struct eh_frame none = { 0 };

    ck_assert_uint_eq(eh_frame_count(&none), 0);
    header[0] = 2;
    ck_assert_uint_eq(eh_frame_count(&table), 0);
    header[0] = 1;
    header[3] = 0x1b; /* the search table relative to itself */
    ck_assert_uint_eq(eh_frame_count(&table), 0);
}
END_TEST

START_TEST(a_count_that_does_not_fit_is_none)
{
    struct eh_frame table = make_tables(0);

    put_word((uint8_t *)(uintptr_t)table.header + 8, 0x7fffffff);
    ck_assert_uint_eq(eh_frame_count(&table), 0);
}
END_TEST

START_TEST(a_pointer_that_leaves_the_memory_is_no_function)
{
    struct eh_frame table = make_tables(0);
    uint8_t *pair = (uint8_t *)(uintptr_t)table.header + UNWIND_HEADER_BYTES;
    struct eh_function found;

    put_word(pair + 4, 0x10000);
    ck_assert(!eh_frame_function(&table, 0, &found));
    put_word(pair + 4, (uint64_t)-0x10000);
    ck_assert(!eh_frame_function(&table, 0, &found));
    ck_assert(eh_frame_function(&table, 1, &found));
}
END_TEST

/* Reading one byte too far ends the test with a signal. */
START_TEST(cut_tables_are_never_left)
{
    size_t size = unwind_tables_bytes(FUNCTIONS) + sizeof landing_table;

    for (size_t missing = 0; missing < size; missing++) {
        struct eh_frame table = make_tables(missing);
        size_t count = eh_frame_count(&table);

        ck_assert_uint_le(count, FUNCTIONS);
        for (size_t i = 0; i < count; i++) {
            struct eh_function found;
            struct pads pads = { .count = 0 };

            if (eh_frame_function(&table, i, &found)) {
                ck_assert_uint_lt(found.start, found.end);
                eh_frame_landing_pads(&table, &found, add_pad, &pads);
            }
        }
    }
}
END_TEST

/* Each bit of the tables in turn. */
START_TEST(damaged_tables_are_never_left)
{
    size_t size = unwind_tables_bytes(FUNCTIONS) + sizeof landing_table;

    for (size_t bit = 0; bit < size * 8; bit++) {
        struct eh_frame table = make_tables(0);
        size_t count;

        ((uint8_t *)(uintptr_t)table.header)[bit / 8] ^=
            (uint8_t)(1 << (bit % 8));
        count = eh_frame_count(&table);
        ck_assert_uint_le(count, PAGE / UNWIND_PAIR_BYTES);
        for (size_t i = 0; i < count; i++) {
            struct eh_function found;
            struct pads pads = { .count = 0 };

            if (eh_frame_function(&table, i, &found)) {
                ck_assert_uint_lt(found.start, found.end);
                eh_frame_landing_pads(&table, &found, add_pad, &pads);
            }
        }
    }
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("eh_frame");
    TCase *tests = tcase_create("eh_frame");

    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, functions_have_their_ranges);
    tcase_add_test(tests, there_is_no_function_behind_the_last);
    tcase_add_test(tests, landing_pads_are_found);
    tcase_add_test(tests, tables_of_another_kind_have_no_functions);
    tcase_add_test(tests, a_count_that_does_not_fit_is_none);
    tcase_add_test(tests, a_pointer_that_leaves_the_memory_is_no_function);
    tcase_add_test(tests, cut_tables_are_never_left);
    tcase_add_test(tests, damaged_tables_are_never_left);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
