/*
 * native_stack - the stack tag of a change, in a few nanoseconds.
 *
 * A stack is looked up, not walked. What was once found by unwinding is kept
 * as a path: from a place in the code (a site, or the entry of an activation)
 * out to the next live activation of the frame evaluator. A path is kept with
 * all that makes it true, as offsets from the stack pointer: the return
 * addresses, and the saved base pointers of functions that have one. When all
 * still stand in their slots the path is the same, because each return address
 * fixes where the next one lies. Only an unknown path is unwound.
 */
#ifndef REFTALLY_PROBE_NATIVE_STACK_H
#define REFTALLY_PROBE_NATIVE_STACK_H

#include "probe/activations.h"

#include <stddef.h>

enum {
    STACK_PATHS_MAX = 1 << 18,
    STACK_CHECKS_MAX = 1 << 22,
    STACK_NODE_CACHE = 1 << 14,
};

enum stack_check_kind {
    STACK_CHECK_RETURN,   /* the word at offset is the return address value */
    STACK_CHECK_SAVED,    /* the word at offset, less the start, is value */
    STACK_CHECK_REGISTER, /* the base pointer, less the start, is value */
};

struct stack_check {
    uint32_t offset; /* bytes from the start's stack pointer */
    uint32_t kind;   /* enum stack_check_kind */
    uint64_t value;
};

/* Where a path begins: registers there, and where it is to end. */
struct stack_start {
    uint64_t pc; /* site address, or an activation's caller */
    uint64_t stack_pointer;
    uint64_t base_pointer;
    uint64_t limit; /* stack pointer of the activation around it; 0:
                               none, the path goes on to the thread's start */
};

bool native_stack_init(void);

/*
 * The tag of a change at a site. False: a path is not known; unwind, call
 * native_stack_learn for each part, and ask again.
 */
bool native_stack_tag(struct thread_record *thread, int32_t live, uint32_t site,
                      const struct stack_start *start, uint32_t *tag);

/* The start of activation i's path to the one around it. */
struct stack_start native_stack_entry(const struct thread_record *thread,
                                      int32_t i);

/* Keeps a path. `cut`: deeper frames exist beyond the last one. */
void native_stack_learn(const struct stack_start *start,
                        const struct stack_check *checks, size_t count,
                        bool cut);

/* Unwinds from the site's registers and learns what was missing. */
struct walk_registers {
    uint64_t r15, r14, r13, r12, rbp, rbx;
    uint64_t r11, r10, r9, r8, rdi, rsi, rdx, rcx, rax;
};
bool native_walk_init(void);
void native_walk(struct thread_record *thread, int32_t live,
                 const struct stack_start *start, uint64_t site_address,
                 const struct walk_registers *registers);

/* The ledger's number of a code object, 0: no room. */
uint32_t python_stack_code(uint64_t code);

/* The Python stack of the thread, as a node; 0: none, or no room. */
uint32_t python_stack_walk(const struct thread_record *thread);

/* A code object was born at this address: what was known of it is void. */
void python_stack_forget_code(uint64_t code);
bool python_stack_init(void);

#endif
