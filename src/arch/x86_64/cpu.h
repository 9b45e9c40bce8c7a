/*
 * cpu - registers of x86-64, and what a stub hands over (arch/cpu.h).
 */
#ifndef REFTALLY_ARCH_X86_64_CPU_H
#define REFTALLY_ARCH_X86_64_CPU_H

#include <asm/perf_regs.h>
#include <elf.h>
#include <stdint.h>
#include <ucontext.h>

#define CPU_NAME "x86-64"

enum {
    CPU_ELF_MACHINE = EM_X86_64,
    CPU_BREAKPOINTS = 4,

    CPU_SAMPLED_REGISTERS = 1 << PERF_REG_X86_AX | 1 << PERF_REG_X86_SP,
    CPU_SAMPLED_COUNT = 2,
    CPU_SAMPLED_RESULT = 0,
    CPU_SAMPLED_STACK = 1,

    /* int3, which leaves the address behind it */
    TRAP_BYTE = 0xcc,
    TRAP_BYTES = 1,
};

enum {
    REGISTER_RAX,
    REGISTER_RCX,
    REGISTER_RDX,
    REGISTER_RBX,
    REGISTER_RSP,
    REGISTER_RBP,
    REGISTER_RSI,
    REGISTER_RDI,
    REGISTER_R8,
    REGISTER_R9,
    REGISTER_R10,
    REGISTER_R11,
    REGISTER_R12,
    REGISTER_R13,
    REGISTER_R14,
    REGISTER_R15,
    REGISTER_COUNT,
    REGISTER_NONE = 0xff,
    REGISTER_RIP = 0xfe,
    REGISTER_OTHER = 0xfd, /* segment base, vector index ... */

    REGISTER_RESULT = REGISTER_RAX,
    REGISTER_STACK = REGISTER_RSP,
    REGISTER_FRAME = REGISTER_RBP,
    REGISTER_PC = REGISTER_RIP,
};

enum { REGISTER_ARGUMENTS = 6 };

/* Bits of the registers that a callee need not keep. */
enum { REGISTERS_CALL_CHANGES = 0x0fc7 };

/* Those of register_argument. */
enum { REGISTERS_ARGUMENTS = 0x03c6 };

static const uint8_t register_argument[REGISTER_ARGUMENTS] = {
    REGISTER_RDI, REGISTER_RSI, REGISTER_RDX,
    REGISTER_RCX, REGISTER_R8,  REGISTER_R9,
};

/* By the ABI's table of DWARF register numbers. */
static const uint8_t register_dwarf[REGISTER_COUNT] = {
    [REGISTER_RAX] = 0,  [REGISTER_RDX] = 1,  [REGISTER_RCX] = 2,
    [REGISTER_RBX] = 3,  [REGISTER_RSI] = 4,  [REGISTER_RDI] = 5,
    [REGISTER_RBP] = 6,  [REGISTER_RSP] = 7,  [REGISTER_R8] = 8,
    [REGISTER_R9] = 9,   [REGISTER_R10] = 10, [REGISTER_R11] = 11,
    [REGISTER_R12] = 12, [REGISTER_R13] = 13, [REGISTER_R14] = 14,
    [REGISTER_R15] = 15,
};

struct registers {
    uint64_t of[REGISTER_COUNT];
};

/* As pushed by entry.S and the stub. */
struct hook_frame {
    uint64_t r11, r10, r9, r8, rdi, rsi, rdx, rcx, rax;
    uint64_t return_address; /* into the stub */
    uint64_t site;           /* the site word, stub.h */
    uint64_t operand;        /* amount or register; at an entry: rbp */
    uint64_t address;        /* of the count; at an entry: rsp */
};

struct hook_slow_frame {
    uint64_t r15, r14, r13, r12, rbp, rbx;
    struct hook_frame frame;
};

/* At the entry of a function: its first, second and third argument. */
static inline uint64_t
hook_argument1(const struct hook_frame *frame)
{
    return frame->rdi;
}

static inline uint64_t
hook_argument2(const struct hook_frame *frame)
{
    return frame->rsi;
}

static inline uint64_t
hook_argument3(const struct hook_frame *frame)
{
    return frame->rdx;
}

/* As they are at the site, with the stack pointer that it has there. */
static inline struct registers
hook_registers(const struct hook_slow_frame *slow, uint64_t stack_pointer)
{
    const struct hook_frame *frame = &slow->frame;

    return (struct registers){ {
        [REGISTER_RAX] = frame->rax,
        [REGISTER_RCX] = frame->rcx,
        [REGISTER_RDX] = frame->rdx,
        [REGISTER_RBX] = slow->rbx,
        [REGISTER_RSP] = stack_pointer,
        [REGISTER_RBP] = slow->rbp,
        [REGISTER_RSI] = frame->rsi,
        [REGISTER_RDI] = frame->rdi,
        [REGISTER_R8] = frame->r8,
        [REGISTER_R9] = frame->r9,
        [REGISTER_R10] = frame->r10,
        [REGISTER_R11] = frame->r11,
        [REGISTER_R12] = slow->r12,
        [REGISTER_R13] = slow->r13,
        [REGISTER_R14] = slow->r14,
        [REGISTER_R15] = slow->r15,
    } };
}

/* pthread_self: the thread control block's own address. */
static inline uint64_t
own_thread_id(void)
{
    uint64_t self;

    __asm__("movq %%fs:0x10, %0" : "=r"(self));
    return self;
}

/* Where glibc has the thread's vector of blocks of thread-local variables. */
static inline uint64_t
thread_variable_blocks(void)
{
    uint64_t blocks;

    __asm__("movq %%fs:8, %0" : "=r"(blocks));
    return blocks;
}

/* What the kernel returns: negative for an error, then -errno. */
static inline int64_t
system_call(int64_t number, const uint64_t arguments[6])
{
    register uint64_t fourth __asm__("r10") = arguments[3];
    register uint64_t fifth __asm__("r8") = arguments[4];
    register uint64_t sixth __asm__("r9") = arguments[5];
    int64_t result;

    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(number), "D"(arguments[0]), "S"(arguments[1]),
                       "d"(arguments[2]), "r"(fourth), "r"(fifth), "r"(sixth)
                     : "rcx", "r11", "memory");
    return result;
}

/* `context` is the third argument of a handler with SA_SIGINFO. */
static inline uint64_t
context_pc(const void *context)
{
    const ucontext_t *interrupted = context;

    return (uint64_t)interrupted->uc_mcontext.gregs[REG_RIP];
}

/* All that the thread had in its registers. */
static inline struct registers
context_registers(const void *context)
{
    const ucontext_t *interrupted = context;
    const greg_t *at = interrupted->uc_mcontext.gregs;

    return (struct registers){ {
        [REGISTER_RAX] = (uint64_t)at[REG_RAX],
        [REGISTER_RCX] = (uint64_t)at[REG_RCX],
        [REGISTER_RDX] = (uint64_t)at[REG_RDX],
        [REGISTER_RBX] = (uint64_t)at[REG_RBX],
        [REGISTER_RSP] = (uint64_t)at[REG_RSP],
        [REGISTER_RBP] = (uint64_t)at[REG_RBP],
        [REGISTER_RSI] = (uint64_t)at[REG_RSI],
        [REGISTER_RDI] = (uint64_t)at[REG_RDI],
        [REGISTER_R8] = (uint64_t)at[REG_R8],
        [REGISTER_R9] = (uint64_t)at[REG_R9],
        [REGISTER_R10] = (uint64_t)at[REG_R10],
        [REGISTER_R11] = (uint64_t)at[REG_R11],
        [REGISTER_R12] = (uint64_t)at[REG_R12],
        [REGISTER_R13] = (uint64_t)at[REG_R13],
        [REGISTER_R14] = (uint64_t)at[REG_R14],
        [REGISTER_R15] = (uint64_t)at[REG_R15],
    } };
}

/* There the thread goes on when the handler returns. */
static inline void
context_go_on_at(void *context, uint64_t pc)
{
    ucontext_t *interrupted = context;

    interrupted->uc_mcontext.gregs[REG_RIP] = (greg_t)pc;
}

#endif
