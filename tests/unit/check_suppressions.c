#include "report/compare/suppressions.h"
#include "unit.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

static struct suppressions rules;
static struct error problem;

static struct accused
finding(void)
{
    return (struct accused){
        .verdict = "surplus",
        .type = (char *)(uintptr_t) "dict",
        .function = (char *)(uintptr_t) "load_table",
        .file = (char *)(uintptr_t) "/src/mod/spam.c",
        .image = (char *)(uintptr_t) "spam.so",
        .python_function = (char *)(uintptr_t) "main",
        .python_file = (char *)(uintptr_t) "app.py",
    };
}

static unsigned
matched(const char *text)
{
    struct accused accused = finding();
    const struct suppression *rule;
    unsigned line;

    ck_assert(suppressions_parse(&rules, "file", text, "2026-06-15", &problem));
    rule = suppressions_match(&rules, &accused);
    line = rule != NULL ? rule->line : 0;
    suppressions_clear(&rules);
    return line;
}

static void
expect_problem(const char *text, const char *said)
{
    ck_assert(
        !suppressions_parse(&rules, "file", text, "2026-06-15", &problem));
    ck_assert_msg(strstr(problem.text, said) != NULL, "%s", problem.text);
    ck_assert_uint_eq(rules.count, 0);
}

START_TEST(all_words_of_a_rule_must_fit)
{
    ck_assert_uint_eq(matched("type=dict function=load_table"), 1);
    ck_assert_uint_eq(matched("type=dict function=other"), 0);
    ck_assert_uint_eq(matched("type=list\nimage=spam.so verdict=surplus"), 2);
    ck_assert_uint_eq(matched("python=main"), 1);
    ck_assert_uint_eq(matched("verdict=deficit"), 0);
}
END_TEST

START_TEST(patterns_are_those_of_the_shell)
{
    ck_assert_uint_eq(matched("function=load_*"), 1);
    ck_assert_uint_eq(matched("function=load"), 0);
    ck_assert_uint_eq(matched("type=[cd]ic?"), 1);
    ck_assert_uint_eq(matched("type=Dict"), 0);
}
END_TEST

START_TEST(a_file_may_be_named_without_its_folder)
{
    ck_assert_uint_eq(matched("file=spam.c"), 1);
    ck_assert_uint_eq(matched("file=*/mod/spam.c"), 1);
    ck_assert_uint_eq(matched("file=mod/spam.c"), 0);
}
END_TEST

START_TEST(the_line_of_python_that_stands_first_has_its_function_and_file)
{
    struct accused accused = finding();

    accused.function = (char *)(uintptr_t) "PyDict_New";
    accused.file = (char *)(uintptr_t) "Objects/dictobject.c";
    accused.python_function = (char *)(uintptr_t) "finalize.__init__";
    accused.own_function = (char *)(uintptr_t) "connect";
    accused.own_file = (char *)(uintptr_t) "/srv/app.py";
    ck_assert(suppressions_parse(
        &rules, "file",
        "function=connect file=spam.py\nfile=app.py function=connect",
        "2026-06-15", &problem));
    ck_assert_ptr_eq(suppressions_match(&rules, &accused), &rules.items[1]);
    suppressions_clear(&rules);
}
END_TEST

START_TEST(comments_and_empty_lines_are_no_rules)
{
    ck_assert_uint_eq(matched("# type=dict\n\n  \ntype=dict # why\r\n"), 4);
    ck_assert_uint_eq(matched(""), 0);
    ck_assert_uint_eq(matched("#type=dict"), 0);
}
END_TEST

START_TEST(a_rule_applies_until_the_end_of_its_day)
{
    ck_assert_uint_eq(matched("type=dict until=2026-06-15"), 1);
    ck_assert_uint_eq(matched("type=dict until=2026-06-14"), 0);
    ck_assert(suppressions_parse(&rules, "file", "type=a until=2026-06-14",
                                 "2026-06-15", &problem));
    ck_assert(rules.items[0].expired);
    suppressions_clear(&rules);
}
END_TEST

START_TEST(the_first_rule_that_fits_is_used)
{
    struct accused accused = finding();

    ck_assert(suppressions_parse(&rules, "file", "type=x\ntype=dict\ntype=d*\n",
                                 "2026-06-15", &problem));
    suppressions_match(&rules, &accused);
    suppressions_match(&rules, &accused);
    ck_assert_uint_eq(rules.items[0].used, 0);
    ck_assert_uint_eq(rules.items[1].used, 2);
    ck_assert_uint_eq(rules.items[2].used, 0);
    suppressions_clear(&rules);
}
END_TEST

START_TEST(what_is_unknown_fits_only_what_fits_anything)
{
    struct accused accused = finding();

    accused.function = (char *)(uintptr_t) "";
    ck_assert(suppressions_parse(&rules, "file", "function=?*\nfunction=*",
                                 "2026-06-15", &problem));
    ck_assert_uint_eq(suppressions_match(&rules, &accused)->line, 2);
    suppressions_clear(&rules);
}
END_TEST

START_TEST(mistakes_are_named_with_their_line)
{
    expect_problem("type=dict\nspam=1\n",
                   "file:2: there is no 'spam', allowed are type,");
    expect_problem("dict", "file:1: 'dict' is not NAME=PATTERN");
    expect_problem("type=", "file:1: 'type=' is not NAME=PATTERN");
    expect_problem("until=2027-01-01", "file:1: a rule needs more than until");
    for (const char *const *day =
             (const char *const[]){ "2026-13-01", "2026-02-29", "2026-1-01",
                                    "20260101", "2026-01-00", "2026-04-31",
                                    "later", "2026-01-011", "+026-01-01",
                                    NULL };
         *day != NULL; day++) {
        char text[64];

        snprintf(text, sizeof text, "type=a until=%s", *day);
        expect_problem(text, "allowed is a day as YYYY-MM-DD");
    }
    ck_assert(suppressions_parse(&rules, "file", "type=a until=2028-02-29",
                                 "2026-06-15", &problem));
    suppressions_clear(&rules);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("suppressions");
    TCase *test = tcase_create("suppressions");

    tcase_add_test(test, all_words_of_a_rule_must_fit);
    tcase_add_test(test, patterns_are_those_of_the_shell);
    tcase_add_test(test, a_file_may_be_named_without_its_folder);
    tcase_add_test(
        test, the_line_of_python_that_stands_first_has_its_function_and_file);
    tcase_add_test(test, comments_and_empty_lines_are_no_rules);
    tcase_add_test(test, a_rule_applies_until_the_end_of_its_day);
    tcase_add_test(test, the_first_rule_that_fits_is_used);
    tcase_add_test(test, what_is_unknown_fits_only_what_fits_anything);
    tcase_add_test(test, mistakes_are_named_with_their_line);
    suite_add_tcase(suite, test);
    return unit_run(suite);
}
