/*
 * entry - where stubs come in.
 *
 * A stub has pushed the address of the operand, an amount or register value
 * and the site's word (stub.h), and called here through its pool's thunk.
 * Only general registers are saved on the fast path: the handlers are compiled
 * to use no others. When a handler asks for it, everything is saved and the
 * slow handler runs on a stack of its own, because it needs more room than a
 * host's thread may have left.
 */

#define SLOW_STACK_BYTES 262144
#define SAVE_AREA_BYTES 4096
#define SAVE_MASK 0xe7      /* x87, SSE, AVX, AVX-512 */

#include "arch/x86_64/push_pop.inc"
#include "probe/event/offsets.h"

#define OF(what) entry_count_path+what(%rip)

    .text

    .macro push_clobbered
    push_register rax
    push_register rcx
    push_register rdx
    push_register rsi
    push_register rdi
    push_register r8
    push_register r9
    push_register r10
    push_register r11
    .endm

    .macro pop_clobbered
    pop_register r11
    pop_register r10
    pop_register r9
    pop_register r8
    pop_register rdi
    pop_register rsi
    pop_register rdx
    pop_register rcx
    pop_register rax
    .endm

/* The count in the register that is stored, in %rax; uses %cl. */
    .macro stored_count
    movq    48(%rsp), %rax
    cmpb    $8, SITE_WIDTH(%rsi)                # bytes written
    je      .Lwhole\@
    movl    %eax, %eax
.Lwhole\@:
    testq   %rax, OF(ALWAYS_ZERO) # no count: a free list's link
    jnz     .Lchange
    movb    OF(COUNT_UNUSED), %cl
    shlq    %cl, %rax
    sarq    %cl, %rax
    .endm

/* One less of its kind is alive. Leaves its slot of the index in %rcx; uses
 * %rax. */
    .macro died
    movq    %rdx, %rcx
    movq    OF(DIRECTORY), %rax
    shrq    $16, %rcx
    movl    (%rax,%rcx,4), %ecx         # index page
    movzwl  %dx, %eax
    shlq    $16, %rcx
    addq    %rax, %rcx
    shlq    $2, %rcx
    addq    OF(PAGES), %rcx
    movl    (%rcx), %eax
    andl    $0x7fffffff, %eax           # without ACCOUNT_INDEX_KIND
    jz      .Lnone\@
    imulq   $KIND_BYTES, %rax, %rax
    addq    OF(KINDS), %rax
    subq    $1, KIND_ALIVE(%rax)
.Lnone\@:
    .endm

/*
 * The common case in as few instructions as possible: a known object gets one
 * more or one less reference, from the thread that had the last change, has the
 * count that was expected, and lives on. Its account is counted up, and nothing
 * else is recorded. Everything else jumps to .Lchange, with four registers
 * pushed. With \resting only accounts that rest are counted, and only while the
 * count stays within their limits. With \counted the map of the address space
 * has counts of objects without an account (counted.h), which are born and die
 * here, too. With \lazy the variable that holds the current thread state lies
 * where a word of the thread's own says (lazy_variable.h). */
    .macro count_only resting, counted, lazy
    push_register rax
    push_register rcx
    push_register rdx
    push_register rsi
    movl    40(%rsp), %ecx              # site word
    movq    56(%rsp), %rax              # address of the count
    andl    $SITE_MASK, %ecx
    leaq    (%rcx,%rcx,2), %rsi
    shlq    $3, %rsi
    addq    OF(SITES), %rsi # the site's record
    movq    %rax, %rdx
    .if \counted
    shrq    $4, %rdx
    movzbl  SHADOW_MAP(%rdx), %ecx
    testb   $SHADOW_OF_COUNTED, %cl
    jnz     6f
    shrq    $16, %rdx
    .else
    shrq    $20, %rdx
    .endif
    shlq    $2, %rdx
    addq    OF(DIRECTORY), %rdx
    movl    (%rdx), %edx                # index page
    shlq    $18, %rdx
    addq    OF(PAGES), %rdx
    cmpb    $BIRTH, SITE_OPERATION(%rsi)
    .if \counted
    je      .Lbirth
    .else
    je      .Lchange
    .endif
    movq    %rax, %rcx
    shrq    $4, %rcx
    movzwl  %cx, %ecx
    movl    (%rdx,%rcx,4), %edx         # account; negative: a kind
    testl   %edx, %edx
    jle     3f
    shlq    $6, %rdx
    addq    OF(ACCOUNTS), %rdx
    cmpq    %rax, (%rdx)
    jne     3f
    .if \resting
    testb   $RESTS, ACCOUNT_FLAGS(%rdx)
    jz      .Lchange
    .endif
    movb    OF(COUNT_UNUSED), %cl
    movq    (%rax), %rax
    shlq    %cl, %rax
    sarq    %cl, %rax
    cmpq    %rax, ACCOUNT_REFERENCES(%rdx)               # the audit
    jne     .Lchange
    movq    %fs:0x10, %rcx
    cmpq    %rcx, OF(THREAD_ID)
    jne     .Lchange
    .if \lazy
    addq    OF(THREAD_VARIABLE), %rcx
    movq    (%rcx), %rcx
    testq   %rcx, %rcx
    jz      .Lchange
    .else
    andq    OF(THREAD_MASK), %rcx
    addq    OF(THREAD_VARIABLE), %rcx
    .endif
    movq    (%rcx), %rcx
    cmpq    %rcx, OF(THREAD_STATE)
    jne     .Lchange
    cmpb    $ADD, SITE_OPERATION(%rsi)
    jne     4f
    addq    48(%rsp), %rax
1:  testq   %rax, %rax
    jle     .Lchange
    cmpq    OF(COUNT_MAX), %rax # nobody has more references
    jg      .Lchange
    .if \resting
    movq    %rdx, %rcx
    subq    OF(ACCOUNTS), %rcx
    shrq    $2, %rcx                    # 16 bytes for 64
    addq    OF(RESTING), %rcx
    cmpl    (%rcx), %eax
    jl      .Lchange
    cmpl    REST_HIGH(%rcx), %eax
    jg      .Lchange
    .endif
    movl    40(%rsp), %ecx
    movq    %rax, ACCOUNT_REFERENCES(%rdx)
    andl    $SITE_MASK, %ecx
    addl    $1, ACCOUNT_CHANGES(%rdx)
    movl    %ecx, ACCOUNT_LAST_SITE(%rdx)
    addq    $1, SITE_CHANGES(%rsi)
    addq    $1, OF(SEEN)
3:  .cfi_remember_state
    pop_register rsi
    pop_register rdx
    pop_register rcx
    pop_register rax
    ret
    .cfi_restore_state
4:  cmpb    $STORE_REGISTER, SITE_OPERATION(%rsi)
    jne     .Lchange
    stored_count
    jmp     1b
    .if \counted
6:  cmpb    $BIRTH, SITE_OPERATION(%rsi)
    je      .Lbirth
    shrl    $SHADOW_SHIFT, %ecx
    jz      .Lchange
    cmpl    (%rax), %ecx                # the audit
    jne     .Lchange
    cmpb    $ADD, SITE_OPERATION(%rsi)
    jne     8f
    movslq  %ecx, %rcx
    addq    48(%rsp), %rcx
7:  testq   %rcx, %rcx
    jz      9f
    cmpq    $SHADOW_MOST, %rcx
    ja      .Lchange
    movzbl  SHADOW_MAP(%rdx), %eax
    andl    $SHADOW_ALL_FLAGS, %eax
    leal    (%rax,%rcx,1<<SHADOW_SHIFT), %ecx
    movb    %cl, SHADOW_MAP(%rdx)
    addq    $1, SITE_CHANGES(%rsi)
    addq    $1, OF(COUNTED)
    jmp     3b
8:  cmpb    $STORE_REGISTER, SITE_OPERATION(%rsi)
    jne     .Lchange
    stored_count
    movq    %rax, %rcx
    jmp     7b
9:  died
    movzbl  SHADOW_MAP(%rdx), %eax
    andl    $SHADOW_ALL_FLAGS, %eax
    testb   $SHADOW_OF_FINALIZER, %al
    jnz     1f
    movl    $0, (%rcx)
    xorl    %eax, %eax
1:  movb    %al, SHADOW_MAP(%rdx)
    addq    $1, SITE_CHANGES(%rsi)
    addq    $1, OF(COUNTED)
    jmp     3b
    .endif
    .endm

    .macro entry name, resting, counted, lazy
    .globl  \name
    .hidden \name
    .type   \name, @function
    .p2align 4
\name:
    .cfi_startproc
    count_only \resting, \counted, \lazy
    .cfi_endproc
    .size   \name, .-\name
    .endm

    entry entry_change, 1, 1, 0
    entry entry_change_hashed, 1, 0, 0
    entry entry_count, 0, 1, 0
    entry entry_count_hashed, 0, 0, 0
    entry entry_change_lazy, 1, 1, 1
    entry entry_change_hashed_lazy, 1, 0, 1
    entry entry_count_lazy, 0, 1, 1
    entry entry_count_hashed_lazy, 0, 0, 1

    /* Nothing is counted here: several interpreters run at a time. */
    .globl  entry_change_long
    .hidden entry_change_long
    .type   entry_change_long, @function
    .p2align 4
entry_change_long:
    .cfi_startproc
    push_register rax
    push_register rcx
    push_register rdx
    push_register rsi
    jmp     .Lchange
    .cfi_endproc
    .size   entry_change_long, .-entry_change_long

    .type   change_long, @function
    .p2align 4
change_long:
    .cfi_startproc
    .cfi_adjust_cfa_offset 32
.Lbirth:
    .cfi_remember_state
    push_register rdi
    push_register r8
    push_register r9
    push_register r10
    push_register r11
    movq    %rsp, %rdi
    call    quick_birth
    testb   %al, %al
    jz      2f
1:  .cfi_remember_state
    pop_clobbered
    ret
    .cfi_restore_state
    .cfi_restore_state
.Lchange:
    push_register rdi
    push_register r8
    push_register r9
    push_register r10
    push_register r11
2:  movq    %rsp, %rdi
    movq    %rbp, %rsi
    xorl    %edx, %edx
    call    hook_change
    testb   %al, %al
    jnz     1b
    push_register rbx
    push_register rbp
    push_register r12
    push_register r13
    push_register r14
    push_register r15
    movq    %rsp, %rbx
    .cfi_def_cfa_register rbx
    leaq    slow_stack + SLOW_STACK_BYTES - SAVE_AREA_BYTES(%rip), %rsp
    cmpb    $0, entry_has_xsave(%rip)
    je      3f
    xorl    %eax, %eax
    leaq    512(%rsp), %rdi
    movl    $8, %ecx
    rep stosq
    movl    $SAVE_MASK, %eax
    xorl    %edx, %edx
    xsave64 (%rsp)
    movq    %rbx, %rdi
    call    hook_change_slow
    movl    $SAVE_MASK, %eax
    xorl    %edx, %edx
    xrstor64 (%rsp)
    jmp     4f
3:  fxsave64 (%rsp)
    movq    %rbx, %rdi
    call    hook_change_slow
    fxrstor64 (%rsp)
4:  movq    %rbx, %rsp
    .cfi_def_cfa_register rsp
    pop_register r15
    pop_register r14
    pop_register r13
    pop_register r12
    pop_register rbp
    pop_register rbx
    movq    %rsp, %rdi
    movq    %rbp, %rsi
    movl    $1, %edx
    call    hook_change
    pop_clobbered
    ret
    .cfi_endproc
    .size   change_long, .-change_long

    .globl  entry_function_long
    .hidden entry_function_long
    .type   entry_function_long, @function
    .p2align 4
entry_function_long:
    .cfi_startproc
    push_clobbered
    movq    %rsp, %rdi
    call    function_entry
    pop_clobbered
    ret
    .cfi_endproc
    .size   entry_function_long, .-entry_function_long

    .bss
    .p2align 6
slow_stack:
    .zero   SLOW_STACK_BYTES
    .size   slow_stack, SLOW_STACK_BYTES

    .section .note.GNU-stack, "", @progbits
