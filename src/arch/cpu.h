/*
 * cpu - what only the compiler's own processor can say: its registers, what a
 * stub saves of them, what a signal handler finds; system calls.
 *
 * The headers beside this one are the interface of a processor, its folder is
 * the implementation; nobody else names a register or a relocation. A second
 * one has a folder of its own, with a cpu.h that defines what follows.
 *
 *     REGISTER_...            the numbers of registers, with the roles
 *                             REGISTER_RESULT, _STACK, _FRAME and _PC
 *     register_argument[]     registers of a function's arguments, in order
 *     register_dwarf[]        what unwind information calls a register
 *     struct registers        values of all of them
 *     struct hook_frame       what a stub hands to the library: change or entry
 *     struct hook_slow_frame  ... and the rest, when a stack is to be walked
 *     own_thread_id           who this thread is, without a call
 *     thread_variable_blocks  ... and where its variables are
 *     system_call             of the kernel, made directly
 *     context_pc, ...         a thread that a signal has interrupted
 *     TRAP_BYTE, TRAP_BYTES   an instruction that traps when it is executed
 *     CPU_BREAKPOINTS         addresses that can be watched at a time
 *     CPU_SAMPLED_...         registers that perf is asked for: which, how many
 *                             they are, and where among them are the register
 *                             of results and the stack pointer
 *     CPU_ELF_MACHINE         in the header of an ELF file; CPU_NAME in words
 */
#ifndef REFTALLY_ARCH_CPU_H
#define REFTALLY_ARCH_CPU_H

#if defined __x86_64__
#include "arch/x86_64/cpu.h"
#else
#error "reftally knows no such processor: src/arch/cpu.h says what it takes"
#endif

#endif
