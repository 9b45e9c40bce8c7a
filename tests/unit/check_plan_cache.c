/*
 * What is kept of plans, and what is not taken from there.
 */
#include "patch/plan_cache.h"

#include "invented_image.h"
#include "unit.h"

#include <dirent.h>
#include <stdio.h>
#include <sys/stat.h>

static struct invented invented;
static char directory[] = "/tmp/check_plan_cache.XXXXXX", file[512];
static struct plan_cache cache;
static struct plan_request request;

static void
set_up(void)
{
    invent(&invented);
    strcpy(directory + sizeof directory - 7, "XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(directory));
    cache = (struct plan_cache){
        .directory = directory,
        .writer = { 1, 2, 3 },
        .writer_bytes = 3,
    };
    request = request_plan(&invented);
    request.file_digest = 12345;
    plan_invented(&invented);
}

static void
tear_down(void)
{
    char command[600];

    snprintf(command, sizeof command, "rm -rf %s", directory);
    ck_assert_int_eq(system(command), 0);
    forget(&invented);
}

static bool
load(void)
{
    struct plan plan;

    return plan_cache_load(&cache, &request, &invented.arena, &plan);
}

static void
keep(void)
{
    struct dirent *entry;
    DIR *listing;

    ck_assert(
        plan_cache_prove(&cache, &request, &invented.arena, &invented.plan));
    listing = opendir(directory);
    ck_assert_ptr_nonnull(listing);
    while ((entry = readdir(listing)) != NULL) {
        if (strstr(entry->d_name, ".plan") != NULL) {
            snprintf(file, sizeof file, "%s/%s", directory, entry->d_name);
        }
    }
    closedir(listing);
}

START_TEST(a_plan_that_is_kept_is_found_again)
{
    struct plan plan;

    ck_assert(!load());
    keep();
    ck_assert(plan_cache_load(&cache, &request, &invented.arena, &plan));
    ck_assert_uint_eq(plan.edit_count, invented.plan.edit_count);
    ck_assert_mem_eq(plan.edits, invented.plan.edits,
                     plan.edit_count * sizeof *plan.edits);
    ck_assert_mem_eq(plan.blob.bytes, invented.plan.blob.bytes, plan.blob.size);
}
END_TEST

START_TEST(a_plan_for_anything_else_is_not_taken)
{
    struct plan_entry entry = { VIRTUAL, 3, STUB_ENTRY_ALWAYS };

    keep();
    switch (_i) {
    case 0:
        request.file_digest++;
        break;
    case 1:
        cache.writer[1]++;
        break;
    case 2:
        request.shape.width = 4;
        break;
    case 3:
        request.entries = &entry;
        request.entry_count = 1;
        break;
    case 4:
        request.birth_variable = invented.image.start;
        break;
    default:
        ck_assert(load());
        return;
    }
    ck_assert(!load());
}
END_TEST

START_TEST(versions_that_count_in_other_ways_do_not_take_turns)
{
    keep();
    request.shape.width = 4;
    ck_assert(plan_build(&request, &invented.arena, &invented.plan));
    keep();
    ck_assert(load());
    request.shape.width = 8;
    ck_assert(load());
}
END_TEST

START_TEST(a_plan_with_any_other_bit_is_not_taken)
{
    struct stat status;
    int fd;

    keep();
    ck_assert_int_eq(stat(file, &status), 0);
    fd = open(file, O_RDWR);
    for (off_t at = 0; at < status.st_size; at++) {
        uint8_t byte, other;

        ck_assert_int_eq(pread(fd, &byte, 1, at), 1);
        other = byte ^ (uint8_t)(1u << at % 8);
        ck_assert_int_eq(pwrite(fd, &other, 1, at), 1);
        ck_assert_msg(!load(), "byte %ld", (long)at);
        ck_assert_int_eq(pwrite(fd, &byte, 1, at), 1);
    }
    ck_assert(load());
    ck_assert_int_eq(ftruncate(fd, status.st_size - 1), 0);
    ck_assert(!load());
    close(fd);
}
END_TEST

START_TEST(a_plan_that_others_may_write_is_not_taken)
{
    keep();
    ck_assert_int_eq(chmod(file, 0620), 0);
    ck_assert(!load());
}
END_TEST

START_TEST(a_folder_behind_a_link_is_not_used)
{
    char link[600];

    keep();
    snprintf(link, sizeof link, "%s/link", directory);
    ck_assert_int_eq(symlink(directory, link), 0);
    cache.directory = link;
    ck_assert(!load());
}
END_TEST

START_TEST(the_folder_of_somebody_else_is_not_used)
{
    keep();
    if (chown(directory, 65534, (gid_t)-1) != 0) {
        fprintf(stderr, "only root can give a folder away: not tried\n");
        return;
    }
    ck_assert(!load());
    ck_assert_int_eq(unlink(file), 0);
    plan_invented(&invented);
    ck_assert(
        plan_cache_prove(&cache, &request, &invented.arena, &invented.plan));
    ck_assert_int_ne(access(file, F_OK), 0);
}
END_TEST

START_TEST(a_plan_that_is_not_proved_is_not_kept)
{
    invented.plan.edits[1].address++;
    ck_assert(
        !plan_cache_prove(&cache, &request, &invented.arena, &invented.plan));
    ck_assert(!load());
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("plan_cache");
    TCase *all = tcase_create("all");

    tcase_add_checked_fixture(all, set_up, tear_down);
    tcase_add_test(all, a_plan_that_is_kept_is_found_again);
    tcase_add_loop_test(all, a_plan_for_anything_else_is_not_taken, 0, 6);
    tcase_add_test(all, versions_that_count_in_other_ways_do_not_take_turns);
    tcase_add_test(all, a_plan_with_any_other_bit_is_not_taken);
    tcase_add_test(all, a_plan_that_others_may_write_is_not_taken);
    tcase_add_test(all, a_folder_behind_a_link_is_not_used);
    tcase_add_test(all, the_folder_of_somebody_else_is_not_used);
    tcase_add_test(all, a_plan_that_is_not_proved_is_not_kept);
    suite_add_tcase(suite, all);
    return unit_run(suite);
}
