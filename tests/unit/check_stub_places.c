/* What is executed in a stub is found in the image. */
#include "probe/images/stub_places.h"
#include "unit.h"

#include <check.h>

enum { BIAS = 0x400000, POOL = 0x100000, POOL_BYTES = 0x1000 };

START_TEST(a_copy_leads_to_what_it_was_made_from)
{
    struct blob_place places[] = {
        { 0x40, 0x1000 }, /* seven bytes, then those of another stub */
        { 0x60, 0x2000 },
    };
    struct plan plan = { .blob = { .places = places, .place_count = 2 } };
    struct applied applied = { POOL, POOL_BYTES };

    stub_places_add(&plan, BIAS, &applied);
    places[0].address = places[1].address = 0; /* the plan is gone */
    ck_assert_uint_eq(stub_places_find(POOL + 0x44), BIAS + 0x1004);
    ck_assert_uint_eq(stub_places_find(POOL + 0x47), BIAS + 0x1007);
    ck_assert_uint_eq(stub_places_find(POOL + 0x63), BIAS + 0x2003);
    /* Before all stubs, and in none. */
    ck_assert_uint_eq(stub_places_find(POOL + 0x10), POOL + 0x10);
    ck_assert_uint_eq(stub_places_find(POOL), POOL);
    ck_assert_uint_eq(stub_places_find(BIAS + 0x1004), BIAS + 0x1004);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("stub_places");
    TCase *found = tcase_create("found");

    tcase_add_test(found, a_copy_leads_to_what_it_was_made_from);
    suite_add_tcase(suite, found);
    return unit_run(suite);
}
