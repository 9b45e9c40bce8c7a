/* Which frames are evaluated in place of the one that an evaluator was given. */
#include "plain_store.h"
#include "probe/stack/python_stack.h"
#include "probe/stack/shadow_frame.h"
#include "unit.h"

#include <check.h>
#include <string.h>

enum {
    CPYTHON_3_11 = 0x030b00f0,
    BYTES = 512, /* of an object */
    GIVEN_AT = 3000,
    MADE_AT = 2000, /* words of the stack: where calls begin */
    FIRST_LINE = 12,
};

static uint64_t stack[4096], state[64], type[BYTES / 8];
static uint64_t given[BYTES / 8], made[BYTES / 8];
static uint64_t scale[BYTES / 8], rewritten[BYTES / 8], helper[BYTES / 8];
static uint64_t texts[3][BYTES / 8];
static struct activation calls[8];
static struct thread_record record;

static uint64_t
address(const void *at)
{
    return (uint64_t)(uintptr_t)at;
}

static void
make_text(uint64_t *text, const char *characters)
{
    const struct python_layout *layout = recorder.layout;
    uint8_t *bytes = (uint8_t *)text;
    uint32_t form =
        1u << layout->text.kind_shift | 1u << layout->text.compact_shift |
        1u << layout->text.ascii_shift |
        (layout->text.has_ready ? 1u << layout->text.ready_shift : 0);

    text[layout->object.type / 8] = address(type);
    text[layout->text.length / 8] = strlen(characters);
    memcpy(bytes + layout->text.state, &form, sizeof form);
    memcpy(bytes + layout->text.ascii_data, characters, strlen(characters));
}

static void
make_code(uint64_t *code, const uint64_t *name)
{
    const struct code_layout *layout = &recorder.layout->code;
    uint32_t line = FIRST_LINE;


    code[0] = 1; /* it is alive */
    code[layout->filename / 8] = address(texts[0]);
    code[layout->qualname / 8] = address(name);
    memcpy((uint8_t *)code + layout->first_line, &line, sizeof line);
}

static void
enter(int word, uint64_t *frame, const uint64_t *code, bool slot)
{
    frame[recorder.layout->frame.code / 8] = address(code);
    stack[word] = 0x400000 + (uint64_t)word;
    activation_enter(&record, address(&stack[word]), 0, address(frame), slot);
}

/* What is evaluated by whom was given a frame of `scale`. */
static uint32_t
evaluated(uint64_t *frame, const uint64_t *code)
{
    enter(GIVEN_AT, given, scale, true);
    python_stack_code(address(scale));
    enter(MADE_AT, frame, code, false);
    ck_assert_int_eq(record.count, 2);
    return shadow_frame_of(&record, 1);
}

static void
set_up(void)
{
    memset(&recorder, 0, sizeof recorder);
    recorder.layout = layout_find(CPYTHON_3_11, false);
    ck_assert_ptr_nonnull(recorder.layout);
    plain_store_make(&recorder.store);
    ck_assert(python_stack_init());
    record =
        (struct thread_record){ .state = address(state), .activations = calls };
    type[recorder.layout->type.flags / 8] = recorder.layout->type.flag_is_str;
    make_text(texts[0], "app.py");
    make_text(texts[1], "make.<locals>.scale");
    make_text(texts[2], "helper");
    make_code(scale, texts[1]);
    make_code(rewritten, texts[1]);
    make_code(helper, texts[2]);
}

static void
tear_down(void)
{
    plain_store_free(&recorder.store);
}

START_TEST(a_copy_of_the_frame_is_one_made_from_it)
{
    ck_assert_uint_eq(evaluated(made, scale),
                      python_stack_code(address(scale)));
    ck_assert_uint_ne(python_stack_code(address(scale)), 0);
}
END_TEST

START_TEST(so_is_a_frame_with_other_code_of_the_function)
{
    ck_assert_uint_eq(evaluated(made, rewritten),
                      python_stack_code(address(scale)));
    ck_assert_uint_ne(python_stack_code(address(scale)), 0);
}
END_TEST

START_TEST(the_frame_that_was_given_is_not)
{
    ck_assert_uint_eq(evaluated(given, scale), 0);
}
END_TEST

START_TEST(a_function_that_the_evaluator_calls_is_not)
{
    ck_assert_uint_eq(evaluated(made, helper), 0);
}
END_TEST

START_TEST(without_an_evaluator_nothing_is)
{
    enter(MADE_AT, made, scale, false);
    ck_assert_uint_eq(shadow_frame_of(&record, 0), 0);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("shadow_frame");
    TCase *frames = tcase_create("frames");

    tcase_add_checked_fixture(frames, set_up, tear_down);
    tcase_add_test(frames, a_copy_of_the_frame_is_one_made_from_it);
    tcase_add_test(frames, so_is_a_frame_with_other_code_of_the_function);
    tcase_add_test(frames, the_frame_that_was_given_is_not);
    tcase_add_test(frames, a_function_that_the_evaluator_calls_is_not);
    tcase_add_test(frames, without_an_evaluator_nothing_is);
    suite_add_tcase(suite, frames);
    return unit_run(suite);
}
