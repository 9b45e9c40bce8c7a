/* What is kept of an instruction, instruction by instruction. */
#include "arch/decode.h"
#include "unit.h"

#include <check.h>

enum { ADDRESS = 0x1000 };

static struct instruction
decode(const char *bytes, size_t size)
{
    struct instruction instruction;

    ck_assert(decode_instruction((const uint8_t *)bytes, size, ADDRESS,
                                 &instruction));
    ck_assert_uint_eq(instruction.length, size);
    return instruction;
}

/* A string of bytes and its length, without the terminator. */
#define DECODE(text) decode(text, sizeof(text) - 1)

static uint32_t
bit(unsigned number)
{
    return 1u << number;
}

START_TEST(steps_of_memory_have_a_signed_amount)
{
    struct instruction one = DECODE("\x48\x83\x07\x01"); /* addq $1,(%rdi) */

    ck_assert_int_eq(one.form, FORM_ADD_IMMEDIATE);
    ck_assert_int_eq(one.amount, 1);
    ck_assert_int_eq(one.width, 8);
    ck_assert_int_eq(one.memory.base, REGISTER_RDI);
    ck_assert_int_eq(one.memory.index, REGISTER_NONE);
    one = DECODE("\x48\x83\x2f\x01"); /* subq $1,(%rdi) */
    ck_assert_int_eq(one.form, FORM_ADD_IMMEDIATE);
    ck_assert_int_eq(one.amount, -1);
    one = DECODE("\x48\xff\x00"); /* incq (%rax) */
    ck_assert_int_eq(one.amount, 1);
    one = DECODE("\x48\xff\x4b\x08"); /* decq 8(%rbx) */
    ck_assert_int_eq(one.form, FORM_ADD_IMMEDIATE);
    ck_assert_int_eq(one.amount, -1);
    ck_assert_int_eq(one.memory.displacement, 8);
    one = DECODE("\x83\x07\x01"); /* addl $1,(%rdi) */
    ck_assert_int_eq(one.width, 4);
}
END_TEST

START_TEST(registers_are_numbered_as_in_the_encoding)
{
    struct instruction one = DECODE("\x49\x83\x2c\x24\x01"); /* ... (%r12) */

    ck_assert_int_eq(one.memory.base, 12);
    one = DECODE("\x48\x83\x04\xc8\x01"); /* addq $1,(%rax,%rcx,8) */
    ck_assert_int_eq(one.memory.base, REGISTER_RAX);
    ck_assert_int_eq(one.memory.index, REGISTER_RCX);
    ck_assert_int_eq(one.memory.scale, 8);
    ck_assert_uint_eq(one.reads & 0xffff,
                      bit(REGISTER_RAX) | bit(REGISTER_RCX));
}
END_TEST

START_TEST(steps_by_a_register_name_it)
{
    struct instruction one = DECODE("\x48\x01\x30"); /* add %rsi,(%rax) */

    ck_assert_int_eq(one.form, FORM_ADD_REGISTER);
    ck_assert_int_eq(one.register_, REGISTER_RSI);
    one = DECODE("\x48\x29\x0a"); /* sub %rcx,(%rdx) */
    ck_assert_int_eq(one.form, FORM_SUB_REGISTER);
    ck_assert_int_eq(one.register_, REGISTER_RCX);
}
END_TEST

START_TEST(loads_moves_and_stores_are_told_apart)
{
    struct instruction one = DECODE("\x48\x8b\x07"); /* mov (%rdi),%rax */

    ck_assert_int_eq(one.form, FORM_LOAD);
    ck_assert_int_eq(one.register_, REGISTER_RAX);
    one = DECODE("\x48\x89\x10"); /* mov %rdx,(%rax) */
    ck_assert_int_eq(one.form, FORM_STORE_REGISTER);
    ck_assert_int_eq(one.register_, REGISTER_RDX);
    one = DECODE("\x48\xc7\x00\x01\0\0\0"); /* movq $1,(%rax) */
    ck_assert_int_eq(one.form, FORM_STORE_IMMEDIATE);
    ck_assert_int_eq(one.amount, 1);
    one = DECODE("\x48\x89\xc1"); /* mov %rax,%rcx */
    ck_assert_int_eq(one.form, FORM_MOVE);
    ck_assert_int_eq(one.register_, REGISTER_RCX);
    ck_assert_int_eq(one.source, REGISTER_RAX);
}
END_TEST

START_TEST(lea_of_a_register_is_an_adjustment)
{
    struct instruction one = DECODE("\x48\x8d\x50\x01"); /* lea 1(%rax),%rdx */

    ck_assert_int_eq(one.form, FORM_ADJUST);
    ck_assert_int_eq(one.register_, REGISTER_RDX);
    ck_assert_int_eq(one.source, REGISTER_RAX);
    ck_assert_int_eq(one.amount, 1);
    one = DECODE("\x48\x83\xc2\xfe"); /* add $-2,%rdx */
    ck_assert_int_eq(one.form, FORM_ADJUST);
    ck_assert_int_eq(one.source, REGISTER_RDX);
    ck_assert_int_eq(one.amount, -2);
    one = DECODE("\x48\x01\xc8"); /* add %rcx,%rax */
    ck_assert_int_eq(one.form, FORM_COMBINE);
}
END_TEST

START_TEST(constants_are_known_and_read_nothing)
{
    struct instruction one = DECODE("\x31\xc0"); /* xor %eax,%eax */

    ck_assert_int_eq(one.form, FORM_CONSTANT);
    ck_assert_int_eq(one.amount, 0);
    ck_assert(!(one.reads & bit(REGISTER_RAX)));
    ck_assert(one.writes & bit(REGISTER_RAX));
    one = DECODE("\xb8\x01\0\0\0"); /* mov $1,%eax */
    ck_assert_int_eq(one.form, FORM_CONSTANT);
    ck_assert_int_eq(one.amount, 1);
    /* movabs: does not fit into an amount */
    one = DECODE("\x48\xb8\xf0\xde\xbc\x9a\x78\x56\x34\x12");
    ck_assert_int_ne(one.form, FORM_CONSTANT);
    ck_assert(one.writes & bit(REGISTER_RAX));
}
END_TEST

START_TEST(a_test_of_a_register_alone_says_which)
{
    struct instruction one = DECODE("\x48\x85\xff"); /* test %rdi,%rdi */

    ck_assert_int_eq(one.asked, REGISTER_RDI);
    ck_assert(!one.asked_byte);
    ck_assert_uint_eq(one.asked_bits, 0);
    one = DECODE("\x45\x84\xc0"); /* test %r8b,%r8b */
    ck_assert_int_eq(one.asked, REGISTER_R8);
    ck_assert(one.asked_byte);
    one = DECODE("\x48\x85\xf7"); /* test %rsi,%rdi */
    ck_assert_int_eq(one.asked, REGISTER_NONE);
    one = DECODE("\x84\xe4"); /* test %ah,%ah: not the lowest byte */
    ck_assert_int_eq(one.asked, REGISTER_NONE);
    one = DECODE("\x66\x85\xc0"); /* test %ax,%ax */
    ck_assert_int_eq(one.asked, REGISTER_NONE);
}
END_TEST

START_TEST(a_test_of_some_bits_says_which)
{
    struct instruction one = DECODE("\xa8\x80"); /* test $0x80,%al */

    ck_assert_int_eq(one.asked, REGISTER_RAX);
    ck_assert(one.asked_byte);
    ck_assert_uint_eq(one.asked_bits, 0x80);
    one = DECODE("\xf7\xc1\0\0\0\x80"); /* test $0x80000000,%ecx */
    ck_assert_int_eq(one.asked, REGISTER_RCX);
    ck_assert(!one.asked_byte);
    ck_assert_uint_eq(one.asked_bits, 0x80000000);
    one = DECODE("\x48\xf7\xc1\0\0\0\x80"); /* ... of all of %rcx */
    ck_assert_int_eq(one.asked, REGISTER_NONE);
    one = DECODE("\xf6\x07\x01"); /* testb $1,(%rdi) */
    ck_assert_int_eq(one.asked, REGISTER_NONE);
}
END_TEST

START_TEST(what_is_pushed_is_known_when_it_is_a_register)
{
    struct instruction one = DECODE("\x41\x54"); /* push %r12 */

    ck_assert_int_eq(one.pushed, REGISTER_R12);
    one = DECODE("\x6a\x00"); /* push $0 */
    ck_assert_int_eq(one.pushed, REGISTER_NONE);
}
END_TEST

START_TEST(what_moves_the_stack_pointer_says_how_far)
{
    ck_assert_int_eq(DECODE("\x41\x54").lowers, 8); /* push %r12 */
    ck_assert_int_eq(DECODE("\xff\x74\x24\x30").lowers,
                     8);                            /* push 0x30(%rsp) */
    ck_assert_int_eq(DECODE("\x6a\x00").lowers, 8); /* push $0 */
    ck_assert_int_eq(DECODE("\x5b").lowers, -8);    /* pop %rbx */
    ck_assert_int_eq(DECODE("\x48\x83\xec\x28").lowers,
                     0x28); /* sub $0x28,%rsp */
    ck_assert_int_eq(DECODE("\x48\x8d\x64\x24\x10").lowers,
                     -0x10); /* lea 0x10(%rsp),%rsp */
    ck_assert_int_eq(DECODE("\x48\x8d\x65\xd8").lowers,
                     0); /* lea -0x28(%rbp),%rsp */
    ck_assert_int_eq(DECODE("\x48\x83\xeb\x08").lowers, 0); /* sub $8,%rbx */
}
END_TEST

START_TEST(locked_steps_are_no_form)
{
    struct instruction one = DECODE("\xf0\x48\x83\x07\x01");

    ck_assert_int_eq(one.form, FORM_OTHER);
}
END_TEST

START_TEST(segments_are_no_plain_address)
{
    struct instruction one = DECODE("\x64\x48\xff\x00"); /* incq %fs:(%rax) */

    ck_assert_int_eq(one.memory.base, REGISTER_OTHER);
}
END_TEST

START_TEST(addresses_relative_to_rip_have_a_target_and_a_field)
{
    /* addq $1,0x1234(%rip): an immediate follows the field */
    struct instruction one = DECODE("\x48\x83\x05\x34\x12\0\0\x01");

    ck_assert_int_eq(one.memory.base, REGISTER_RIP);
    ck_assert_uint_eq(one.target, ADDRESS + 8 + 0x1234);
    ck_assert_uint_eq(one.displacement_offset, 3);
    ck_assert(one.movable);
}
END_TEST

START_TEST(branches_have_targets)
{
    struct instruction one = DECODE("\x75\x9d"); /* jne */

    ck_assert_int_eq(one.flow, FLOW_BRANCH);
    ck_assert_uint_eq(one.condition, 5);
    ck_assert_uint_eq(one.target, ADDRESS + 2 - 0x63);
    ck_assert_uint_eq(one.branch_offset, 1);
    ck_assert_uint_eq(one.branch_bytes, 1);
    ck_assert(one.movable);
    one = DECODE("\x0f\x85\x00\x10\0\0"); /* jne, far enough for four bytes */
    ck_assert_uint_eq(one.target, ADDRESS + 6 + 0x1000);
    ck_assert_uint_eq(one.branch_bytes, 4);
    one = DECODE("\xe9\x00\x10\0\0"); /* jmp */
    ck_assert_int_eq(one.flow, FLOW_JUMP);
    ck_assert_uint_eq(one.target, ADDRESS + 5 + 0x1000);
    ck_assert(one.movable);
    one = DECODE("\xff\xe0"); /* jmp *%rax */
    ck_assert_int_eq(one.flow, FLOW_JUMP_INDIRECT);
    one = DECODE("\xff\x50\x30"); /* call *0x30(%rax) */
    ck_assert_int_eq(one.flow, FLOW_CALL_INDIRECT);
    one = DECODE("\xc3");
    ck_assert_int_eq(one.flow, FLOW_RETURN);
    one = DECODE("\x0f\x0b"); /* ud2 */
    ck_assert_int_eq(one.flow, FLOW_STOP);
}
END_TEST

START_TEST(what_knows_its_own_address_stays)
{
    ck_assert(!DECODE("\xe8\x00\x10\0\0").movable);      /* call */
    ck_assert(!DECODE("\xff\x50\x30").movable);          /* call *0x30(%rax) */
    ck_assert(!DECODE("\xe3\x02").movable);              /* jrcxz */
    ck_assert(!DECODE("\xe2\x02").movable);              /* loop */
    ck_assert(!DECODE("\xf3\x0f\x1e\xfa").movable);      /* endbr64 */
    ck_assert(!DECODE("\x0f\x05").movable);              /* syscall */
    ck_assert(!DECODE("\x0f\x0b").movable);              /* ud2 */
    ck_assert(DECODE("\x48\x8d\x3d\x10\0\0\0").movable); /* lea 16(%rip) */
}
END_TEST

START_TEST(narrow_and_conditional_writes_keep_the_old_value_alive)
{
    struct instruction one = DECODE("\xb0\x01"); /* mov $1,%al */

    ck_assert(!(one.writes & bit(REGISTER_RAX)));
    ck_assert(one.touches & bit(REGISTER_RAX));
    ck_assert(one.reads & bit(REGISTER_RAX));
    one = DECODE("\x48\x0f\x44\xd0"); /* cmove %rax,%rdx */
    ck_assert(!(one.writes & bit(REGISTER_RDX)));
    ck_assert(one.reads & bit(REGISTER_RDX));
    one = DECODE("\x0f\x95\xc0"); /* setne %al */
    ck_assert(!(one.writes & bit(REGISTER_RAX)));
}
END_TEST

START_TEST(flags_are_resources)
{
    struct instruction one = DECODE("\x48\x83\x07\x01"); /* addq */

    ck_assert_uint_eq(one.writes & RESOURCE_FLAGS, RESOURCE_FLAGS);
    ck_assert_uint_eq(one.reads & RESOURCE_FLAGS, 0);
    one = DECODE("\x48\xff\x00"); /* incq leaves the carry alone */
    ck_assert_uint_eq(one.writes & RESOURCE_FLAGS,
                      RESOURCE_FLAGS & ~(uint32_t)RESOURCE_CARRY);
    one = DECODE("\x48\x83\xd0\x00"); /* adc */
    ck_assert(one.reads & RESOURCE_CARRY);
    one = DECODE("\x75\x9d"); /* jne */
    ck_assert(one.reads & RESOURCE_FLAGS);
    ck_assert_uint_eq(one.writes & RESOURCE_FLAGS, 0);
    one = DECODE("\x48\xd3\xe0"); /* shl %cl: by zero it leaves them alone */
    ck_assert_uint_eq(one.writes & RESOURCE_FLAGS, 0);
    one = DECODE("\x9c"); /* pushf reads them all */
    ck_assert_uint_eq(one.reads & RESOURCE_FLAGS, RESOURCE_FLAGS);
    one = DECODE("\x48\x89\x10"); /* mov */
    ck_assert_uint_eq((one.reads | one.writes) & RESOURCE_FLAGS, 0);
}
END_TEST

START_TEST(half_an_instruction_is_none)
{
    struct instruction one;

    ck_assert(
        !decode_instruction((const uint8_t *)"\x48\x83\x07", 3, ADDRESS, &one));
    ck_assert(!decode_instruction((const uint8_t *)"\x06", 1, ADDRESS, &one));
}
END_TEST

START_TEST(what_may_be_an_address_is_found)
{
    struct instruction one;

    ck_assert(decode_instruction((const uint8_t *)"\x48\x8d\x3d\x10\0\0\0", 7,
                                 ADDRESS, &one));
    ck_assert_uint_eq(one.names, ADDRESS + 7 + 16);
    ck_assert(decode_instruction((const uint8_t *)"\xbf\x34\x12\x40\0", 5,
                                 ADDRESS, &one)); /* mov $0x401234,%edi */
    ck_assert_uint_eq(one.names, 0x401234);
    ck_assert(
        decode_instruction((const uint8_t *)"\x75\x10", 2, ADDRESS, &one));
    ck_assert_uint_eq(one.target, ADDRESS + 2 + 16);
    ck_assert_uint_eq(one.names, 0);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("decode");
    TCase *tests = tcase_create("decode");

    tcase_add_test(tests, steps_of_memory_have_a_signed_amount);
    tcase_add_test(tests, registers_are_numbered_as_in_the_encoding);
    tcase_add_test(tests, steps_by_a_register_name_it);
    tcase_add_test(tests, loads_moves_and_stores_are_told_apart);
    tcase_add_test(tests, lea_of_a_register_is_an_adjustment);
    tcase_add_test(tests, constants_are_known_and_read_nothing);
    tcase_add_test(tests, a_test_of_a_register_alone_says_which);
    tcase_add_test(tests, a_test_of_some_bits_says_which);
    tcase_add_test(tests, what_is_pushed_is_known_when_it_is_a_register);
    tcase_add_test(tests, what_moves_the_stack_pointer_says_how_far);
    tcase_add_test(tests, locked_steps_are_no_form);
    tcase_add_test(tests, segments_are_no_plain_address);
    tcase_add_test(tests, addresses_relative_to_rip_have_a_target_and_a_field);
    tcase_add_test(tests, branches_have_targets);
    tcase_add_test(tests, what_knows_its_own_address_stays);
    tcase_add_test(tests,
                   narrow_and_conditional_writes_keep_the_old_value_alive);
    tcase_add_test(tests, flags_are_resources);
    tcase_add_test(tests, half_an_instruction_is_none);
    tcase_add_test(tests, what_may_be_an_address_is_found);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
