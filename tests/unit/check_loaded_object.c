/* Both ways to find the object at an address give the same. */
#include "probe/stack/loaded_object.h"
#include "unit.h"

#include <check.h>
#include <dlfcn.h>
#include <stdlib.h>

static void
compare(uint64_t address, bool expected)
{
    struct loaded_object found = { 0 }, searched = { 0 };

    ck_assert_int_eq(loaded_object_search(address, &searched), expected);
    ck_assert_int_eq(loaded_object_find(address, &found), expected);
    if (expected) {
        ck_assert_uint_le(searched.start, address);
        ck_assert_uint_gt(searched.end, address);
        ck_assert_uint_eq(searched.start, found.start);
        ck_assert_uint_eq(searched.unwind_header, found.unwind_header);
        ck_assert_uint_ge(found.end, searched.end); /* a whole page */
        ck_assert_uint_lt(found.end - searched.end, 4096);
    }
}

static uint64_t
address_of(const char *library, const char *symbol, void **handle)
{
    *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    ck_assert_ptr_nonnull(*handle);
    return (uint64_t)(uintptr_t)dlsym(*handle, symbol);
}

START_TEST(the_program_and_its_libraries_are_found)
{
    loaded_object_init();
    compare((uint64_t)(uintptr_t)&address_of, true);
    compare((uint64_t)(uintptr_t)dlsym(RTLD_DEFAULT, "getenv"), true);
}
END_TEST

START_TEST(where_nothing_is_loaded_nothing_is_found)
{
    int here;

    loaded_object_init();
    compare((uint64_t)(uintptr_t)&here, false);
    compare(0, false);
    compare(UINT64_MAX, false);
}
END_TEST

START_TEST(what_is_unloaded_is_found_no_longer)
{
    void *handle;
    uint64_t address;

    loaded_object_init();
    address =
        address_of("libBrokenLocale.so.1", "__ctype_get_mb_cur_max", &handle);
    compare(address, true);
    ck_assert_int_eq(dlclose(handle), 0);
    compare(address, false);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("loaded_object");
    TCase *objects = tcase_create("objects");

    tcase_add_test(objects, the_program_and_its_libraries_are_found);
    tcase_add_test(objects, where_nothing_is_loaded_nothing_is_found);
    tcase_add_test(objects, what_is_unloaded_is_found_no_longer);
    suite_add_tcase(suite, objects);
    return unit_run(suite);
}
