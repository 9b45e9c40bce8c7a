#include "report/evidence/learned.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "report/text/memory.h"
#include "report/text/text_file.h"
#include "unit.h"

static char folder[] = "/tmp/check_learned.XXXXXX";
static char *path;
static struct error error;
static size_t rows;

static void
set_up(void)
{
    ck_assert_ptr_nonnull(mkdtemp(folder));
    path = memory_format("%s/new/learned-3.11.txt", folder);
}

static void
tear_down(void)
{
    char *directory = memory_format("%s/new", folder);

    unlink(path);
    rmdir(directory);
    rmdir(folder);
    free(directory);
    free(path);
}

static void
expect_file(const char *expected)
{
    size_t length;
    char *text = text_file_read(path, 1 << 20, &length, &error);

    ck_assert_ptr_nonnull(text);
    ck_assert_str_eq(text, expected);
    free(text);
}

START_TEST(rows_of_the_same_functions_are_added_up)
{
    ck_assert(learned_keep(path, "1 a:f b:g - 2.00 1.00\n", &rows, &error));
    ck_assert(learned_keep(path, "0 a:f - - 9.00 0.00\n1 a:f b:g - 4.00 0.50\n",
                           &rows, &error));
    ck_assert_uint_eq(rows, 2);
    expect_file("reftally learned 1\n0 a:f - - 9.00 0.00\n"
                "1 a:f b:g - 6.00 1.50\n");
}
END_TEST

START_TEST(what_is_no_table_is_replaced)
{
    static const char *const damaged[] = {
        "something else\n",
        "reftally learned 1\n1 a:f b:g - 2.00\n",
        "reftally learned 1\n1 a:f b:g - 2.00 3.00\n",
        "reftally learned 1\n1 a:f b:g - nan 0.00\n",
        "reftally learned 1\n1 a:f b:g - 2.00 1.00",
    };

    ck_assert(learned_keep(path, "", &rows, &error));
    for (size_t i = 0; i < sizeof damaged / sizeof *damaged; i++) {
        FILE *file = fopen(path, "w");

        ck_assert_ptr_nonnull(file);
        fputs(damaged[i], file);
        fclose(file);
        ck_assert(learned_keep(path, "1 a:f - - 1.00 1.00\n", &rows, &error));
        ck_assert_uint_eq(rows, 1);
        expect_file("reftally learned 1\n1 a:f - - 1.00 1.00\n");
    }
}
END_TEST

START_TEST(when_it_is_full_the_least_goes)
{
    char *text = (char *)memory_zeroed(50000, 40), *at = text;

    for (int i = 0; i < 50000; i++) {
        at += sprintf(at, "1 a:f%d - - %d.00 0.00\n", i, i + 1);
    }
    ck_assert(learned_keep(path, text, &rows, &error));
    ck_assert_uint_eq(rows, 40000);
    free(text);
    text = text_file_read(path, 1 << 24, &rows, &error);
    ck_assert_ptr_nonnull(strstr(text, "\n1 a:f49999 "));
    ck_assert_ptr_nonnull(strstr(text, "\n1 a:f10000 "));
    ck_assert_ptr_null(strstr(text, "\n1 a:f9999 "));
    free(text);
}
END_TEST

START_TEST(a_place_that_cannot_be_written_is_said)
{
    ck_assert(!learned_keep("/proc/nowhere/learned", "1 a:f - - 1.00 1.00\n",
                            &rows, &error));
    ck_assert_ptr_nonnull(strstr(error.text, "/proc/nowhere/learned"));
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("learned");
    TCase *tests = tcase_create("learned");

    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, rows_of_the_same_functions_are_added_up);
    tcase_add_test(tests, what_is_no_table_is_replaced);
    tcase_add_test(tests, when_it_is_full_the_least_goes);
    tcase_add_test(tests, a_place_that_cannot_be_written_is_said);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
