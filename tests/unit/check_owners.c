/* How much memory objects have, and whether they hold anything: invented types, and
 * types of types. */
#include "cpython/owners.h"
#include "cpython/type_info.h"
#include "unit.h"

#include <check.h>
#include <string.h>

static const struct python_layout *const layouts[] = {
    &layout_3_9,  &layout_3_10, &layout_3_11, &layout_3_12,
    &layout_3_13, &layout_3_14, &layout_3_15,
};
enum {
    LAYOUTS = sizeof layouts / sizeof layouts[0],
    WORDS = 128,
    HEAP_TYPE_BYTES = 880, /* what type.__basicsize__ says */
    VECTORCALL = 400,      /* the last field but for flags, in all versions */
};

static uint64_t metatype[WORDS], object[WORDS];

/* An object whose type says that, with the flags of a type itself. */
static uint64_t
bytes_of(const struct python_layout *layout, uint64_t flags_of_type,
         uint64_t flags)
{
    uint64_t type = (uintptr_t)metatype, basic = HEAP_TYPE_BYTES;

    memset(metatype, 0, sizeof metatype);
    memset(object, 0, sizeof object);
    memcpy((uint8_t *)metatype + layout->type.basicsize, &basic, 8);
    memcpy((uint8_t *)metatype + layout->type.flags, &flags_of_type, 8);
    memcpy((uint8_t *)object + layout->object.type, &type, 8);
    memcpy((uint8_t *)object + layout->type.flags, &flags, 8);
    return owners_object_bytes(layout, (uintptr_t)object);
}

START_TEST(a_type_in_static_data_ends_before_what_a_class_has)
{
    const struct python_layout *layout = layouts[_i];

    ck_assert_uint_eq(bytes_of(layout, layout->type.flag_is_type, 0),
                      VECTORCALL + 8);
    ck_assert_uint_eq(
        bytes_of(layout, layout->type.flag_is_type, layout->type.flag_heap),
        HEAP_TYPE_BYTES);
}
END_TEST

START_TEST(an_object_has_what_its_type_says)
{
    ck_assert_uint_eq(bytes_of(layouts[_i], 0, 0), HEAP_TYPE_BYTES);
}
END_TEST

/* The type of a text that is so much larger than a text, and has such flags. */
static enum owners_look
look_at_text(const struct python_layout *layout, uint64_t more, uint64_t flags)
{
    static uint64_t text[WORDS], derived[WORDS];
    uint64_t base = (uintptr_t)text, type = (uintptr_t)derived;
    uint64_t basic = 72, larger = basic + more, of_text = TYPE_FLAG_UNICODE;

    flags |= of_text;
    memcpy((uint8_t *)text + layout->type.basicsize, &basic, 8);
    memcpy((uint8_t *)text + layout->type.flags, &of_text, 8);
    memcpy((uint8_t *)derived + layout->type.basicsize, &larger, 8);
    memcpy((uint8_t *)derived + layout->type.flags, &flags, 8);
    memcpy((uint8_t *)derived + layout->type.base, &base, 8);
    memset(object, 0, sizeof object);
    memcpy((uint8_t *)object + layout->object.type, &type, 8);
    return owners_look_at(layout, (uintptr_t)object, false);
}

START_TEST(a_text_with_fields_of_its_own_is_looked_into)
{
    const struct python_layout *layout = layouts[_i];

    ck_assert_int_eq(look_at_text(layout, 0, 0), OWNERS_NONE);
    ck_assert_int_eq(look_at_text(layout, 16, 0), OWNERS_SILENT);
    ck_assert_int_eq(look_at_text(layout, 16, layout->type.flag_gc),
                     OWNERS_NONE);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("owners");
    TCase *tests = tcase_create("bytes");

    tcase_add_loop_test(
        tests, a_type_in_static_data_ends_before_what_a_class_has, 0, LAYOUTS);
    tcase_add_loop_test(tests, an_object_has_what_its_type_says, 0, LAYOUTS);
    tcase_add_loop_test(tests, a_text_with_fields_of_its_own_is_looked_into, 0,
                        LAYOUTS);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
