/*
 * hook_frame - the host's registers, as a stub and entry.S hand them over.
 */
#ifndef REFTALLY_PROBE_STATE_HOOK_FRAME_H
#define REFTALLY_PROBE_STATE_HOOK_FRAME_H

#include <stdint.h>

#include "arch/x86_64/stub.h"

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

static inline uint32_t
hook_site(const struct hook_frame *frame)
{
    return (uint32_t)frame->site & STUB_SITE_MASK;
}

#endif
