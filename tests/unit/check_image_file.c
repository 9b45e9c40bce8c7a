/*
 * The file of an image against its memory, and plans where they differ.
 */
#include "invented_image.h"
#include "patch/apply.h"
#include "patch/image_file.h"
#include "unit.h"

#include <reftally/ledger_format.h>
#include <sys/stat.h>

static struct invented invented;
static char path[] = "/tmp/check_image_file.XXXXXX";

/* The image's file is what memory holds now. */
static void
set_up(void)
{
    int fd;

    invent(&invented);
    strcpy(path + sizeof path - 7, "XXXXXX");
    fd = mkstemp(path);
    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(write(fd, invented.memory, 2 * PAGE), 2 * PAGE);
    close(fd);
    strcpy(invented.image.path, path);
}

static void
tear_down(void)
{
    unlink(path);
    forget(&invented);
}

static enum image_file_state
compare(uint64_t *digest)
{
    return image_file_compare(&invented.image, &invented.arena, digest);
}

static void
change_file(off_t offset)
{
    int fd = open(path, O_WRONLY);

    ck_assert_int_eq(pwrite(fd, "?", 1, offset), 1);
    close(fd);
}

START_TEST(memory_that_is_the_file_is_planned_as_it_is)
{
    uint64_t digest;

    ck_assert_int_eq(compare(&digest), IMAGE_FILE_SAME);
    ck_assert_uint_eq(invented.image.code_shift, 0);
    plan_invented(&invented);
    ck_assert_uint_eq(invented.plan.edit_count, 2);
    ck_assert(plan_is_proved(&invented.plan));
}
END_TEST

START_TEST(the_digest_is_that_of_the_file_whatever_memory_holds)
{
    uint64_t before, then;

    ck_assert_int_eq(compare(&before), IMAGE_FILE_SAME);
    change_code(&invented, 20, 0xcc);
    ck_assert_int_eq(compare(&then), IMAGE_FILE_CHANGED);
    ck_assert_uint_eq(before, then);
    change_file(40);
    ck_assert_int_eq(compare(&then), IMAGE_FILE_CHANGED);
    ck_assert_uint_ne(before, then);
}
END_TEST

/* A breakpoint on a site, or on the instruction that would move with it. */
START_TEST(a_site_at_a_breakpoint_is_left_alone_and_others_are_not)
{
    static const size_t places[] = { 0, 4, 12 };
    struct apply_hooks hooks = { .first_site = 1 };
    struct applied applied;
    uint64_t digest;

    change_code(&invented, places[_i], 0xcc);
    ck_assert_int_eq(compare(&digest), IMAGE_FILE_CHANGED);
    plan_invented(&invented);
    ck_assert_int_eq(invented.plan.sites[0].tactic, TACTIC_NONE);
    ck_assert_int_eq(invented.plan.sites[0].leave, LEDGER_LEAVE_CHANGED);
    ck_assert_int_eq(invented.plan.sites[1].tactic, TACTIC_FORWARD);
    ck_assert(plan_is_proved(&invented.plan));
    ck_assert_int_eq(
        apply_plan(&invented.plan, &invented.image, &hooks, &applied),
        APPLY_DONE);
    ck_assert_uint_eq(invented.memory[places[_i]], 0xcc);
    ck_assert_uint_eq(invented.memory[FAR], 0xe9);
}
END_TEST

START_TEST(a_breakpoint_set_after_the_comparison_is_seen)
{
    struct apply_hooks hooks = { .first_site = 1 };
    struct applied applied;
    uint64_t digest;

    ck_assert_int_eq(compare(&digest), IMAGE_FILE_SAME);
    plan_invented(&invented);
    change_code(&invented, 4, 0xcc);
    ck_assert_int_eq(
        apply_plan(&invented.plan, &invented.image, &hooks, &applied),
        APPLY_OTHER_BYTES);
    ck_assert_mem_eq(invented.memory, invented_site, 4);
}
END_TEST

START_TEST(another_file_is_not_taken_for_it)
{
    uint64_t digest;

    change_file(BUILD_ID_AT);
    ck_assert_int_eq(compare(&digest), IMAGE_FILE_OTHER);
}
END_TEST

START_TEST(a_file_that_is_gone_or_cut_is_none)
{
    uint64_t digest;

    ck_assert_int_eq(truncate(path, PAGE - 1), 0);
    ck_assert_int_eq(compare(&digest), IMAGE_FILE_OTHER);
    unlink(path);
    ck_assert_int_eq(compare(&digest), IMAGE_FILE_OTHER);
    ck_assert_int_eq(mkfifo(path, 0600), 0);
    ck_assert_int_eq(compare(&digest), IMAGE_FILE_OTHER);
}
END_TEST

START_TEST(without_an_identity_every_byte_must_agree)
{
    uint64_t digest;

    invented.image.build_id_bytes = 0;
    ck_assert_int_eq(compare(&digest), IMAGE_FILE_SAME);
    change_code(&invented, 20, 0xcc);
    ck_assert_int_eq(compare(&digest), IMAGE_FILE_OTHER);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("image_file");
    TCase *all = tcase_create("all");

    tcase_add_checked_fixture(all, set_up, tear_down);
    tcase_add_test(all, memory_that_is_the_file_is_planned_as_it_is);
    tcase_add_test(all, the_digest_is_that_of_the_file_whatever_memory_holds);
    tcase_add_loop_test(
        all, a_site_at_a_breakpoint_is_left_alone_and_others_are_not, 0, 3);
    tcase_add_test(all, a_breakpoint_set_after_the_comparison_is_seen);
    tcase_add_test(all, another_file_is_not_taken_for_it);
    tcase_add_test(all, a_file_that_is_gone_or_cut_is_none);
    tcase_add_test(all, without_an_identity_every_byte_must_agree);
    suite_add_tcase(suite, all);
    return unit_run(suite);
}
