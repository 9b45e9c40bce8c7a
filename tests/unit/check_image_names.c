#include "own_file.h"
#include "report/symbols/image_names.h"
#include "unit.h"

#include <stdbool.h>
#include <check.h>
#include <string.h>

/* This program looks at itself. It is compiled with -g -O2, see local.mk. */
static struct own_file own;
static uint64_t return_address;

__attribute__((noinline)) static void
remember_caller(void)
{
    return_address = (uint64_t)__builtin_return_address(0);
}

static inline __attribute__((always_inline)) int
inlined_function(int value)
{
    remember_caller();
    return value + 1;
}

__attribute__((noinline)) static int
outer_function(int value)
{
    int result = inlined_function(value);

    /* Not a tail call. */
    __asm__ volatile("" : "+r"(result));
    return result;
}

static void
begin(void)
{
    own_file_find(&own);
    ck_assert_int_eq(outer_function(1), 2);
}

START_TEST(inlined_functions_are_frames_of_their_own)
{
    struct named_frame frames[8];
    enum image_names names;
    struct image_file *file = image_file_open(own.path, own.build_id, &names);
    size_t count;

    ck_assert_ptr_nonnull(file);
    ck_assert_int_eq(names, IMAGE_NAMES_DWARF);
    count = image_file_frames(file, return_address - 1 - own.bias, frames, 8);
    ck_assert_uint_eq(count, 2);
    ck_assert_str_eq(frames[0].function, "inlined_function");
    ck_assert_str_eq(frames[1].function, "outer_function");
    ck_assert_ptr_nonnull(strstr(frames[0].file, "check_image_names.c"));
    ck_assert_uint_gt(frames[1].line, frames[0].line);
    ck_assert_int_eq(frames[0].returns, RETURN_OTHER);
    image_file_close(file);
}
END_TEST

struct object {
    struct {
        long count;
    } ob_base;
    int number;
};

struct plain {
    int number;
};

__attribute__((noinline)) static int
asks(const char *text, const struct object *object, int number)
{
    return text[0] + object->number + number;
}

__attribute__((noinline)) static int
finds(struct object *in, struct object **found)
{
    *found = in;
    return in->number;
}

__attribute__((noinline)) static int
fills(struct plain *plain)
{
    return ++plain->number;
}

__attribute__((noinline)) static int
takes_anything(void *anything)
{
    return *(int *)anything;
}

struct derived {
    struct object base;
    int more;
};

__attribute__((noinline)) static struct derived *
derived_of(struct derived *derived)
{
    derived->more++;
    return derived;
}

__attribute__((noinline)) static struct plain *
plain_of(struct plain *plain)
{
    plain->number++;
    return plain;
}

/* Without its names, which go with the file. */
static struct named_frame
frame_of(void *function)
{
    struct named_frame frame = { .function = NULL };
    enum image_names names;
    struct image_file *file = image_file_open(own.path, own.build_id, &names);

    ck_assert_uint_eq(
        image_file_frames(file, (uint64_t)(uintptr_t)function - own.bias,
                          &frame, 1),
        1);
    image_file_close(file);
    return frame;
}

static bool
fills_nothing(void *function)
{
    struct named_frame frame = frame_of(function);

    ck_assert_int_eq(frame.returns, RETURN_OTHER);
    return frame.fills_nothing;
}

START_TEST(a_structure_is_an_object_if_it_begins_like_one)
{
    struct derived derived = { .more = 1 };
    struct plain plain = { .number = 1 };

    ck_assert_int_eq(derived_of(&derived)->more + plain_of(&plain)->number, 4);
    ck_assert_int_eq(frame_of((void *)derived_of).returns, RETURN_OBJECT);
    ck_assert_int_eq(frame_of((void *)plain_of).returns, RETURN_OTHER);
    ck_assert(frame_of((void *)derived_of).fills_nothing);
    ck_assert(!frame_of((void *)plain_of).fills_nothing);
}
END_TEST

START_TEST(an_argument_may_say_where_to_put_something)
{
    struct object object = { .number = 1 }, *found;
    struct plain plain = { .number = asks("", &object, 1) };

    ck_assert_int_eq(finds(&object, &found) + fills(&plain) +
                         takes_anything(&plain.number),
                     7);
    ck_assert(fills_nothing((void *)asks));
    ck_assert(!fills_nothing((void *)finds));
    ck_assert(!fills_nothing((void *)fills));
    ck_assert(!fills_nothing((void *)takes_anything));
}
END_TEST

START_TEST(the_unwind_table_knows_where_a_function_begins)
{
    enum image_names names;
    struct image_file *file = image_file_open(own.path, own.build_id, &names);

    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(
        image_file_function_start(file, return_address - 1 - own.bias),
        (uint64_t)outer_function - own.bias);
    ck_assert_uint_eq(image_file_function_start(file, 1), 0);
    image_file_close(file);
}
END_TEST

START_TEST(the_code_of_a_file_can_be_read)
{
    enum image_names names;
    struct image_file *file = image_file_open(own.path, own.build_id, &names);
    uint64_t offset = (uint64_t)outer_function - own.bias, start;
    size_t size;
    const uint8_t *bytes = image_file_segment(file, offset, &start, &size);

    ck_assert_ptr_nonnull(bytes);
    ck_assert_uint_le(start, offset);
    ck_assert_uint_lt(offset, start + size);
    ck_assert_mem_eq(bytes + (offset - start), (void *)outer_function, 16);
    ck_assert_ptr_null(image_file_segment(file, UINT64_MAX, &start, &size));
    image_file_close(file);
}
END_TEST

/* Somewhere in the table of imports stands what this program calls. */
START_TEST(imports_are_known_by_their_slot)
{
    enum image_names names;
    struct image_file *file = image_file_open(own.path, own.build_id, &names);
    bool found = false;

    for (uint64_t offset = 0; offset < (1 << 20) && !found; offset += 8) {
        const char *name = image_file_import(file, offset);

        found = name != NULL && strcmp(name, "dl_iterate_phdr") == 0;
    }
    ck_assert(found);
    ck_assert_ptr_null(image_file_import(file, UINT64_MAX));
    image_file_close(file);
}
END_TEST

START_TEST(an_address_outside_of_all_functions_has_no_name)
{
    struct named_frame frames[8];
    enum image_names names;
    struct image_file *file = image_file_open(own.path, own.build_id, &names);

    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(image_file_frames(file, 1, frames, 8), 0);
    ck_assert_uint_eq(image_file_frames(file, UINT64_MAX, frames, 8), 0);
    image_file_close(file);
}
END_TEST

START_TEST(a_file_with_another_build_id_gives_no_names)
{
    enum image_names names;

    ck_assert_ptr_null(image_file_open(own.path, "00112233", &names));
    ck_assert_int_eq(names, IMAGE_NAMES_CHANGED);
}
END_TEST

START_TEST(a_missing_file_gives_no_names)
{
    enum image_names names;

    ck_assert_ptr_null(image_file_open("/nowhere/at.so", NULL, &names));
    ck_assert_int_eq(names, IMAGE_NAMES_MISSING);
    ck_assert_ptr_null(image_file_open("relative.so", NULL, &names));
    ck_assert_ptr_null(image_file_open("/", NULL, &names));
    ck_assert_ptr_null(image_file_open(NULL, NULL, &names));
    ck_assert_int_eq(names, IMAGE_NAMES_MISSING);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("image_names");
    TCase *tests = tcase_create("image_names");

    tcase_add_checked_fixture(tests, begin, NULL);
    tcase_add_test(tests, inlined_functions_are_frames_of_their_own);
    tcase_add_test(tests, a_structure_is_an_object_if_it_begins_like_one);
    tcase_add_test(tests, an_argument_may_say_where_to_put_something);
    tcase_add_test(tests, the_unwind_table_knows_where_a_function_begins);
    tcase_add_test(tests, the_code_of_a_file_can_be_read);
    tcase_add_test(tests, imports_are_known_by_their_slot);
    tcase_add_test(tests, an_address_outside_of_all_functions_has_no_name);
    tcase_add_test(tests, a_file_with_another_build_id_gives_no_names);
    tcase_add_test(tests, a_missing_file_gives_no_names);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
