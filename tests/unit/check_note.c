#include "base/note.h"
#include "unit.h"

#include <check.h>
#include <errno.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

/* Redirects standard error, so that a note can be read back. */
static int saved_stderr;
static int pipe_ends[2];

static void
capture_begin(void)
{
    saved_stderr = dup(STDERR_FILENO);
    ck_assert_int_ge(saved_stderr, 0);
    ck_assert_int_eq(pipe(pipe_ends), 0);
    ck_assert_int_ge(dup2(pipe_ends[1], STDERR_FILENO), 0);
}

/* Returns the number of bytes that one read gave: notes are one write. */
static size_t
capture_end(char *out, size_t size)
{
    ck_assert_int_ge(dup2(saved_stderr, STDERR_FILENO), 0);
    close(pipe_ends[1]);
    ssize_t got = read(pipe_ends[0], out, size - 1);
    ck_assert_int_ge(got, 0);
    out[got] = '\0';
    close(pipe_ends[0]);
    close(saved_stderr);
    return (size_t)got;
}

START_TEST(formats_strings_and_numbers)
{
    char out[200];
    size_t length =
        note_format(out, sizeof out, "%s|%d|%u|%x|%lu|%ld|%lx|%%", "text", -42,
                    42u, 0xbeefu, ULONG_MAX, LONG_MIN, 0xdeadbeefcafeUL);

    ck_assert_str_eq(out, "text|-42|42|beef|18446744073709551615|"
                          "-9223372036854775808|deadbeefcafe|%");
    ck_assert_uint_eq(length, strlen(out));
}
END_TEST

START_TEST(formats_zero_and_the_smallest_int)
{
    char out[64];

    note_format(out, sizeof out, "%d %u %x %d", 0, 0u, 0u, INT_MIN);
    ck_assert_str_eq(out, "0 0 0 -2147483648");
}
END_TEST

START_TEST(a_missing_string_is_named)
{
    const char *volatile missing = NULL;
    char out[16];

    note_format(out, sizeof out, "<%s>", missing);
    ck_assert_str_eq(out, "<(null)>");
}
END_TEST

START_TEST(cuts_at_the_size_and_tells_the_whole_length)
{
    char out[8] = "xxxxxxx";

    ck_assert_uint_eq(note_format(out, 5, "%s", "abcdefgh"), 8);
    ck_assert_str_eq(out, "abcd");
    ck_assert_int_eq(out[5], 'x');
    ck_assert_uint_eq(note_format(NULL, 0, "%s", "abc"), 3);
}
END_TEST

START_TEST(an_unknown_directive_ends_the_formatting)
{
    /* Not a literal: the compiler would rightly refuse it. */
    const char *volatile format = "%d %5d %s";
    char out[32];

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    note_format(out, sizeof out, format, 1, 2, "three");
#pragma GCC diagnostic pop
    ck_assert_str_eq(out, "1 %5d %s");
}
END_TEST

START_TEST(a_format_that_ends_in_a_percent_sign_is_safe)
{
    const char *volatile formats[] = { "50%", "50%l" };
    char out[8];

    for (size_t i = 0; i < 2; i++) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#pragma GCC diagnostic ignored "-Wformat-security"
        note_format(out, sizeof out, formats[i]);
#pragma GCC diagnostic pop
        ck_assert_str_eq(out, formats[i]);
    }
}
END_TEST

START_TEST(a_note_is_a_line_with_the_name_of_the_tool)
{
    char out[NOTE_BYTES + 1];

    capture_begin();
    note("%s has %d", "it", 3);
    capture_end(out, sizeof out);
    ck_assert_str_eq(out, "reftally: it has 3\n");
}
END_TEST

START_TEST(a_note_is_one_line_whatever_the_text_holds)
{
    char out[NOTE_BYTES + 1];

    capture_begin();
    note("a\nb%sc", "\x1b[31m\r\x7f");
    capture_end(out, sizeof out);
    ck_assert_str_eq(out, "reftally: a?b?[31m??c\n");
}
END_TEST

START_TEST(a_long_note_is_cut_and_says_so)
{
    char text[2 * NOTE_BYTES];
    char out[4 * NOTE_BYTES];

    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    capture_begin();
    note("%s", text);
    ck_assert_uint_eq(capture_end(out, sizeof out), NOTE_BYTES);
    ck_assert_str_eq(out + NOTE_BYTES - 5, "x...\n");
}
END_TEST

START_TEST(a_note_of_exactly_the_limit_is_whole)
{
    char text[NOTE_BYTES - sizeof "reftally: "]; /* minus newline, plus \0 */
    char out[4 * NOTE_BYTES];

    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    capture_begin();
    note("%s%s", text, "y");
    ck_assert_uint_eq(capture_end(out, sizeof out), NOTE_BYTES);
    ck_assert_str_eq(out + NOTE_BYTES - 4, "xxy\n");
}
END_TEST

START_TEST(errno_is_kept_even_when_standard_error_is_closed)
{
    int saved = dup(STDERR_FILENO);

    close(STDERR_FILENO);
    errno = ENOTTY;
    note("nobody reads this");
    int after = errno;
    dup2(saved, STDERR_FILENO);
    close(saved);
    ck_assert_int_eq(after, ENOTTY);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("note");
    TCase *tests = tcase_create("note");

    tcase_add_test(tests, formats_strings_and_numbers);
    tcase_add_test(tests, formats_zero_and_the_smallest_int);
    tcase_add_test(tests, a_missing_string_is_named);
    tcase_add_test(tests, cuts_at_the_size_and_tells_the_whole_length);
    tcase_add_test(tests, an_unknown_directive_ends_the_formatting);
    tcase_add_test(tests, a_format_that_ends_in_a_percent_sign_is_safe);
    tcase_add_test(tests, a_note_is_a_line_with_the_name_of_the_tool);
    tcase_add_test(tests, a_note_is_one_line_whatever_the_text_holds);
    tcase_add_test(tests, a_long_note_is_cut_and_says_so);
    tcase_add_test(tests, a_note_of_exactly_the_limit_is_whole);
    tcase_add_test(tests, errno_is_kept_even_when_standard_error_is_closed);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
