/*
 * hook_frame - what a stub says to the library.
 */
#ifndef REFTALLY_PROBE_STATE_HOOK_FRAME_H
#define REFTALLY_PROBE_STATE_HOOK_FRAME_H

#include "arch/cpu.h"
#include "arch/stub.h"

static inline uint32_t
hook_site(const struct hook_frame *frame)
{
    return (uint32_t)frame->site & STUB_SITE_MASK;
}

#endif
