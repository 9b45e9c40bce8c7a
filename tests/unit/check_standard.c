#include "report/blame/standard.h"

#include <check.h>

#include "unit.h"

START_TEST(modules_of_the_standard_library_lie_in_a_folder_of_their_own)
{
    ck_assert(standard_is_at("/usr/lib/python3.11/lib-dynload/"
                             "_json.cpython-311-x86_64-linux-gnu.so"));
    ck_assert(standard_is_at("/opt/python/lib/python3.9/lib-dynload/mmap.so"));
    ck_assert(!standard_is_at("/usr/lib/python3/dist-packages/_json.so"));
    ck_assert(!standard_is_at("/usr/lib/libexpat.so.1"));
}
END_TEST

START_TEST(what_only_has_that_folder_above_it_is_of_others)
{
    ck_assert(!standard_is_at("/srv/lib-dynload/site-packages/shop.so"));
    ck_assert(!standard_is_at("/srv/lib-dynload"));
    ck_assert(!standard_is_at(""));
}
END_TEST

int
main(void)
{
    TCase *tcase = tcase_create("standard");
    Suite *suite = suite_create("standard");

    tcase_add_test(
        tcase, modules_of_the_standard_library_lie_in_a_folder_of_their_own);
    tcase_add_test(tcase, what_only_has_that_folder_above_it_is_of_others);
    suite_add_tcase(suite, tcase);
    return unit_run(suite);
}
