/*
 * unload - the library's last function: what it returns to is not in it.
 *
 * It jumps to dlclose, whose 0 is the NULL that the caller gets: no module. By
 * then this code is gone.
 */

    .text
    .globl  PyInit_reftally_unload, PyModExport_reftally_unload
    .type   PyInit_reftally_unload, @function
    .type   PyModExport_reftally_unload, @function
    .p2align 4
PyInit_reftally_unload:
PyModExport_reftally_unload:
    .cfi_startproc
    subq    $8, %rsp
    .cfi_adjust_cfa_offset 8
    call    attached_last_handle
    addq    $8, %rsp
    .cfi_adjust_cfa_offset -8
    movq    %rax, %rdi
    testq   %rax, %rax
    jz      1f                          # it stays
    jmp     *dlclose@GOTPCREL(%rip)
1:  ret
    .cfi_endproc
    .size   PyInit_reftally_unload, .-PyInit_reftally_unload

    .section .note.GNU-stack, "", @progbits
