/* Lines of /proc/self/maps become ranges. */
#include "probe/census/memory_map.h"
#include "probe/state/recorder.h"
#include "unit.h"

#include <check.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { IMAGE = 2, ROOM = 4, PAGE_BYTES = 4096 };

static struct memory_range ranges[ROOM];
static struct memory_map map;

static const struct maps_line behind_the_file = {
    .start = 0x53000,
    .end = 0x5a000,
    .readable = true,
    .writable = true,
    .is_private = true,
    .text = "",
};

static void
set_up(void)
{
    map = (struct memory_map){ .ranges = ranges };
}

START_TEST(variables_end_where_the_image_does)
{
    memory_map_add(&map, &behind_the_file, IMAGE, 0x55480);
    ck_assert_uint_eq(map.count, 2);
    ck_assert_uint_eq(ranges[0].start, 0x53000);
    ck_assert_uint_eq(ranges[0].end, 0x56000);
    ck_assert_uint_eq(ranges[0].image, IMAGE);
    ck_assert_uint_eq(ranges[1].start, 0x56000);
    ck_assert_uint_eq(ranges[1].end, 0x5a000);
    ck_assert_uint_eq(ranges[1].image, 0);
    ck_assert(ranges[1].writable);
    ck_assert(memory_map_holds(&map, 0x55ff8, 16));
}
END_TEST

START_TEST(nothing_is_parted_that_belongs_to_the_image)
{
    memory_map_add(&map, &behind_the_file, IMAGE, 0x5a000);
    ck_assert_uint_eq(map.count, 1);
    ck_assert_uint_eq(ranges[0].end, 0x5a000);
    ck_assert_uint_eq(ranges[0].image, IMAGE);
}
END_TEST

START_TEST(what_is_in_no_image_is_one_range)
{
    memory_map_add(&map, &behind_the_file, 0, 0);
    ck_assert_uint_eq(map.count, 1);
    ck_assert_uint_eq(ranges[0].start, 0x53000);
    ck_assert_uint_eq(ranges[0].image, 0);
}
END_TEST

START_TEST(what_cannot_be_read_is_left_out)
{
    struct maps_line line = behind_the_file;

    line.readable = false;
    memory_map_add(&map, &line, IMAGE, 0x55480);
    ck_assert_uint_eq(map.count, 0);
}
END_TEST

/* Maps the file's first page; the page before it is there, too. */
static void *
map_behind_a_page(int fd)
{
    char *pages = mmap(NULL, 2 * PAGE_BYTES, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    ck_assert_ptr_ne(pages, MAP_FAILED);
    ck_assert_ptr_eq(mmap(pages + PAGE_BYTES, PAGE_BYTES,
                          PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd,
                          0),
                     pages + PAGE_BYTES);
    return pages + PAGE_BYTES;
}

/* Between what is asked and what is read, another thread may do that. */
START_TEST(a_file_that_was_cut_short_is_not_read)
{
    int fd = (int)syscall(SYS_memfd_create, "cut", 0);
    uint64_t word = 0, at;
    void *page;

    ck_assert_int_eq(ftruncate(fd, PAGE_BYTES), 0);
    page = map_behind_a_page(fd);
    *(uint64_t *)page = 4711;
    at = (uint64_t)(uintptr_t)page;
    memory_map_add(&map,
                   &(struct maps_line){ .start = at,
                                        .end = at + PAGE_BYTES,
                                        .readable = true,
                                        .file = true,
                                        .text = "" },
                   0, 0);
    recorder.pid = (uint64_t)getpid();
    ck_assert(memory_map_word(&map, at, &word));
    ck_assert_uint_eq(word, 4711);
    ck_assert(memory_map_holds(&map, at, 16));
    ck_assert(!memory_map_word(&map, at - 8, &word));
    ck_assert_int_eq(ftruncate(fd, 0), 0);
    ck_assert(!memory_map_word(&map, at, &word));
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("memory_map");
    TCase *tests = tcase_create("memory_map");

    tcase_add_checked_fixture(tests, set_up, NULL);
    tcase_add_test(tests, variables_end_where_the_image_does);
    tcase_add_test(tests, nothing_is_parted_that_belongs_to_the_image);
    tcase_add_test(tests, what_is_in_no_image_is_one_range);
    tcase_add_test(tests, what_cannot_be_read_is_left_out);
    tcase_add_test(tests, a_file_that_was_cut_short_is_not_read);
    suite_add_tcase(suite, tests);

    return unit_run(suite);
}
