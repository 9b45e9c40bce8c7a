/* What is part of a loop, in the bytecode of each version. */
#include "cpython/code_loop.h"

#include <check.h>

#include "bytecode.h"
#include "unit.h"

static bool
in_loop(uint32_t instruction)
{
    return code_loop_has(layout, (uintptr_t)code, instruction,
                         &(struct code_place){ 0 });
}

/* At the end of the code, to that place. */
static void
jump_back(uint32_t to)
{
    bool relative = layout->frame.instruction_form == INSTRUCTION_POINTER;
    uint32_t at = add(relative ? "JUMP_BACKWARD" : "JUMP_ABSOLUTE");

    set_argument(at, relative ? (uint32_t)(size - to) / 2
                     : layout->frame.instruction_form == INSTRUCTION_UNITS
                         ? to / 2
                         : to);
}

START_TEST(a_loop_has_what_it_goes_back_over)
{
    uint32_t before, first, last, behind;

    begin(_i);
    before = add("LOAD_CONST");
    first = add("FOR_ITER");
    last = add("STORE_FAST");
    jump_back(first);
    behind = add("LOAD_CONST");
    add("RETURN_VALUE");
    ck_assert(!in_loop(before));
    ck_assert(in_loop(first));
    ck_assert(in_loop(last));
    ck_assert(!in_loop(behind));
    ck_assert(!in_loop(FRAME_NOT_STARTED));
}
END_TEST

START_TEST(what_only_jumps_forward_is_none)
{
    uint32_t jump;

    begin(_i);
    add("LOAD_CONST");
    jump = add("JUMP_FORWARD");
    set_argument(jump, 1);
    add("LOAD_CONST");
    add("RETURN_VALUE");
    ck_assert(!in_loop(0));
    ck_assert(!in_loop(jump));
}
END_TEST

START_TEST(what_waits_for_a_result_is_none)
{
    uint32_t jump;

    begin(_i);
    if (layout->frame.instruction_form != INSTRUCTION_POINTER) {
        return; /* there is no such jump */
    }
    add("LOAD_CONST");
    jump = add("JUMP_BACKWARD_NO_INTERRUPT");
    set_argument(jump, (uint32_t)size / 2);
    add("RETURN_VALUE");
    ck_assert(!in_loop(0));
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("code_loop");
    TCase *tests = tcase_create("code_loop");

    tcase_add_loop_test(tests, a_loop_has_what_it_goes_back_over, 0, LAYOUTS);
    tcase_add_loop_test(tests, what_only_jumps_forward_is_none, 0, LAYOUTS);
    tcase_add_loop_test(tests, what_waits_for_a_result_is_none, 0, LAYOUTS);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
