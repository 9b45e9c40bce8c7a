/* Paths through stacks that are words of an array. */
#include "ledger/slots.h"
#include "plain_store.h"
#include "probe/stack/native_stack.h"
#include "unit.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

enum {
    SITE = 1,
    FRAMES = 512,
    FRAME_BYTES = 32,
    STACK_BYTES = 4 * FRAMES * FRAME_BYTES,
    SLOTS = 1 << 14,
    RETURN = 0x1234,
};

static uint64_t words[STACK_BYTES / sizeof(uint64_t)];
static struct stack_check checks[FRAMES];
static uint32_t *native, *python;
static struct thread_record thread;

static uint64_t *
return_slot(size_t frame)
{
    return &words[frame * FRAME_BYTES / sizeof *words];
}

static struct stack_start
start_of(uint64_t extent)
{
    uint64_t stack_pointer = (uint64_t)(uintptr_t)words;

    return (struct stack_start){ .pc = 0x400000,
                                 .stack_pointer = stack_pointer,
                                 .limit = stack_pointer + extent };
}

static void
set_up(void)
{
    plain_store_make(&recorder.store);
    native = calloc(SLOTS, sizeof *native);
    python = calloc(SLOTS, sizeof *python);
    recorder.tree = (struct stack_tree){ .store = &recorder.store };
    slots_init(&recorder.tree.native, native, SLOTS - 1);
    slots_init(&recorder.tree.python, python, SLOTS - 1);
    ck_assert(native_stack_init());
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        words[i] = RETURN;
    }
    for (uint32_t i = 0; i < FRAMES; i++) {
        checks[i] =
            (struct stack_check){ i * FRAME_BYTES, STACK_CHECK_RETURN, RETURN };
    }
}

static void
tear_down(void)
{
    free(native);
    free(python);
    plain_store_free(&recorder.store);
}

/* Learned as native_walk does when it has as many frames as are wanted. */
static void
learn_deep(void)
{
    struct stack_start start = start_of(STACK_EXTENT_DEEP);

    native_stack_learn(&start, checks, FRAMES, true);
}

static bool
find(uint64_t extent, uint32_t *tag)
{
    struct stack_start start = start_of(extent);

    return native_stack_tag(&thread, -1, SITE, &start, tag);
}

START_TEST(a_deep_stack_is_known_at_every_depth)
{
    uint32_t one, other;

    learn_deep();
    ck_assert(find(FRAMES * FRAME_BYTES + FRAME_BYTES, &one));
    ck_assert(find(3 * FRAMES * FRAME_BYTES, &other));
    ck_assert_uint_eq(one, other);
    ck_assert_uint_ne(one, 0);
}
END_TEST

START_TEST(a_path_that_is_not_deep_is_known_at_one_depth)
{
    struct stack_start start = start_of(FRAMES * FRAME_BYTES);
    uint32_t tag;

    native_stack_learn(&start, checks, FRAMES, false);
    ck_assert(find(FRAMES * FRAME_BYTES, &tag));
    ck_assert(!find(3 * FRAMES * FRAME_BYTES, &tag));
}
END_TEST

START_TEST(nothing_is_read_beyond_the_limit_of_a_stack)
{
    uint32_t tag;

    learn_deep();
    ck_assert(!find((FRAMES - 1) * FRAME_BYTES, &tag));
}
END_TEST

START_TEST(another_caller_is_another_deep_stack)
{
    uint32_t tag;

    learn_deep();
    *return_slot(FRAMES - 1) = RETURN + 1;
    ck_assert(!find(3 * FRAMES * FRAME_BYTES, &tag));
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("native_stack");
    TCase *tests = tcase_create("native_stack");

    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, a_deep_stack_is_known_at_every_depth);
    tcase_add_test(tests, a_path_that_is_not_deep_is_known_at_one_depth);
    tcase_add_test(tests, nothing_is_read_beyond_the_limit_of_a_stack);
    tcase_add_test(tests, another_caller_is_another_deep_stack);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
