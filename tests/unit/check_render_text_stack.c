/* What a text says of the line past which a reference is forgotten. */
#include "report/render/render_text_stack.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "unit.h"

enum { TAKEN = 7, PAST = 13 };

/* Forgotten past that line of spam.c, and this place of taking is shown. */
static void
expect(uint32_t past, const char *file, const char *text)
{
    struct place_frame at = { .file = "spam.c", .line = past };
    struct place place = { .count = 1, .frames = &at };
    struct fate fate = { .past = &place, .depth = 1 };
    struct stack_frame shown = { .file = file, .line = TAKEN };
    struct report report = { .columns = 0 };
    size_t length;
    char *written;
    FILE *stream = open_memstream(&written, &length);

    text_stack_forgotten(stream, &report, &fate, &shown, "  ");
    fclose(stream);
    ck_assert_str_eq(written, text);
    free(written);
}

START_TEST(it_names_the_line)
{
    expect(PAST, "spam.c", "  forgotten on the way past spam.c:13\n");
    expect(TAKEN, "egg.c", "  forgotten on the way past spam.c:7\n");
    expect(TAKEN, NULL, "  forgotten on the way past spam.c:7\n");
}
END_TEST

START_TEST(the_line_that_takes_is_not_said_again)
{
    expect(TAKEN, "spam.c", "");
}
END_TEST

int
main(void)
{
    TCase *tcase = tcase_create("render_text_stack");
    Suite *suite = suite_create("render_text_stack");

    tcase_add_test(tcase, it_names_the_line);
    tcase_add_test(tcase, the_line_that_takes_is_not_said_again);
    suite_add_tcase(suite, tcase);
    return unit_run(suite);
}
