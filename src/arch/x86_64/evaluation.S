/*
 * evaluation - the entry of a watched function.
 *
 * A stub has pushed the function's stack pointer, its base pointer and the
 * site, and called here. Up to 3.10 each call of a Python function enters frame
 * evaluation, and each step of a generator up to 3.11. What function_entry does
 * for all watched functions is done here for the evaluator alone, when the
 * thread is that of the last event, the call around this one is live, and
 * nobody else wants to know: a tenth of the instructions. Everything else goes
 * on to entry_function_long.
 *
 * It may change those registers at the evaluator's entry that any call may
 * change and that hold none of its three arguments.
 */

#include "probe/event/offsets.h"

#define STEPS_MAX 16                    /* from frame to frame */
#define OF(what) quick_entry_path+QUICK_##what(%rip)

    .text
    .globl  entry_function
    .hidden entry_function
    .type   entry_function, @function
    .p2align 4
entry_function:
    .cfi_startproc
    pushq   %rax
    .cfi_adjust_cfa_offset 8
    movl    16(%rsp), %eax
    cmpq    OF(SITE), %rax
    jne     .Llong
    movl    recorder(%rip), %eax
    andl    $0xff00ffff, %eax           # recording, busy, checkpoints
    cmpl    $1, %eax
    jne     .Llong
    movq    recorder+RECORDER_THREAD(%rip), %r10     # the thread of the last event
    testq   %r10, %r10
    jz      .Llong
    movq    %fs:0x10, %r8
    cmpq    RECORD_ID(%r10), %r8
    jne     .Llong
    andq    OF(THREAD_MASK), %r8
    addq    OF(THREAD_VARIABLE), %r8
    movq    (%r8), %r8                  # the state that runs
    testq   %r8, %r8
    jz      .Llong
    cmpq    (%r10), %r8
    jne     .Llong
    movq    OF(COMPILER), %rax              # switched on?
    testq   %rax, %rax
    jz      1f
    movq    OF(INTERPRETER), %rcx
    addq    (%r8,%rcx), %rax
    cmpb    $0, (%rax)
    jne     .Llong
1:  movq    OF(INNERMOST), %rcx
    movq    (%r8,%rcx), %r8
    cmpl    $FORM_CHAIN, OF(FORM)
    je      .Lchain

    /* %r8: the innermost evaluation; %r9: the function's stack pointer */
.Lcalls:
    movq    32(%rsp), %r9
    movl    RECORD_COUNT(%r10), %eax
    cmpl    $ACTIVATIONS_MOST, %eax
    jae     .Llong
    movq    RECORD_ACTIVATIONS(%r10), %r11              # activations
    shlq    $6, %rax
    addq    %r11, %rax                  # behind the last one
    cmpl    $FORM_FRAME, OF(FORM)
    je      .Lframe

    /* An address in the C frame of its call. */
    cmpq    %r9, %r8
    jbe     .Llong
2:  cmpq    %r11, %rax
    je      .Llong
    cmpb    $0, ACTIVATION_SLOT-ACTIVATION_BYTES(%rax)               # an evaluator in the PEP 523 slot
    jne     .Llong
    movq    -ACTIVATION_BYTES(%rax), %rcx
    cmpq    %r9, %rcx
    jbe     3f
    cmpq    %rcx, %r8
    jb      .Lpush
3:  subq    $ACTIVATION_BYTES, %rax                   # returned
    jmp     2b

    /* The frame with which its call was entered. */
.Lframe:
    testq   %r8, %r8
    jz      .Llong
4:  cmpq    %r11, %rax
    je      .Llong
    cmpb    $0, ACTIVATION_SLOT-ACTIVATION_BYTES(%rax)
    jne     .Llong
    cmpq    %r9, -ACTIVATION_BYTES(%rax)
    jbe     5f
    cmpq    %r8, ACTIVATION_FRAME-ACTIVATION_BYTES(%rax)
    je      .Lpush
5:  subq    $ACTIVATION_BYTES, %rax
    jmp     4b

    /* The call around this one is live, and the one before %rax. */
.Lpush:
    subq    $1, watcher_pulse(%rip)
    js      .Llong
    movq    %r9, (%rax)
    movq    24(%rsp), %rcx
    movq    %rcx, ACTIVATION_BASE(%rax)               # base pointer
    movq    (%r9), %rcx
    movq    %rcx, ACTIVATION_RETURN(%rax)              # return address
    movq    %rsi, ACTIVATION_FRAME(%rax)              # frame
    movq    OF(CODE), %rcx
    movq    (%rsi,%rcx), %rcx
    andq    OF(CODE_MASK), %rcx
    movq    %rcx, ACTIVATION_CODE(%rax)
    movl    recorder+RECORDER_SERIAL(%rip), %ecx     # the serial of the last activation
    addl    $1, %ecx
    movl    %ecx, recorder+RECORDER_SERIAL(%rip)
    movl    $0, ACTIVATION_NODE(%rax)                # node
    movl    %ecx, ACTIVATION_SERIAL(%rax)
    movq    $0, ACTIVATION_SLOT(%rax)                # not of the slot, import, entry_depth
    subq    %r11, %rax
    shrq    $6, %rax
    addl    $1, %eax
    movl    %eax, RECORD_COUNT(%r10)
    addq    $1, OF(ENTRIES)
    .cfi_remember_state
    popq    %rax
    .cfi_adjust_cfa_offset -8
    ret
    .cfi_restore_state

    /* The first one among the frames that an evaluation keeps itself. */
.Lchain:
    movl    $STEPS_MAX, %eax
    movq    OF(OWNER), %rcx
    movq    OF(PREVIOUS), %r9
    movzbl  OF(OWNER_EVALUATION), %r11d
6:  testq   %r8, %r8
    jz      .Lcalls
    cmpb    %r11b, (%r8,%rcx)
    jae     .Lcalls
    movq    (%r8,%r9), %r8
    subl    $1, %eax
    jnz     6b

.Llong:
    popq    %rax
    .cfi_adjust_cfa_offset -8
    jmp     entry_function_long
    .cfi_endproc
    .size   entry_function, .-entry_function

    .section .note.GNU-stack, "", @progbits
