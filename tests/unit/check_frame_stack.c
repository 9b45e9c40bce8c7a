/*
 * An invented thread for each table: two frames of two code objects. Live
 * interpreters are compared in tests/coverage.
 */
#include "cpython/frame_stack.h"
#include "unit.h"

#include <check.h>
#include <string.h>

static const struct python_layout *const layouts[] = {
    &layout_3_9,  &layout_3_10, &layout_3_11, &layout_3_12,
    &layout_3_13, &layout_3_14, &layout_3_15,
};
enum { LAYOUTS = sizeof layouts / sizeof layouts[0] };

static const struct python_layout *layout;
static _Alignas(8) uint8_t thread[512], evaluation[64];
static _Alignas(8) uint8_t outer[256], inner[256], below[256];
static _Alignas(8) uint8_t outer_code[512], inner_code[512];
static _Alignas(8) uint8_t bytecode[128], table[128];

static uint64_t
at(const void *where)
{
    return (uintptr_t)where;
}

static void
store(uint8_t *where, uint64_t value, size_t bytes)
{
    memcpy(where, &value, bytes);
}

/* The instructions of a code object, inside it or in a bytes object. */
static void
set_bytecode(uint8_t *code, const uint8_t *bytes, size_t size)
{
    if (layout->code.bytecode_inline) {
        store(code + layout->object.size, size / 2, 8);
        memcpy(code + layout->code.bytecode, bytes, size);
        return;
    }
    store(bytecode + layout->object.size, size, 8);
    memcpy(bytecode + layout->text.bytes_data, bytes, size);
    store(code + layout->code.bytecode, at(bytecode), 8);
}

static void
set_instruction(uint8_t *frame, const uint8_t *code, int offset)
{
    uint8_t *field = frame + layout->frame.instruction;
    switch (layout->frame.instruction_form) {
    case INSTRUCTION_BYTES:
        store(field, (uint64_t)(int64_t)(offset < 0 ? -1 : offset), 4);
        break;
    case INSTRUCTION_UNITS:
        store(field, (uint64_t)(int64_t)(offset < 0 ? -1 : offset / 2), 4);
        break;
    default:
        store(field,
              at(code) + layout->code.bytecode + (uint64_t)(int64_t)offset, 8);
    }
}

static void
build(int which)
{
    layout = layouts[which];
    memset(thread, 0, sizeof thread);
    memset(below, 0, sizeof below);
    memset(evaluation, 0, sizeof evaluation);
    memset(outer, 0, sizeof outer);
    memset(inner, 0, sizeof inner);
    memset(outer_code, 0, sizeof outer_code);
    memset(inner_code, 0, sizeof inner_code);

    store(thread + layout->state.thread_id, 0x7f0012345678, 8);
    if (layout->state.has_evaluation) {
        store(thread + layout->state.evaluation, at(evaluation), 8);
    }
    if (layout->state.frame_in_evaluation) {
        store(evaluation + layout->state.evaluation_frame, at(inner), 8);
    }
    else {
        store(thread + layout->state.frame, at(inner), 8);
    }
    /* Where the address may have a tag it has one, and means the same. */
    store(outer + layout->frame.code, at(outer_code) | layout->frame.code_tag,
          8);
    store(inner + layout->frame.code, at(inner_code), 8);
    store(inner + layout->frame.previous, at(outer), 8);
    store(outer_code + layout->refcount.offset, 1, 8);
    store(inner_code + layout->refcount.offset, 1, 8);
    store(inner_code + layout->code.first_line, 12, 4);
    store(inner_code + layout->code.flags, 0x1f, 4);
    if (layout->code.bytecode_inline) {
        store(outer_code + layout->object.size, 50, 8);
        store(inner_code + layout->object.size, 50, 8);
    }
    set_instruction(outer, outer_code, 6);
    set_instruction(inner, inner_code, 20);
}

static uint8_t
number_of(const char *opcode)
{
    for (unsigned i = 0; i < 256; i++) {
        const char *name = layout->opcode_names[i];

        if (name != NULL && strcmp(name, opcode) == 0) {
            return (uint8_t)i;
        }
    }
    ck_abort_msg("no opcode %s", opcode);
}

START_TEST(walks_from_the_innermost_frame_outward)
{
    struct frame_position stack[4];

    build(_i);
    uint64_t here = at(thread);
    ck_assert_uint_eq(frame_stack_current_frame(layout, here), at(inner));
    ck_assert_uint_eq(frame_stack_walk(layout, here, stack, 4), 2);
    ck_assert_uint_eq(stack[0].frame, at(inner));
    ck_assert_uint_eq(stack[0].code, at(inner_code));
    ck_assert_uint_eq(stack[0].instruction, 20);
    ck_assert_uint_eq(stack[1].frame, at(outer));
    ck_assert_uint_eq(stack[1].code, at(outer_code));
    ck_assert_uint_eq(stack[1].instruction, 6);
}
END_TEST

START_TEST(stops_at_the_number_of_frames_asked_for)
{
    struct frame_position stack[2];

    build(_i);
    memset(stack, 0x77, sizeof stack);
    ck_assert_uint_eq(frame_stack_walk(layout, at(thread), stack, 1), 1);
    ck_assert_uint_eq(stack[1].frame, 0x7777777777777777);
    ck_assert_uint_eq(frame_stack_walk(layout, at(thread), stack, 0), 0);
}
END_TEST

START_TEST(a_thread_that_evaluates_nothing_has_no_frames)
{
    struct frame_position stack[2];

    build(_i);
    store(thread + layout->state.frame, 0, 8);
    store(evaluation + layout->state.evaluation_frame, 0, 8);
    if (layout->state.frame_in_evaluation) {
        ck_assert_uint_eq(frame_stack_walk(layout, at(thread), stack, 2), 0);
        store(thread + layout->state.evaluation, 0, 8);
    }
    ck_assert_uint_eq(frame_stack_walk(layout, at(thread), stack, 2), 0);
}
END_TEST

START_TEST(passes_over_the_frames_of_the_interpreter_itself)
{
    struct frame_position stack[4];
    uint8_t owner = layouts[_i]->frame.owner_evaluation;

    build(_i);
    if (owner == 0) {
        return;
    }
    store(inner + layout->frame.previous, at(below), 8);
    store(below + layout->frame.previous, at(outer), 8);
    store(below + layout->frame.code, at(outer_code), 8);
    store(below + layout->frame.owner, owner, 1);
    ck_assert_uint_eq(frame_stack_walk(layout, at(thread), stack, 4), 2);
    ck_assert_uint_eq(stack[1].frame, at(outer));
    if (!layout->state.has_evaluation) {
        ck_assert_uint_eq(frame_stack_innermost_evaluation(layout, at(thread)),
                          at(below));
    }
    /* Code whose lines can none of them be traced. */
    store(inner_code + layout->code.first_traceable, 50, 4);
    ck_assert_uint_eq(frame_stack_walk(layout, at(thread), stack, 4), 1);
    ck_assert_uint_eq(stack[0].frame, at(outer));
}
END_TEST

START_TEST(passes_over_a_frame_whose_code_is_being_freed)
{
    struct frame_position stack[4];

    build(_i);
    store(inner_code + layout->refcount.offset, 0, 8);
    ck_assert_uint_eq(frame_code(layout, at(inner)), 0);
    ck_assert_uint_eq(frame_stack_walk(layout, at(thread), stack, 4), 1);
    ck_assert_uint_eq(stack[0].code, at(outer_code));
    store(outer + layout->frame.code, 0, 8);
    ck_assert_uint_eq(frame_stack_walk(layout, at(thread), stack, 4), 0);
}
END_TEST

START_TEST(a_frame_before_its_first_instruction_stands_at_its_definition)
{
    struct frame_position stack[4];

    build(_i);
    set_instruction(inner, inner_code, -2);
    ck_assert_uint_eq(frame_stack_walk(layout, at(thread), stack, 4), 2);
    ck_assert_uint_eq(stack[0].instruction, FRAME_NOT_STARTED);
    ck_assert_uint_eq(frame_line(layout, at(inner_code), FRAME_NOT_STARTED,
                                 &(struct code_place){ 0 }),
                      12);
    ck_assert_ptr_null(frame_opcode(layout, at(inner_code), FRAME_NOT_STARTED,
                                    &(struct code_place){ 0 }));
}
END_TEST

START_TEST(knows_the_thread)
{
    build(_i);
    ck_assert_uint_eq(frame_stack_thread_id(layout, at(thread)),
                      0x7f0012345678);
    ck_assert_uint_eq(frame_stack_innermost_evaluation(layout, at(thread)),
                      layout->state.has_evaluation ? at(evaluation) : 0);
    ck_assert_uint_eq(code_first_line(layout, at(inner_code)), 12);
    ck_assert_uint_eq(code_flags(layout, at(inner_code)), 0x1f);
}
END_TEST

START_TEST(an_extended_argument_belongs_to_the_instruction_after_it)
{
    build(_i);
    const uint8_t bytes[] = {
        number_of("NOP"),          0, number_of("EXTENDED_ARG"), 1,
        number_of("EXTENDED_ARG"), 2, number_of("LOAD_CONST"),   3,
        number_of("RETURN_VALUE"), 0,
    };
    set_bytecode(inner_code, bytes, sizeof bytes);
    ck_assert_str_eq(
        frame_opcode(layout, at(inner_code), 0, &(struct code_place){ 0 }),
        "NOP");
    ck_assert_str_eq(
        frame_opcode(layout, at(inner_code), 2, &(struct code_place){ 0 }),
        "LOAD_CONST");
    ck_assert_str_eq(
        frame_opcode(layout, at(inner_code), 4, &(struct code_place){ 0 }),
        "LOAD_CONST");
    ck_assert_str_eq(
        frame_opcode(layout, at(inner_code), 6, &(struct code_place){ 0 }),
        "LOAD_CONST");
    ck_assert_str_eq(
        frame_opcode(layout, at(inner_code), 8, &(struct code_place){ 0 }),
        "RETURN_VALUE");
    ck_assert_ptr_null(
        frame_opcode(layout, at(inner_code), 10, &(struct code_place){ 0 }));
    ck_assert_ptr_null(
        frame_opcode(layout, at(inner_code), 10000, &(struct code_place){ 0 }));
}
END_TEST

START_TEST(an_inline_cache_belongs_to_its_instruction)
{
    /* PRECALL with one unit of cache, CALL with four: their contents are
       counters and addresses, which look like opcodes. */
    static const uint8_t bytes[] = { 166, 1, 150, 0, 171, 1,   1,  2,
                                     83,  0, 149, 9, 144, 144, 83, 0 };
    static const char *const names[] = { "PRECALL", "PRECALL",     "CALL",
                                         "CALL",    "CALL",        "CALL",
                                         "CALL",    "RETURN_VALUE" };

    build(2);
    set_bytecode(inner_code, bytes, sizeof bytes);
    for (uint32_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        ck_assert_str_eq(frame_opcode(layout, at(inner_code), i * 2,
                                      &(struct code_place){ 0 }),
                         names[i]);
    }
}
END_TEST

START_TEST(what_is_evaluated_together_takes_where_it_loads)
{
    build(_i);
    const uint8_t bytes[] = {
        number_of("STORE_FAST"), 0, number_of("LOAD_FAST"),  0,
        number_of("STORE_FAST"), 1, number_of("LOAD_CONST"), 3,
        number_of("STORE_FAST"), 2,
    };
    static const uint32_t taking[] = { 2, 2, 4, 6, 8 };

    set_bytecode(inner_code, bytes, sizeof bytes);
    for (uint32_t i = 0; i < sizeof taking / sizeof taking[0]; i++) {
        ck_assert_uint_eq(frame_taking(layout, at(inner_code), i * 2,
                                       &(struct code_place){ 0 }),
                          taking[i]);
    }
}
END_TEST

START_TEST(the_prologue_of_3_11_stands_at_the_definition)
{
    /* COPY_FREE_VARS without a line, RESUME on 12, NOP without a line. */
    static const uint8_t bytes[] = { 149, 2, 151, 0, 9, 0 };
    static const uint8_t lines[] = { 0xf8, 0xe8, 0, 0xf8 };

    build(2);
    set_bytecode(inner_code, bytes, sizeof bytes);
    store(inner_code + layout->code.first_traceable, 1, 4);
    store(inner_code + layout->code.line_table, at(table), 8);
    store(table + layout->object.size, sizeof lines, 8);
    memcpy(table + layout->text.bytes_data, lines, sizeof lines);
    ck_assert_uint_eq(
        frame_line(layout, at(inner_code), 0, &(struct code_place){ 0 }), 12);
    ck_assert_uint_eq(
        frame_line(layout, at(inner_code), 2, &(struct code_place){ 0 }), 12);
    ck_assert_uint_eq(
        frame_line(layout, at(inner_code), 4, &(struct code_place){ 0 }), 0);
    ck_assert_str_eq(
        frame_opcode(layout, at(inner_code), 0, &(struct code_place){ 0 }),
        "COPY_FREE_VARS");
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("frame_stack");
    TCase *tests = tcase_create("frame_stack");

    tcase_add_loop_test(tests, walks_from_the_innermost_frame_outward, 0,
                        LAYOUTS);
    tcase_add_loop_test(tests, stops_at_the_number_of_frames_asked_for, 0,
                        LAYOUTS);
    tcase_add_loop_test(tests, a_thread_that_evaluates_nothing_has_no_frames, 0,
                        LAYOUTS);
    tcase_add_loop_test(tests, passes_over_the_frames_of_the_interpreter_itself,
                        0, LAYOUTS);
    tcase_add_loop_test(tests, passes_over_a_frame_whose_code_is_being_freed, 0,
                        LAYOUTS);
    tcase_add_loop_test(
        tests, a_frame_before_its_first_instruction_stands_at_its_definition, 0,
        LAYOUTS);
    tcase_add_loop_test(tests, knows_the_thread, 0, LAYOUTS);
    tcase_add_loop_test(
        tests, an_extended_argument_belongs_to_the_instruction_after_it, 0,
        LAYOUTS);
    tcase_add_test(tests, an_inline_cache_belongs_to_its_instruction);
    tcase_add_loop_test(tests, what_is_evaluated_together_takes_where_it_loads,
                        0, LAYOUTS);
    tcase_add_test(tests, the_prologue_of_3_11_stands_at_the_definition);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
