/* An invented _PyRuntime for each table that can be compared with one. */
#include "cpython/debug_offsets.h"
#include "unit.h"

#include <check.h>
#include <string.h>

static const struct python_layout *const layouts[] = {
    &layout_3_13,
    &layout_3_14,
    &layout_3_15,
};
enum { LAYOUTS = sizeof layouts / sizeof layouts[0] };

static uint64_t words[256];

static uint64_t
build(const struct python_layout *layout)
{
    memset(words, 0, sizeof words);
    memcpy(words, "xdebugpy", 8);
    words[1] = layout->hexversion_first + 0x1200; /* a later release */
    for (const struct offset_check *check = layout->checks;
         check->position != 0; check++) {
        words[check->position / 8] = check->expected;
    }
    return (uintptr_t)words;
}

START_TEST(a_release_that_moved_nothing_agrees)
{
    uint64_t runtime = build(layouts[_i]);

    ck_assert_ptr_null(debug_offsets_differ(layouts[_i], runtime));
    ck_assert(!debug_offsets_free_threaded(runtime));
}
END_TEST

START_TEST(every_word_that_moved_is_named)
{
    unsigned count = 0;

    for (const struct offset_check *check = layouts[_i]->checks;
         check->position != 0; check++) {
        uint64_t runtime = build(layouts[_i]);

        words[check->position / 8] += 8;
        ck_assert_str_eq(debug_offsets_differ(layouts[_i], runtime),
                         check->name);
        count++;
    }
    ck_assert_uint_ge(count, 28);
}
END_TEST

START_TEST(another_version_or_none_is_told_apart)
{
    uint64_t runtime = build(layouts[_i]);

    words[1] += 0x10000;
    ck_assert_str_eq(debug_offsets_differ(layouts[_i], runtime), "version");
    words[0]++;
    ck_assert_str_eq(debug_offsets_differ(layouts[_i], runtime), "cookie");
    ck_assert(!debug_offsets_free_threaded(runtime));
}
END_TEST

START_TEST(a_free_threaded_build_says_so)
{
    uint64_t runtime = build(layouts[_i]);

    words[2] = 1;
    ck_assert(debug_offsets_free_threaded(runtime));
}
END_TEST

START_TEST(older_versions_say_nothing)
{
    memset(words, 0, sizeof words);
    ck_assert_ptr_null(debug_offsets_differ(&layout_3_11, (uintptr_t)words));
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("debug_offsets");
    TCase *tests = tcase_create("debug_offsets");

    tcase_add_loop_test(tests, a_release_that_moved_nothing_agrees, 0, LAYOUTS);
    tcase_add_loop_test(tests, every_word_that_moved_is_named, 0, LAYOUTS);
    tcase_add_loop_test(tests, another_version_or_none_is_told_apart, 0,
                        LAYOUTS);
    tcase_add_loop_test(tests, a_free_threaded_build_says_so, 0, LAYOUTS);
    tcase_add_test(tests, older_versions_say_nothing);
    suite_add_tcase(suite, tests);

    return unit_run(suite);
}
