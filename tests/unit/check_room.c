/* Address space that is kept, in this process. */
#include "patch/room.h"

#include "unit.h"

#include <check.h>
#include <stdint.h>
#include <sys/mman.h>

enum { PAGE = 4096, GAPS = 20000, LATER = 1000 };

static const size_t gigabyte = (size_t)1 << 30;

static char *
map(void *at, size_t size, int protection, int more)
{
    char *memory =
        mmap(at, size, protection,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | more, -1, 0);

    ck_assert_ptr_ne(memory, MAP_FAILED);
    return memory;
}

static uint64_t
distance(const char *a, const char *b)
{
    return a > b ? (uint64_t)(a - b) : (uint64_t)(b - a);
}

/* What is loaded next lies there, and stubs may lie beside it afterwards. */
START_TEST(a_gap_far_from_all_room_is_taken_until_it_is_given_back)
{
    char *wall = map(NULL, 5 * gigabyte, PROT_READ, 0);
    char *gap = wall + 2 * gigabyte + gigabyte / 2;

    ck_assert_int_eq(munmap(gap, PAGE), 0);
    room_keep();
    ck_assert_ptr_eq(mmap(gap, PAGE, PROT_READ,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1,
                          0),
                     MAP_FAILED);
    room_release();
    ck_assert_ptr_eq(map(gap, PAGE, PROT_READ, MAP_FIXED_NOREPLACE), gap);
    munmap(wall, 5 * gigabyte);
}
END_TEST

START_TEST(room_is_left_beside_what_is_mapped_next)
{
    char *next, *room;

    room_keep();
    next = map(NULL, gigabyte / 2, PROT_NONE, 0);
    room_release();
    room = map(NULL, gigabyte / 16, PROT_NONE, 0);
    ck_assert_uint_lt(distance(room, next), gigabyte);
    munmap(next, gigabyte / 2);
    munmap(room, gigabyte / 16);
}
END_TEST

/* Each gap that is taken is a mapping more, and the kernel counts them. */
START_TEST(a_process_of_many_mappings_can_have_more_of_them)
{
    char *wall = map(NULL, 3 * gigabyte, PROT_READ, 0);
    char *later[LATER];

    for (size_t i = 0; i < 2 * GAPS; i++) {
        char *gap = wall + 2 * gigabyte + 2 * i * PAGE;

        ck_assert_int_eq(munmap(gap, PAGE), 0);
    }
    room_keep();
    for (size_t i = 0; i < LATER; i++) {
        later[i] =
            map(NULL, PAGE, i % 2 == 0 ? PROT_READ : PROT_READ | PROT_WRITE, 0);
    }
    room_release();
    for (size_t i = 0; i < LATER; i++) {
        munmap(later[i], PAGE);
    }
    munmap(wall, 3 * gigabyte);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("room");
    TCase *tests = tcase_create("room");

    tcase_set_timeout(tests, 60);
    tcase_add_test(tests,
                   a_gap_far_from_all_room_is_taken_until_it_is_given_back);
    tcase_add_test(tests, room_is_left_beside_what_is_mapped_next);
    tcase_add_test(tests, a_process_of_many_mappings_can_have_more_of_them);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
