#include "report/symbols/source.h"
#include "unit.h"

#include <check.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static char folder[64];
static struct sources *sources;

static char *
path_of(const char *name)
{
    static char path[128];

    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static void
write_file(const char *name, const char *text, size_t length)
{
    FILE *file = fopen(path_of(name), "w");

    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(text, 1, length, file), length);
    fclose(file);
}

static void
set_up(void)
{
    strcpy(folder, "/tmp/check_source-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    sources = sources_create(((uint64_t)time(NULL) + 100) * 1000000000u);
}

static void
tear_down(void)
{
    static const char *const names[] = { "a.c",      "a.txt",   "pipe.c",
                                         "sub/b.py", "sub/c.c", "sub" };

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        remove(path_of(names[i]));
    }
    rmdir(folder);
    sources_free(sources);
}

static const char *
line(const char *name, uint32_t number)
{
    return sources_line(sources, path_of(name), number, NULL);
}

static const char *
line_for(const char *name, const char *image)
{
    char path[128];

    strcpy(path, path_of(name));
    return sources_line(sources, path, 1, path_of(image));
}

START_TEST(a_line_is_quoted_without_the_blanks_around_it)
{
    static const char text[] = "int a;\n\t  b = 1;  \r\n\nlast";

    write_file("a.c", text, sizeof text - 1);
    ck_assert_pstr_eq(line("a.c", 1), "int a;");
    ck_assert_pstr_eq(line("a.c", 2), "b = 1;");
    ck_assert_pstr_eq(line("a.c", 3), NULL);
    ck_assert_pstr_eq(line("a.c", 4), "last");
    ck_assert_pstr_eq(line("a.c", 5), NULL);
    ck_assert_pstr_eq(line("a.c", 0), NULL);
    ck_assert_pstr_eq(line("a.c", UINT32_MAX), NULL);
    ck_assert_pstr_eq(line("a.c", 2), "b = 1;");
}
END_TEST

START_TEST(a_whole_line_keeps_its_indentation)
{
    static const char text[] = "if (a) {\n\tb\t= 1;  \r\n\n    c;";
    static const char *const whole[] = { "if (a) {", "        b       = 1;", "",
                                         "    c;" };

    write_file("a.c", text, sizeof text - 1);
    for (uint32_t i = 0; i < sizeof whole / sizeof whole[0]; i++) {
        char *found = sources_whole_line(sources, path_of("a.c"), i + 1, NULL);

        ck_assert_pstr_eq(found, whole[i]);
        free(found);
    }
    ck_assert_ptr_null(sources_whole_line(sources, path_of("a.c"), 5, NULL));
    ck_assert_ptr_null(sources_whole_line(sources, path_of("b.c"), 1, NULL));
    ck_assert_ptr_null(sources_whole_line(sources, path_of("a.c"), 0, NULL));
}
END_TEST

START_TEST(control_characters_and_long_lines_do_no_harm)
{
    char text[1000];

    memset(text, 'x', sizeof text);
    memcpy(text, "\x1b[31m\0y\tz\n", 10);
    write_file("a.c", text, sizeof text);
    ck_assert_pstr_eq(line("a.c", 1), "\\x1b[31m\\x00y z");
    ck_assert_uint_eq(strlen(line("a.c", 2)), 160);
}
END_TEST

START_TEST(only_source_files_are_quoted)
{
    write_file("a.txt", "secret\n", 7);
    ck_assert_pstr_eq(line("a.txt", 1), NULL);
    ck_assert_pstr_eq(sources_line(sources, "/etc/passwd", 1, NULL), NULL);
    ck_assert_int_eq(mkfifo(path_of("pipe.c"), 0600), 0);
    ck_assert_pstr_eq(line("pipe.c", 1), NULL);
    ck_assert_int_eq(mkdir(path_of("sub"), 0700), 0);
    ck_assert_pstr_eq(line("sub", 1), NULL);
    ck_assert_pstr_eq(line("absent.c", 1), NULL);
    ck_assert_pstr_eq(sources_line(sources, NULL, 1, NULL), NULL);
}
END_TEST

START_TEST(a_file_that_changed_since_is_another_one)
{
    sources_free(sources);
    sources = sources_create(((uint64_t)time(NULL) - 100) * 1000000000u);
    write_file("a.c", "int a;\n", 7);
    ck_assert_pstr_eq(line("a.c", 1), NULL);
}
END_TEST

START_TEST(a_file_newer_than_what_was_compiled_from_it_is_another_one)
{
    static const struct timespec old[2] = { { 1000, 0 }, { 1000, 0 } };
    static const struct timespec older[2] = { { 999, 0 }, { 999, 0 } };

    write_file("a.c", "int a;\n", 7);
    write_file("a.txt", "compiled", 8);
    ck_assert_int_eq(utimensat(AT_FDCWD, path_of("a.c"), old, 0), 0);
    ck_assert_int_eq(utimensat(AT_FDCWD, path_of("a.txt"), old, 0), 0);
    ck_assert_pstr_eq(line_for("a.c", "a.txt"), "int a;");
    ck_assert_int_eq(utimensat(AT_FDCWD, path_of("a.txt"), older, 0), 0);
    ck_assert_pstr_eq(line_for("a.c", "a.txt"), NULL);
}
END_TEST

START_TEST(files_are_found_below_folders)
{
    ck_assert_int_eq(mkdir(path_of("sub"), 0700), 0);
    write_file("sub/b.py", "b\n", 2);
    write_file("sub/c.c", "c\n", 2);
    sources_add_folder(sources, folder);
    ck_assert_pstr_eq(sources_line(sources, "sub/b.py", 1, NULL), "b");
    ck_assert_pstr_eq(sources_line(sources, "/build/x/sub/c.c", 1, NULL), "c");
    ck_assert_pstr_eq(sources_line(sources, "/build/x/c.c", 1, NULL), NULL);
    ck_assert_pstr_eq(sources_line(sources, "c.c", 1, NULL), NULL);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("source");
    TCase *test = tcase_create("source");

    tcase_add_checked_fixture(test, set_up, tear_down);
    tcase_add_test(test, a_line_is_quoted_without_the_blanks_around_it);
    tcase_add_test(test, control_characters_and_long_lines_do_no_harm);
    tcase_add_test(test, only_source_files_are_quoted);
    tcase_add_test(test, a_file_that_changed_since_is_another_one);
    tcase_add_test(test,
                   a_file_newer_than_what_was_compiled_from_it_is_another_one);
    tcase_add_test(test, a_whole_line_keeps_its_indentation);
    tcase_add_test(test, files_are_found_below_folders);
    suite_add_tcase(suite, test);
    return unit_run(suite);
}
