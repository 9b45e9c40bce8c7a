/* Which files are of libraries that others include. */
#include "report/symbols/header_files.h"
#include "unit.h"

#include <check.h>

START_TEST(headers_of_libraries_are_known_by_their_folder)
{
    ck_assert(header_file("/usr/include/c++/12/vector"));
    ck_assert(header_file("/x/lib/pybind11/include/pybind11/cast.h"));
    ck_assert(header_file("/x/site-packages/nanobind/src/nb_type.cpp"));
    ck_assert(header_file("/x/nanobind/include/../src/nb_combined.cpp"));
    ck_assert(!header_file("/src/nanobind/tests/test_classes.cpp"));
    ck_assert(header_file("multidict/_multilib/pythoncapi_compat.h"));
    ck_assert(header_file("/tmp/pip-build-env-1/overlay/lib/python3.11/"
                          "site-packages/cppy/include/cppy/ptr.h"));
    ck_assert(!header_file("/x/site-packages/demo/demo.c"));
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

int
main(void)
{
    Suite *suite = suite_create("header_files");
    TCase *files = tcase_create("files");

    tcase_add_test(files, headers_of_libraries_are_known_by_their_folder);
    tcase_add_test(files, a_crate_of_others_is_like_a_header);
    suite_add_tcase(suite, files);
    return unit_run(suite);
}
