/*
 * interpose - functions of libc that the library hears of before they run
 * (exports.c).
 *
 * Arguments are kept, and the stack is as the caller's call left it: some of
 * them ask who called.
 */

#include "arch/x86_64/push_pop.inc"

    .macro interpose name
    .globl  \name
    .type   \name, @function
    .p2align 4
\name:
    .cfi_startproc
    push_register rdi
    push_register rsi
    push_register rdx
    push_register rcx
    push_register r8
    push_register r9
    push_register rax
    call    exports_before_\name
    pop_register rax
    pop_register r9
    pop_register r8
    pop_register rcx
    pop_register rdx
    pop_register rsi
    pop_register rdi
    jmp     *exports_real_\name(%rip)
    .cfi_endproc
    .size   \name, .-\name
    .endm

    .text
    interpose dlsym
    interpose dlopen
    interpose prctl
    interpose syscall

    .section .note.GNU-stack, "", @progbits
