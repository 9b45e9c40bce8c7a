/* Which images are looked into for the program's objects. */
#include "plain_store.h"
#include "probe/images/image_records.h"
#include "probe/state/recorder.h"
#include "unit.h"

#include <check.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>

enum { PAGE_BYTES = 4096 };

/* What a dynamic section calls the names of what the image refers to. */
static const char names[] = "\0PyList_Append";

static void
set_up(void)
{
    plain_store_make(&recorder.store);
}

static void
tear_down(void)
{
    plain_store_free(&recorder.store);
}

/* An image with these names at its start. */
static uint32_t
record_of(const char *start)
{
    static ElfW(Dyn) dynamic[3];
    struct image image = {
        .start = (uint64_t)(uintptr_t)start,
        .end = (uint64_t)(uintptr_t)start + PAGE_BYTES,
        .dynamic = (uint64_t)(uintptr_t)dynamic,
    };

    dynamic[0] = (ElfW(Dyn)){ DT_STRTAB, { image.start } };
    dynamic[1] = (ElfW(Dyn)){ DT_STRSZ, { sizeof names } };
    dynamic[2] = (ElfW(Dyn)){ DT_NULL, { 0 } };
    return image_record_add(&image, false);
}

START_TEST(what_refers_to_python_is_looked_into)
{
    char *page = mmap(NULL, PAGE_BYTES, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    ck_assert_ptr_ne(page, MAP_FAILED);
    ck_assert(!image_record_is_python(record_of(page)));
    memcpy(page, names, sizeof names);
    ck_assert(image_record_is_python(record_of(page)));
}
END_TEST

/* It refers to Python as well, and its tables are full of objects' addresses. */
START_TEST(the_image_that_this_is_linked_into_is_not)
{
    ck_assert(!image_record_is_python(record_of(names)));
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("image_records");
    TCase *tests = tcase_create("image_records");

    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, what_refers_to_python_is_looked_into);
    tcase_add_test(tests, the_image_that_this_is_linked_into_is_not);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
