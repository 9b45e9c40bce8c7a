/*
 * context - where a thread stood when a signal interrupted it.
 */
#ifndef REFTALLY_ARCH_X86_64_CONTEXT_H
#define REFTALLY_ARCH_X86_64_CONTEXT_H

#include <stdint.h>
#include <ucontext.h>

/* One byte that traps when it is executed, leaving the address behind it. */
enum { TRAP_BYTE = 0xcc, TRAP_BYTES = 1 };

/* `context` is the third argument of a handler with SA_SIGINFO. */
static inline uint64_t
context_pc(const void *context)
{
    const ucontext_t *interrupted = context;

    return (uint64_t)interrupted->uc_mcontext.gregs[REG_RIP];
}

/* There the thread goes on when the handler returns. */
static inline void
context_go_on_at(void *context, uint64_t pc)
{
    ucontext_t *interrupted = context;

    interrupted->uc_mcontext.gregs[REG_RIP] = (greg_t)pc;
}

#endif
