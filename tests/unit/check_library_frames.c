/* Who answers for a library that is compiled into its users. */
#include "report/symbols/header_files.h"
#include "report/symbols/library_frames.h"
#include "unit.h"

#include <check.h>

static struct place places[2] = { { .image = 1 }, { .image = 2 } };
static struct stack_frame frames[4];
static struct stack stack = { .frames = frames, .count = 4, .relevant = 4 };

static void
set_frame(size_t number, const char *file, size_t place)
{
    frames[number] = (struct stack_frame){ .file = file,
                                           .place = &places[place],
                                           .library = header_file(file) };
}

static void
set_up(void)
{
    set_frame(0, "/usr/include/c++/12/bits/stl_vector.h", 0);
    set_frame(1, "/src/demo/third_party/pybind11/pytypes.h", 0);
    set_frame(2, "/src/demo/demo.cpp", 0);
    set_frame(3, "/src/python/ceval.c", 1);
}

START_TEST(the_next_source_of_the_image_answers_for_a_header)
{
    ck_assert_uint_eq(library_frame_user(&stack, 0), 2);
    ck_assert_uint_eq(library_frame_user(&stack, 1), 2);
    ck_assert_uint_eq(library_frame_user(&stack, 2), 2);
}
END_TEST

START_TEST(a_header_around_the_user_serves_too)
{
    ck_assert(library_frame_serves(&stack, 0));
    ck_assert(!library_frame_serves(&stack, 2));
    set_frame(1, "/src/demo/demo.cpp", 0);
    set_frame(2, "/src/demo/third_party/pybind11/pybind11.h", 0);
    ck_assert(library_frame_serves(&stack, 2));
    set_frame(0, "/usr/include/c++/12/functional", 0);
    set_frame(1, "/src/demo/third_party/pybind11/cast.h", 0);
    ck_assert(!library_frame_serves(&stack, 2));
}
END_TEST

START_TEST(nobody_of_another_image_answers_for_a_header)
{
    frames[2].place = &places[1];
    ck_assert_uint_eq(library_frame_user(&stack, 0), 0);
}
END_TEST

START_TEST(a_frame_without_a_file_is_left_as_it_is)
{
    set_frame(0, NULL, 0);
    ck_assert_uint_eq(library_frame_user(&stack, 0), 0);
    frames[2].file = NULL;
    ck_assert_uint_eq(library_frame_user(&stack, 1), 1);
}
END_TEST

START_TEST(what_serves_in_other_stacks_serves)
{
    set_frame(2, "/src/demo/third_party/pybind11/pybind11.h", 0);
    ck_assert(!library_frame_serves(&stack, 0));
    frames[0].serves = true;
    ck_assert(library_frame_serves(&stack, 0));
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("library_frames");
    TCase *frame = tcase_create("frames");

    tcase_add_checked_fixture(frame, set_up, NULL);
    tcase_add_test(frame, the_next_source_of_the_image_answers_for_a_header);
    tcase_add_test(frame, a_header_around_the_user_serves_too);
    tcase_add_test(frame, nobody_of_another_image_answers_for_a_header);
    tcase_add_test(frame, a_frame_without_a_file_is_left_as_it_is);
    tcase_add_test(frame, what_serves_in_other_stacks_serves);
    suite_add_tcase(suite, frame);
    return unit_run(suite);
}
