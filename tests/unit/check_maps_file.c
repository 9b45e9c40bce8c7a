#include "base/maps_file.h"
#include "unit.h"

#include <check.h>
#include <string.h>
#include <sys/mman.h>

enum { PAGE_BYTES = 4096, ROOM = 64 * 1024 };

static char text[ROOM];

struct search {
    uint64_t address;
    struct maps_line found;
    unsigned lines;
    unsigned most; /* then it is enough */
};

static bool
look(const struct maps_line *line, void *context)
{
    struct search *search = context;

    if (search->address >= line->start && search->address < line->end) {
        search->found = *line;
        search->found.text = NULL;
    }
    return ++search->lines != search->most;
}

static struct search
search_for(const void *address)
{
    struct search search = { .address = (uint64_t)(uintptr_t)address };

    ck_assert(maps_file_read(text, sizeof text, look, &search));
    return search;
}

START_TEST(memory_without_a_file_is_told_from_that_of_one)
{
    char *own = mmap(NULL, PAGE_BYTES, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    struct maps_line line = search_for(own).found;

    ck_assert(line.readable && line.writable && line.is_private);
    ck_assert(!line.file);
    line = search_for((const void *)(uintptr_t)look).found;
    ck_assert(line.readable && !line.writable && line.file);
    munmap(own, PAGE_BYTES);
    ck_assert_uint_eq(search_for(own).found.end, 0);
}
END_TEST

START_TEST(shared_and_unreadable_memory_is_known)
{
    char *own =
        mmap(NULL, PAGE_BYTES, PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    struct maps_line line;

    ck_assert_int_eq(mprotect(own, PAGE_BYTES, PROT_NONE), 0);
    line = search_for(own).found;
    ck_assert_uint_eq(line.start, (uint64_t)(uintptr_t)own);
    ck_assert(!line.readable && !line.writable && !line.is_private);
    munmap(own, PAGE_BYTES);
}
END_TEST

START_TEST(it_stops_when_it_is_enough)
{
    struct search search = { .most = 3 };

    ck_assert(maps_file_read(text, sizeof text, look, &search));
    ck_assert_uint_eq(search.lines, 3);
}
END_TEST

START_TEST(a_small_buffer_has_room_for_a_line_at_a_time)
{
    struct search all = search_for(text), few = { .address = all.address };

    ck_assert(maps_file_read(text, 512, look, &few));
    ck_assert_uint_eq(few.lines, all.lines);
    ck_assert_uint_eq(few.found.start, all.found.start);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("maps_file");
    TCase *test = tcase_create("maps_file");

    tcase_add_test(test, memory_without_a_file_is_told_from_that_of_one);
    tcase_add_test(test, shared_and_unreadable_memory_is_known);
    tcase_add_test(test, it_stops_when_it_is_enough);
    tcase_add_test(test, a_small_buffer_has_room_for_a_line_at_a_time);
    suite_add_tcase(suite, test);
    return unit_run(suite);
}
