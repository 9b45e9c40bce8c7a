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
    subq    $1, OF(KINDS_ALIVE)
.Lnone\@:
    .endm

/* Whether this is the thread that had the last change, and it holds the
 * interpreter's lock. Uses %rcx. */
    .macro check_thread lazy
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
    .endm

/* Whether the new count in %rax is within the limits of the account in %rdx,
 * which rests. Uses %rcx. */
    .macro check_limits
    movq    %rdx, %rcx
    subq    OF(ACCOUNTS), %rcx
    shrq    $2, %rcx                    # 16 bytes for 64
    addq    OF(RESTING), %rcx
    cmpl    (%rcx), %eax
    jl      .Lchange
    cmpl    REST_HIGH(%rcx), %eax
    jg      .Lchange
    .endm

/* From the word of the index in %edx to the account, and the object in %rax to
 * its count, if that is as expected. What is not the object's goes to \none. */
    .macro expect_account none, resting, lazy
    testl   %edx, %edx
    jle     \none
    shlq    $6, %rdx
    addq    OF(ACCOUNTS), %rdx
    cmpq    %rax, (%rdx)
    jne     \none
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
    check_thread \lazy
    .endm

/*
 * The common case in as few instructions as possible: a known object gets one
 * more or one less reference, from the thread that had the last change, has the
 * count that was expected, and lives on. Its account is counted up, and nothing
 * else is recorded. Everything else jumps to .Lchange, with four registers
 * pushed. With \resting only accounts that rest are counted, and only while the
 * count stays within their limits. With \counted the map of the address space
 * has counts of objects without an account (counted.h), which die here, too.
 * With \lazy the variable that holds the current thread state lies where a word
 * of the thread's own says (lazy_variable.h).
 */
    .macro count_only name, resting, counted, lazy
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
    shrq    $4, %rdx
    .if \counted
    movzbl  SHADOW_MAP(%rdx), %ecx
    testb   $SHADOW_OF_COUNTED, %cl
    jnz     6f
    .else
    cmpb    $BIRTH, SITE_OPERATION(%rsi)
    je      .Lchange
    .endif
.L\name\()_account:
    shrq    $16, %rdx
    shlq    $2, %rdx
    addq    OF(DIRECTORY), %rdx
    movl    (%rdx), %edx                # index page
    shlq    $18, %rdx
    addq    OF(PAGES), %rdx
    movq    %rax, %rcx
    shrq    $4, %rcx
    movzwl  %cx, %ecx
    movl    (%rdx,%rcx,4), %edx         # account; negative: a kind
    expect_account 3f, \resting, \lazy
    cmpb    $ADD, SITE_OPERATION(%rsi)
    jne     4f
    addq    48(%rsp), %rax
1:  testq   %rax, %rax
    jle     .Lchange
    cmpq    OF(COUNT_MAX), %rax # nobody has more references
    jg      .Lchange
    .if \resting
    check_limits
    .endif
    movl    40(%rsp), %ecx
    movq    %rax, ACCOUNT_REFERENCES(%rdx)
    andl    $SITE_MASK, %ecx
    addl    $1, ACCOUNT_CHANGES(%rdx)
    movl    %ecx, ACCOUNT_LAST_SITE(%rdx)
    addq    $1, SITE_CHANGES(%rsi)
    addq    $1, OF(SEEN)
    jc      .Ltick
3:  .cfi_remember_state
    pop_register rsi
    pop_register rdx
    pop_register rcx
    pop_register rax
    ret
    .cfi_restore_state
4:  cmpb    $STORE_REGISTER, SITE_OPERATION(%rsi)
    jne     .Lchange
    movq    48(%rsp), %rax
    cmpb    $8, SITE_WIDTH(%rsi)        # bytes written
    je      5f
    movl    %eax, %eax
5:  testq   %rax, OF(ALWAYS_ZERO) # no count: a free list's link
    jnz     .Lchange
    movb    OF(COUNT_UNUSED), %cl
    shlq    %cl, %rax
    sarq    %cl, %rax
    jmp     1b
    .if \counted
6:  shrl    $SHADOW_SHIFT, %ecx
    jz      .Lchange
    cmpl    (%rax), %ecx                # the audit
    jne     .Lchange
    cmpb    $ADD, SITE_OPERATION(%rsi)
    jne     .Lchange
    movslq  %ecx, %rcx
    addq    48(%rsp), %rcx
    jle     .Lchange
    cmpq    $SHADOW_MOST, %rcx
    ja      .Lchange
    movzbl  SHADOW_MAP(%rdx), %eax
    andl    $SHADOW_ALL_FLAGS, %eax
    leal    (%rax,%rcx,1<<SHADOW_SHIFT), %ecx
    movb    %cl, SHADOW_MAP(%rdx)
    addq    $1, SITE_CHANGES(%rsi)
    addq    $1, OF(COUNTED)
    jc      .Ltick
    jmp     3b
    .endif
    .endm

    .macro begin name
    .globl  \name
    .hidden \name
    .type   \name, @function
    .p2align 4
\name:
    .cfi_startproc
    .endm

    .macro end name
    .cfi_endproc
    .size   \name, .-\name
    .endm

    .macro entry name, resting, counted, lazy
    begin \name
    count_only \name, \resting, \counted, \lazy
    end \name
    .endm

    entry entry_change, 1, 1, 0
    entry entry_change_hashed, 1, 0, 0
    entry entry_count, 0, 1, 0
    entry entry_count_hashed, 0, 0, 0
    entry entry_change_lazy, 1, 1, 1
    entry entry_change_hashed_lazy, 1, 0, 1
    entry entry_count_lazy, 0, 1, 1
    entry entry_count_hashed_lazy, 0, 0, 1

/*
 * The same for what nearly all sites do, where the map has counts: one operation
 * each, known beforehand. What goes on to .Lchange pushes %rsi first.
 */

/* The object's byte of the map in %ecx, where it is in %rdx, the object in %rax.
 * Those with an account go on to 5, what is no plain count to 4. */
    .macro expect_counted
    push_register rax
    push_register rcx
    push_register rdx
    movq    48(%rsp), %rax
    movq    %rax, %rdx
    shrq    $4, %rdx
    movzbl  SHADOW_MAP(%rdx), %ecx
    testb   $SHADOW_OF_COUNTED, %cl
    jz      5f
    shrl    $SHADOW_SHIFT, %ecx
    jz      4f
    cmpl    (%rax), %ecx                # the audit
    jne     4f
    .endm

/* The change is done: counts it, and goes back, by .Ltick where it is time to look.
 * 4 is the way to .Lchange. */
    .macro tally_counted
1:  movl    32(%rsp), %eax
    movq    OF(SITES), %rcx
    andl    $SITE_MASK, %eax
    leaq    (%rax,%rax,2), %rax
    addq    $1, SITE_CHANGES(%rcx,%rax,8)
    addq    $1, OF(COUNTED)
    jc      9f
    .cfi_remember_state
    pop_register rdx
    pop_register rcx
    pop_register rax
    ret
    .cfi_restore_state
9:  push_register rsi
    jmp     .Ltick
    .cfi_adjust_cfa_offset -8
4:  push_register rsi
    jmp     .Lchange
    .cfi_adjust_cfa_offset -8
    .endm

/* The count becomes 0. */
    .macro die
    died
    testb   $SHADOW_OF_FINALIZER, SHADOW_MAP(%rdx)
    jnz     7f
    movl    $0, (%rcx)
    movb    $0, SHADOW_MAP(%rdx)
    jmp     1b
7:  andb    $SHADOW_ALL_FLAGS, SHADOW_MAP(%rdx)
    jmp     1b
    .endm

/* One more or one less in an account. */
    .macro count_one delta, resting, lazy
5:  push_register rsi
    movq    OF(DIRECTORY), %rcx
    movzwl  %dx, %esi
    shrq    $16, %rdx
    movl    (%rcx,%rdx,4), %edx         # index page
    movq    OF(PAGES), %rcx
    shlq    $16, %rdx
    addq    %rsi, %rdx
    movl    (%rcx,%rdx,4), %edx         # account; negative: a kind
    expect_account 8f, \resting, \lazy
    addq    $\delta, %rax
    jle     .Lchange
    .if \delta > 0
    cmpq    OF(COUNT_MAX), %rax # nobody has more references
    jg      .Lchange
    .endif
    .if \resting
    check_limits
    .endif
    movl    40(%rsp), %ecx
    movq    %rax, ACCOUNT_REFERENCES(%rdx)
    movq    OF(SITES), %rsi
    andl    $SITE_MASK, %ecx
    addl    $1, ACCOUNT_CHANGES(%rdx)
    movl    %ecx, ACCOUNT_LAST_SITE(%rdx)
    leaq    (%rcx,%rcx,2), %rcx
    addq    $1, SITE_CHANGES(%rsi,%rcx,8)
    addq    $1, OF(SEEN)
    jc      .Ltick
8:  pop_register rsi
    pop_register rdx
    pop_register rcx
    pop_register rax
    ret
    .endm

    .macro entries_of_one take, release, resting, lazy
    begin \take
    expect_counted
    addb    $1<<SHADOW_SHIFT, SHADOW_MAP(%rdx)
    jc      3f
    tally_counted
3:  subb    $1<<SHADOW_SHIFT, SHADOW_MAP(%rdx)  # more than it can count
    jmp     4b
    count_one 1, \resting, \lazy
    end \take

    begin \release
    expect_counted
    subl    $1, %ecx
    jz      6f
    subb    $1<<SHADOW_SHIFT, SHADOW_MAP(%rdx)
    tally_counted
6:  die
    count_one -1, \resting, \lazy
    end \release
    .endm

    entries_of_one entry_change_take, entry_change_release, 1, 0
    entries_of_one entry_count_take, entry_count_release, 0, 0
    entries_of_one entry_change_take_lazy, entry_change_release_lazy, 1, 1
    entries_of_one entry_count_take_lazy, entry_count_release_lazy, 0, 1

/* A register is stored, all of it or 32 bits. Flags above the count make a
 * number that is too large, and are left to the entry \of all. */
    .macro entry_of_store name, of, load, register
    begin \name
    expect_counted
    \load   40(%rsp), %\register
    subq    $1, %rax
    jc      6f
    cmpq    $SHADOW_MOST - 1, %rax
    ja      4f
    movzbl  SHADOW_MAP(%rdx), %ecx
    andl    $SHADOW_ALL_FLAGS, %ecx
    leal    1<<SHADOW_SHIFT(%rcx,%rax,1<<SHADOW_SHIFT), %ecx
    movb    %cl, SHADOW_MAP(%rdx)
    tally_counted
6:  die
5:  push_register rsi
    movl    40(%rsp), %ecx
    andl    $SITE_MASK, %ecx
    leaq    (%rcx,%rcx,2), %rsi
    shlq    $3, %rsi
    addq    OF(SITES), %rsi
    jmp     .L\of\()_account
    end \name
    .endm

    .macro entries_of_stores suffix
    entry_of_store entry_change_store32\suffix, entry_change\suffix, movl, eax
    entry_of_store entry_change_store64\suffix, entry_change\suffix, movq, rax
    entry_of_store entry_count_store32\suffix, entry_count\suffix, movl, eax
    entry_of_store entry_count_store64\suffix, entry_count\suffix, movq, rax
    .endm

    entries_of_stores
    entries_of_stores _lazy

    begin entry_birth
    push_clobbered
    movq    %rsp, %rdi
    call    quick_birth
    testb   %al, %al
    jz      .Lclobbered_pushed
    pop_clobbered
    ret
    end entry_birth

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
.Lchange:
    push_register rdi
    push_register r8
    push_register r9
    push_register r10
    push_register r11
.Lclobbered_pushed:
    movq    %rsp, %rdi
    movq    %rbp, %rsi
    xorl    %edx, %edx
    call    hook_change
    testb   %al, %al
    jz      2f
    .cfi_remember_state
    pop_clobbered
    ret
    .cfi_restore_state
2:  push_register rbx
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
    .cfi_adjust_cfa_offset 32
.Ltick:
    push_register rdi
    push_register r8
    push_register r9
    push_register r10
    push_register r11
    movq    %rsp, %rdi
    call    hook_tick
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

    /*
     * The same where frames are audited. The evaluator is to return here: below
     * the stack of its caller are the audit and then its own, and the rest of
     * the stub is gone to as if the function were called from here.
     */
    .globl  entry_function_audited
    .hidden entry_function_audited
    .type   entry_function_audited, @function
    .p2align 4
entry_function_audited:
    .cfi_startproc
    push_clobbered
    movq    %rsp, %rdi
    call    audited_entry
    movq    %rax, (%rsp)                # what is taken back to %r11
    pop_clobbered
    testq   %r11, %r11                  # bytes of the audit
    jnz     1f
    ret
1:  .cfi_def_cfa_offset 40              # of the evaluator's caller
    pushq   %rbp
    .cfi_def_cfa_offset 48
    .cfi_offset rbp, -48
    movq    %rsp, %rbp
    .cfi_def_cfa_register rbp
    subq    %r11, %rsp
    movq    %rsp, %rax
    pushq   %rdi
    pushq   %rsi
    pushq   %rdx
    pushq   %rdx
    movq    %rax, %rdi
    movq    %rsi, %rdx
    movq    %r11, %rsi
    call    audited_entry_begin
    popq    %rdx
    popq    %rdx
    popq    %rsi
    popq    %rdi
    movq    8(%rbp), %r11               # in the stub
    call    2f
    .globl  entry_function_returned
    .hidden entry_function_returned
entry_function_returned:
    movq    %rsp, %rdi
    movq    %rax, %rsi
    pushq   %rax
    pushq   %rax
    call    audited_entry_end
    popq    %rax
    popq    %rax
    .cfi_remember_state
    movq    %rbp, %rsp
    popq    %rbp
    .cfi_def_cfa rsp, 40
    .cfi_restore rbp
    leaq    32(%rsp), %rsp
    .cfi_def_cfa_offset 8
    ret
    .cfi_restore_state
2:  leaq    -24(%rsp), %rsp             # what the stub drops
    jmp     *%r11
    .cfi_endproc
    .size   entry_function_audited, .-entry_function_audited

    .bss
    .p2align 6
slow_stack:
    .zero   SLOW_STACK_BYTES
    .size   slow_stack, SLOW_STACK_BYTES

    .section .note.GNU-stack, "", @progbits
