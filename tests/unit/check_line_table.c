/*
 * The tables are what each version's compiler wrote for this function, with
 * 200 empty lines before the return:
 *
 *     def g(a):
 *         try:
 *             a()
 *         except KeyError as e:
 *             return e
 */
#include "cpython/line_table.h"
#include "unit.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

struct expectation {
    uint32_t instruction;
    uint32_t line;
};

/* From the start of the table. */
static uint32_t
find(enum line_table_form form, const uint8_t *bytes, size_t size,
     uint32_t first_line, uint32_t instruction)
{
    struct line_place from = { .line = first_line };

    return line_table_find(form, bytes, size, instruction, &from);
}

/* Again from where the one before was found, in whatever order. */
static void
check_places(enum line_table_form form, const uint8_t *bytes, size_t size,
             uint32_t most)
{
    for (uint32_t first = 0; first <= most; first++) {
        struct line_place from = { .line = 1 };

        line_table_find(form, bytes, size, first, &from);
        ck_assert_uint_le(from.end, first);
        for (uint32_t next = first; next <= most; next += 1 + first % 3) {
            ck_assert_uint_eq(line_table_find(form, bytes, size, next, &from),
                              find(form, bytes, size, 1, next));
            ck_assert_uint_le(from.end, next);
        }
    }
}

static void
check_lines(enum line_table_form form, const uint8_t *bytes, size_t size,
            const struct expectation *expected, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        ck_assert_uint_eq(find(form, bytes, size, 1, expected[i].instruction),
                          expected[i].line);
    }
    check_places(form, bytes, size, expected[count - 1].instruction + 8);
}

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

START_TEST(finds_lines_in_the_lnotab_of_3_9)
{
    static const uint8_t table[] = { 0, 1, 2, 1, 10, 1, 14, 127, 0, 74 };
    static const struct expectation expected[] = {
        { 0, 2 },  { 2, 3 },    { 10, 3 },   { 12, 4 },
        { 24, 4 }, { 26, 205 }, { 54, 205 },
    };
    check_lines(LINES_LNOTAB, table, sizeof table, expected, COUNT(expected));
}
END_TEST

START_TEST(follows_lines_backward_in_the_lnotab)
{
    static const uint8_t table[] = { 0, 2, 4, 2, 2, 1, 2, 254, 8, 5 };
    static const struct expectation expected[] = {
        { 0, 3 }, { 4, 5 }, { 6, 6 }, { 8, 4 }, { 16, 9 },
    };
    check_lines(LINES_LNOTAB, table, sizeof table, expected, COUNT(expected));
}
END_TEST

START_TEST(finds_lines_in_the_ranges_of_3_10)
{
    static const uint8_t table[] = { 2,  1,  12, 1,   14, 1,   0, 127,
                                     16, 74, 8,  128, 0,  129, 2, 182 };
    static const struct expectation expected[] = {
        { 0, 2 },    { 2, 3 },  { 12, 3 }, { 14, 4 }, { 28, 205 },
        { 42, 205 }, { 44, 0 }, { 50, 0 }, { 52, 4 }, { 54, 0 },
    };
    check_lines(LINES_RANGES, table, sizeof table, expected, COUNT(expected));
}
END_TEST

START_TEST(finds_lines_in_the_locations_of_3_11)
{
    static const uint8_t table[] = {
        128, 0,   240, 2,   75,  3,   5,   17,  216, 8,   9,   136, 1,
        137, 3,   140, 3,   136, 3,   136, 3,   136, 3,   248, 221, 11,
        19,  240, 0,   73,  3,   5,   17,  240, 0,   73,  3,   5,   17,
        240, 0,   73,  3,   5,   17,  240, 82,  6,   0,   16,  17,  136,
        8,   136, 8,   136, 8,   136, 8,   136, 8,   136, 8,   248, 248,
        248, 248, 240, 83,  6,   73,  3,   5,   17,  248, 248, 248,
    };
    static const struct expectation expected[] = {
        { 0, 1 },  { 2, 2 },  { 4, 3 },  { 12, 3 },   { 20, 3 },   { 26, 3 },
        { 28, 0 }, { 30, 4 }, { 46, 4 }, { 48, 205 }, { 60, 205 }, { 62, 0 },
        { 68, 0 }, { 70, 4 }, { 72, 0 }, { 76, 0 },   { 1000, 0 },
    };
    check_lines(LINES_LOCATIONS, table, sizeof table, expected,
                COUNT(expected));
}
END_TEST

START_TEST(an_empty_table_has_only_what_the_version_says)
{
    ck_assert_uint_eq(find(LINES_LNOTAB, NULL, 0, 7, 4), 7);
    ck_assert_uint_eq(find(LINES_RANGES, NULL, 0, 7, 4), 0);
    ck_assert_uint_eq(find(LINES_LOCATIONS, NULL, 0, 7, 4), 0);
}
END_TEST

/* Each table lies at the end of a block, so that ASan sees a byte too much. */
START_TEST(a_damaged_table_is_never_read_beyond_its_end)
{
    uint64_t random = 0x9e3779b97f4a7c15;
    for (unsigned round = 0; round < 20000; round++) {
        size_t size = round % 9;
        uint8_t *table = malloc(size != 0 ? size : 1);
        for (size_t i = 0; i < size; i++) {
            random = random * 6364136223846793005 + 1442695040888963407;
            table[i] = (uint8_t)(random >> 56);
        }
        for (int form = LINES_LNOTAB; form <= LINES_LOCATIONS; form++) {
            uint32_t line = find((enum line_table_form)form, table, size,
                                 INT32_MAX - 100, (uint32_t)(random & 63));
            ck_assert_uint_le(line, INT32_MAX);
        }
        free(table);
    }
}
END_TEST

START_TEST(a_line_below_the_first_is_no_line)
{
    static const uint8_t lnotab[] = { 0, 0x80, 0, 0x80 };
    ck_assert_uint_eq(find(LINES_LNOTAB, lnotab, 4, 1, 0), 0);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("line_table");
    TCase *tests = tcase_create("line_table");

    tcase_add_test(tests, finds_lines_in_the_lnotab_of_3_9);
    tcase_add_test(tests, follows_lines_backward_in_the_lnotab);
    tcase_add_test(tests, finds_lines_in_the_ranges_of_3_10);
    tcase_add_test(tests, finds_lines_in_the_locations_of_3_11);
    tcase_add_test(tests, an_empty_table_has_only_what_the_version_says);
    tcase_add_test(tests, a_damaged_table_is_never_read_beyond_its_end);
    tcase_add_test(tests, a_line_below_the_first_is_no_line);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
