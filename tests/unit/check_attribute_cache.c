/* An invented cache of attributes: two entries of three words. */
#include "cpython/attribute_cache.h"
#include "unit.h"

#include <check.h>
#include <string.h>

static const struct python_layout *const layouts[] = {
    &layout_3_9,  &layout_3_10, &layout_3_11, &layout_3_12,
    &layout_3_13, &layout_3_14, &layout_3_15,
};
enum {
    LAYOUTS = sizeof layouts / sizeof layouts[0],
    USED = 3,
    UNUSED = 6,
    NAME = 10,
    FOUND = 12
};

static const struct python_layout *layout;
static uint64_t memory[16], type[64], plain[64];

static uint64_t
at(int word)
{
    return (uintptr_t)&memory[word];
}

static bool
readable(uint64_t address, uint64_t bytes)
{
    const struct {
        const void *start;
        size_t bytes;
    } all[] = { { memory, sizeof memory },
                { type, sizeof type },
                { plain, sizeof plain } };

    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        uint64_t start = (uintptr_t)all[i].start;

        if (address >= start && address + bytes <= start + all[i].bytes) {
            return true;
        }
    }
    return false;
}

/* Behind an entry of nothing like it one that is used, and one that is not; a
 * name, and what was found. */
static void
make_cache(int which)
{
    uint64_t str = (uintptr_t)type, other = (uintptr_t)plain;
    uint64_t entries[] = { UINT64_MAX, 0, 0,         77, at(NAME),
                           at(FOUND),  0, at(FOUND), 0 };

    layout = layouts[which];
    memset(memory, 0, sizeof memory);
    memset(type, 0, sizeof type);
    memcpy(memory, entries, sizeof entries);
    memcpy((uint8_t *)type + layout->type.flags, &layout->type.flag_is_str,
           sizeof layout->type.flag_is_str);
    memcpy((uint8_t *)&memory[NAME] + layout->object.type, &str, 8);
    memcpy((uint8_t *)&memory[FOUND] + layout->object.type, &other, 8);
}

START_TEST(what_an_entry_has_found_is_borrowed)
{
    make_cache(_i);
    ck_assert(attribute_cache_borrows(layout, at(USED + 2), readable));
}
END_TEST

START_TEST(its_name_is_not)
{
    make_cache(_i);
    ck_assert(!attribute_cache_borrows(layout, at(USED + 1), readable));
    ck_assert(!attribute_cache_borrows(layout, at(UNUSED + 1), readable));
}
END_TEST

START_TEST(an_entry_without_a_number_borrows_nothing)
{
    make_cache(_i);
    memory[USED] = 0;
    ck_assert(!attribute_cache_borrows(layout, at(USED + 2), readable));
}
END_TEST

START_TEST(a_name_is_a_str)
{
    make_cache(_i);
    memory[USED + 1] = at(FOUND);
    ck_assert(!attribute_cache_borrows(layout, at(USED + 2), readable));
}
END_TEST

START_TEST(one_word_that_looks_like_it_is_no_cache)
{
    make_cache(_i);
    memory[UNUSED] = UINT64_MAX;
    ck_assert(!attribute_cache_borrows(layout, at(USED + 2), readable));
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("attribute_cache");
    TCase *tests = tcase_create("attribute_cache");

    tcase_add_loop_test(tests, what_an_entry_has_found_is_borrowed, 0, LAYOUTS);
    tcase_add_loop_test(tests, its_name_is_not, 0, LAYOUTS);
    tcase_add_loop_test(tests, an_entry_without_a_number_borrows_nothing, 0,
                        LAYOUTS);
    tcase_add_loop_test(tests, a_name_is_a_str, 0, LAYOUTS);
    tcase_add_loop_test(tests, one_word_that_looks_like_it_is_no_cache, 0,
                        LAYOUTS);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
