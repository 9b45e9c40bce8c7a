#include "probe/state/options.h"
#include "unit.h"

#include <reftally/ledger_format.h>

#include <check.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* What the last parse wrote to standard error. */
static char said[8192];

static bool
parse(struct options *options, char *const *environment)
{
    int saved = dup(STDERR_FILENO);
    FILE *file = tmpfile();

    ck_assert_int_ge(saved, 0);
    ck_assert_ptr_nonnull(file);
    ck_assert_int_ge(dup2(fileno(file), STDERR_FILENO), 0);
    bool well = options_parse(options, environment);
    ck_assert_int_ge(dup2(saved, STDERR_FILENO), 0);
    close(saved);
    rewind(file);
    said[fread(said, 1, sizeof said - 1, file)] = '\0';
    fclose(file);
    return well;
}

static bool
parse_one(struct options *options, const char *variable)
{
    char *environment[] = { (char *)(uintptr_t)variable, NULL };

    return parse(options, environment);
}

START_TEST(an_empty_environment_gives_the_defaults)
{
    char *environment[] = { NULL };
    struct options options;

    memset(&options, 0xff, sizeof options);
    ck_assert(parse(&options, environment));
    ck_assert_str_eq(said, "");
    ck_assert_str_eq(options.output, "reftally.%p.ledger");
    ck_assert_str_eq(options.track, "all");
    ck_assert_uint_eq(options.stack, LEDGER_STACK_FULL);
    ck_assert_uint_eq(options.native_depth, 512);
    ck_assert_uint_eq(options.python_depth, 10);
    ck_assert_uint_eq(options.memory, (uint64_t)256 << 20);
    ck_assert(!options.follow);
    ck_assert(options.frames);
    ck_assert_str_eq(options.cache, "");
    ck_assert_uint_eq(options.filter, OPTIONS_FILTER_AUTO);
    ck_assert(!options.debug);
}
END_TEST

/* Guards the table: a default that is not allowed would silently be zero. */
START_TEST(every_default_is_an_allowed_value)
{
#define OPTION(field, name, kind, fallback, allowed, meaning)              \
    {                                                                      \
        struct options options;                                            \
                                                                           \
        ck_assert_msg(parse_one(&options, name "=" fallback), "%s", said); \
    }
#include "base/options.def"
#undef OPTION
} END_TEST

START_TEST(texts_are_taken_as_given)
{
    char *environment[] = { "REFTALLY_OUTPUT=/a b/%p,\"x", "PATH=/bin",
                            "REFTALLY_TRACK=dict,mypkg.Node", NULL };
    struct options options;

    ck_assert(parse(&options, environment));
    ck_assert_str_eq(options.output, "/a b/%p,\"x");
    ck_assert_str_eq(options.track, "dict,mypkg.Node");
    ck_assert_ptr_eq(options.track, strchr(environment[2], '=') + 1);
}
END_TEST

START_TEST(choices_have_the_numbers_that_the_ledger_uses)
{
    struct options options;

    ck_assert(parse_one(&options, "REFTALLY_STACK=none"));
    ck_assert_uint_eq(options.stack, LEDGER_STACK_NONE);
    ck_assert(parse_one(&options, "REFTALLY_STACK=site"));
    ck_assert_uint_eq(options.stack, LEDGER_STACK_SITE);
    ck_assert(parse_one(&options, "REFTALLY_STACK=python"));
    ck_assert_uint_eq(options.stack, LEDGER_STACK_PYTHON);
    ck_assert(parse_one(&options, "REFTALLY_STACK=full"));
    ck_assert_uint_eq(options.stack, LEDGER_STACK_FULL);
    ck_assert(parse_one(&options, "REFTALLY_FILTER=map"));
    ck_assert_uint_eq(options.filter, OPTIONS_FILTER_MAP);
    ck_assert(parse_one(&options, "REFTALLY_FILTER=hash"));
    ck_assert_uint_eq(options.filter, OPTIONS_FILTER_HASH);
}
END_TEST

START_TEST(a_bad_choice_names_setting_value_and_what_is_allowed)
{
    static const char *const bad[] = { "ful",       "fulll", "FULL", "full,",
                                       "none,site", ",",     " full" };

    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        char variable[64], expected[256];
        struct options options;

        snprintf(variable, sizeof variable, "REFTALLY_STACK=%s", bad[i]);
        snprintf(expected, sizeof expected,
                 "reftally: REFTALLY_STACK=%s is not allowed; allowed: "
                 "none,site,python,full; using full\n",
                 bad[i]);
        ck_assert(!parse_one(&options, variable));
        ck_assert_str_eq(said, expected);
        ck_assert_uint_eq(options.stack, LEDGER_STACK_FULL);
    }
}
END_TEST

START_TEST(numbers_are_taken_up_to_both_ends_of_the_range)
{
    struct options options;

    ck_assert(parse_one(&options, "REFTALLY_NATIVE_DEPTH=1"));
    ck_assert_uint_eq(options.native_depth, 1);
    ck_assert(parse_one(&options, "REFTALLY_NATIVE_DEPTH=4096"));
    ck_assert_uint_eq(options.native_depth, 4096);
    ck_assert(parse_one(&options, "REFTALLY_PYTHON_DEPTH=0"));
    ck_assert_uint_eq(options.python_depth, 0);
}
END_TEST

START_TEST(a_bad_number_leaves_the_default)
{
    static const char *const bad[] = {
        "0",    "4097", "-1", "+1",  " 1",         "1 ",
        "0x10", "1K",   "1.", "ten", "4294967297", "18446744073709551617",
    };

    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        char variable[64];
        struct options options;

        snprintf(variable, sizeof variable, "REFTALLY_NATIVE_DEPTH=%s", bad[i]);
        ck_assert_msg(!parse_one(&options, variable), "%s", variable);
        ck_assert_ptr_nonnull(strstr(said, variable));
        ck_assert_ptr_nonnull(strstr(said, "1 to 4096"));
        ck_assert_uint_eq(options.native_depth, 512);
    }
}
END_TEST

START_TEST(bytes_have_units)
{
    struct options options;

    ck_assert(parse_one(&options, "REFTALLY_MEMORY=16777216"));
    ck_assert_uint_eq(options.memory, 16777216);
    ck_assert(parse_one(&options, "REFTALLY_MEMORY=20480K"));
    ck_assert_uint_eq(options.memory, 20971520);
    ck_assert(parse_one(&options, "REFTALLY_MEMORY=16M"));
    ck_assert_uint_eq(options.memory, 16777216);
    ck_assert(parse_one(&options, "REFTALLY_MEMORY=8G"));
    ck_assert_uint_eq(options.memory, (uint64_t)8 << 30);
}
END_TEST

START_TEST(a_bad_size_leaves_the_default)
{
    static const char *const bad[] = {
        "15M",
        "9G",
        "16MB",
        "16m",
        "16T",
        "M",
        "16777215",
        "-16M",
        "17179869184G",
        "18446744073709551616",
        "99999999999999999999G",
    };

    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        char variable[64];
        struct options options;

        snprintf(variable, sizeof variable, "REFTALLY_MEMORY=%s", bad[i]);
        ck_assert_msg(!parse_one(&options, variable), "%s", variable);
        ck_assert_ptr_nonnull(strstr(said, "16M to 8G; using 256M\n"));
        ck_assert_uint_eq(options.memory, (uint64_t)256 << 20);
    }
}
END_TEST

START_TEST(a_switch_is_0_or_1_and_nothing_else)
{
    static const char *const bad[] = { "2", "10", "01", "on", "true", "-" };
    struct options options;

    ck_assert(parse_one(&options, "REFTALLY_WATCH=0"));
    ck_assert(!options.watch);
    ck_assert(parse_one(&options, "REFTALLY_FOLLOW=1"));
    ck_assert(options.follow);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        char variable[64];

        snprintf(variable, sizeof variable, "REFTALLY_WATCH=%s", bad[i]);
        ck_assert_msg(!parse_one(&options, variable), "%s", variable);
        ck_assert_ptr_nonnull(strstr(said, "allowed: 0 or 1; using 1\n"));
        ck_assert(options.watch);
    }
}
END_TEST

START_TEST(an_empty_value_counts_as_not_set)
{
    char *environment[] = { "REFTALLY_MEMORY=", "REFTALLY_OUTPUT=",
                            "REFTALLY_STACK=", "REFTALLY_DEBUG=", NULL };
    struct options options;

    ck_assert(parse(&options, environment));
    ck_assert_str_eq(said, "");
    ck_assert_uint_eq(options.memory, (uint64_t)256 << 20);
    ck_assert_str_eq(options.output, "reftally.%p.ledger");
}
END_TEST

START_TEST(of_two_values_the_first_counts)
{
    char *environment[] = { "REFTALLY_TRACK=dict", "REFTALLY_TRACK=list",
                            NULL };
    struct options options;

    ck_assert(parse(&options, environment));
    ck_assert_str_eq(options.track, "dict");
}
END_TEST

START_TEST(a_misspelt_setting_is_told_the_closest_one)
{
    char *environment[] = { "REFTALLY_TRAK=dict",  "REFTALLY_NATIVEDEPTH=3",
                            "REFTALLY_=",          "REFTALLYX=1",
                            "REFTALLY_MEMORY=32M", NULL };
    struct options options;

    ck_assert(!parse(&options, environment));
    ck_assert_ptr_nonnull(strstr(
        said, "reftally: REFTALLY_TRAK is not a setting and is ignored; the "
              "closest one is REFTALLY_TRACK\n"));
    ck_assert_ptr_nonnull(strstr(said, "REFTALLY_NATIVEDEPTH is not a setting "
                                       "and is ignored; the closest one is "
                                       "REFTALLY_NATIVE_DEPTH\n"));
    ck_assert_ptr_nonnull(strstr(said, "REFTALLY_ is not a setting"));
    ck_assert_ptr_null(strstr(said, "REFTALLYX"));
    ck_assert_str_eq(options.track, "all");
    ck_assert_uint_eq(options.memory, (uint64_t)32 << 20);
}
END_TEST

START_TEST(a_name_that_only_begins_like_a_setting_is_unknown)
{
    struct options options;

    ck_assert(!parse_one(&options, "REFTALLY_TRACKS=dict"));
    ck_assert_str_eq(options.track, "all");
}
END_TEST

START_TEST(a_variable_without_equals_sign_is_not_read_past_its_end)
{
    struct options options;

    ck_assert(parse_one(&options, "REFTALLY_TRACK"));
    ck_assert_str_eq(options.track, "all");
}
END_TEST

START_TEST(absurdly_long_names_and_values_still_give_one_line)
{
    static char variable[100000];
    struct options options;

    memset(variable, 'X', sizeof variable - 1);
    memcpy(variable, "REFTALLY_", 9);
    ck_assert(!parse_one(&options, variable));
    ck_assert_ptr_eq(strchr(said, '\n'), said + strlen(said) - 1);

    memcpy(variable, "REFTALLY_MEMORY=", 16);
    ck_assert(!parse_one(&options, variable));
    ck_assert_ptr_eq(strchr(said, '\n'), said + strlen(said) - 1);
    ck_assert_ptr_nonnull(strstr(said, "XX... is not allowed"));
    ck_assert_ptr_nonnull(strstr(said, "16M to 8G"));
}
END_TEST

START_TEST(paths_get_process_host_and_percent_sign)
{
    char out[64];

    ck_assert(
        options_expand_path(out, sizeof out, "a.%p.%h.%%p", 4294967296, "box"));
    ck_assert_str_eq(out, "a.4294967296.box.%p");
    ck_assert(options_expand_path(out, sizeof out, "", 1, "box"));
    ck_assert_str_eq(out, "");
}
END_TEST

START_TEST(other_percent_signs_in_paths_stay)
{
    char out[64];

    ck_assert(options_expand_path(out, sizeof out, "100%.%x%", 1, "box"));
    ck_assert_str_eq(out, "100%.%x%");
}
END_TEST

START_TEST(a_host_name_cannot_lead_to_another_directory)
{
    char out[64];

    ck_assert(options_expand_path(out, sizeof out, "d/%h", 1, "../../etc"));
    ck_assert_str_eq(out, "d/.._.._etc");
}
END_TEST

START_TEST(a_path_that_does_not_fit_is_refused_not_cut)
{
    char out[8];

    ck_assert(options_expand_path(out, sizeof out, "abcd%p", 123, ""));
    ck_assert_str_eq(out, "abcd123");
    ck_assert(!options_expand_path(out, sizeof out, "abcde%p", 123, ""));
    ck_assert_str_eq(out, "");
    ck_assert(!options_expand_path(out, sizeof out, "%h", 1, "12345678"));
    ck_assert_str_eq(out, "");
    ck_assert(!options_expand_path(out, 0, "", 1, ""));
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("options");
    TCase *tests = tcase_create("options");

    tcase_add_test(tests, an_empty_environment_gives_the_defaults);
    tcase_add_test(tests, every_default_is_an_allowed_value);
    tcase_add_test(tests, texts_are_taken_as_given);
    tcase_add_test(tests, choices_have_the_numbers_that_the_ledger_uses);
    tcase_add_test(tests, a_bad_choice_names_setting_value_and_what_is_allowed);
    tcase_add_test(tests, numbers_are_taken_up_to_both_ends_of_the_range);
    tcase_add_test(tests, a_bad_number_leaves_the_default);
    tcase_add_test(tests, bytes_have_units);
    tcase_add_test(tests, a_bad_size_leaves_the_default);
    tcase_add_test(tests, a_switch_is_0_or_1_and_nothing_else);
    tcase_add_test(tests, an_empty_value_counts_as_not_set);
    tcase_add_test(tests, of_two_values_the_first_counts);
    tcase_add_test(tests, a_misspelt_setting_is_told_the_closest_one);
    tcase_add_test(tests, a_name_that_only_begins_like_a_setting_is_unknown);
    tcase_add_test(tests,
                   a_variable_without_equals_sign_is_not_read_past_its_end);
    tcase_add_test(tests, absurdly_long_names_and_values_still_give_one_line);
    tcase_add_test(tests, paths_get_process_host_and_percent_sign);
    tcase_add_test(tests, other_percent_signs_in_paths_stay);
    tcase_add_test(tests, a_host_name_cannot_lead_to_another_directory);
    tcase_add_test(tests, a_path_that_does_not_fit_is_refused_not_cut);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
