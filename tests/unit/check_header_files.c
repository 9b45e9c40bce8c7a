/* Which files are of libraries that others include, and who includes them. */
#include "report/symbols/header_files.h"
#include "unit.h"

#include <check.h>

static struct place places[2] = { { .image = 1 }, { .image = 2 } };
static struct stack_frame frames[4];
static struct stack stack = { .frames = frames, .count = 4, .relevant = 4 };

static void
set_frame(size_t number, const char *file, size_t place)
{
    frames[number] =
        (struct stack_frame){ .file = file, .place = &places[place] };
}

static void
set_up(void)
{
    set_frame(0, "/usr/include/c++/12/bits/stl_vector.h", 0);
    set_frame(1, "/src/demo/third_party/pybind11/pytypes.h", 0);
    set_frame(2, "/src/demo/demo.cpp", 0);
    set_frame(3, "/src/python/ceval.c", 1);
}

START_TEST(headers_of_libraries_are_known_by_their_folder)
{
    ck_assert(header_file("/usr/include/c++/12/vector"));
    ck_assert(header_file("/x/lib/pybind11/include/pybind11/cast.h"));
    ck_assert(!header_file("/src/demo/demo.h"));
    ck_assert(!header_file(NULL));
    ck_assert(!header_file("/src/pybind11/tests/test_leak.cpp"));
}
END_TEST

START_TEST(a_crate_of_others_is_like_a_header)
{
    ck_assert(header_file("/build/.cargo/registry/src/index.crates.io-6f17/"
                          "pyo3-0.22.6/src/instance.rs"));
    ck_assert(header_file("/usr/share/cargo/registry/pyo3-0.17.3/src/gil.rs"));
    ck_assert(header_file("/rustc/5980/library/core/src/mem/mod.rs"));
    ck_assert(header_file("/src/demo/vendor/pyo3-ffi/src/object.rs"));
    ck_assert(!header_file("/src/demo/src/lib.rs"));
    ck_assert(!header_file("src/lib.rs"));
    ck_assert(!header_file("/src/demo/vendor/zlib/inflate.c"));
}
END_TEST

START_TEST(the_next_source_of_the_image_answers_for_a_header)
{
    ck_assert_uint_eq(header_file_user(&stack, 0), 2);
    ck_assert_uint_eq(header_file_user(&stack, 1), 2);
    ck_assert_uint_eq(header_file_user(&stack, 2), 2);
}
END_TEST

START_TEST(a_header_around_the_user_serves_too)
{
    ck_assert(header_file_serves(&stack, 0));
    ck_assert(!header_file_serves(&stack, 2));
    set_frame(1, "/src/demo/demo.cpp", 0);
    set_frame(2, "/src/demo/third_party/pybind11/pybind11.h", 0);
    ck_assert(header_file_serves(&stack, 2));
    set_frame(0, "/usr/include/c++/12/functional", 0);
    set_frame(1, "/src/demo/third_party/pybind11/cast.h", 0);
    ck_assert(!header_file_serves(&stack, 2));
}
END_TEST

START_TEST(nobody_of_another_image_answers_for_a_header)
{
    frames[2].place = &places[1];
    ck_assert_uint_eq(header_file_user(&stack, 0), 0);
}
END_TEST

START_TEST(a_frame_without_a_file_is_left_as_it_is)
{
    frames[0].file = NULL;
    ck_assert_uint_eq(header_file_user(&stack, 0), 0);
    frames[2].file = NULL;
    ck_assert_uint_eq(header_file_user(&stack, 1), 1);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("header_files");
    TCase *files = tcase_create("files");

    tcase_add_checked_fixture(files, set_up, NULL);
    tcase_add_test(files, headers_of_libraries_are_known_by_their_folder);
    tcase_add_test(files, a_crate_of_others_is_like_a_header);
    tcase_add_test(files, the_next_source_of_the_image_answers_for_a_header);
    tcase_add_test(files, a_header_around_the_user_serves_too);
    tcase_add_test(files, nobody_of_another_image_answers_for_a_header);
    tcase_add_test(files, a_frame_without_a_file_is_left_as_it_is);
    suite_add_tcase(suite, files);
    return unit_run(suite);
}
