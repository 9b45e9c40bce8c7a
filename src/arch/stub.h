/*
 * stub - emits the code that patched instructions jump to.
 *
 * A stub of one site:
 *
 *        lea   the operand's address, %scratch
 *        shr   $4, %scratch
 *        testb $1, SHADOW_BASE(%scratch)     is a tracked object there?
 *        jne   slow
 *  back: the original instruction(s), and what follows (trace.h)
 *        jmp   behind them, or the next stub
 *  slow: lea   the operand's address, %scratch
 *        push  %scratch; push amount or register; push site
 *        call  the hook; drop the three
 *        jmp   back
 *
 * %scratch is a free register, or one saved around it; flags are saved only
 * where somebody still reads them and no register tells them (flags.h); the red
 * zone is stepped over.
 */
#ifndef REFTALLY_ARCH_STUB_H
#define REFTALLY_ARCH_STUB_H

#include "arch/blob.h"
#include "arch/filter.h"
#include "arch/sites.h"
#include "arch/trace.h"

/*
 * The word pushed for the hook: the site's number in the low bits, above them
 * by how many 8-byte words the stub had moved the stack pointer.
 */
enum { STUB_SITE_BITS = 24, STUB_SITE_MASK = (1 << STUB_SITE_BITS) - 1 };

/* A site to emit, with its number within the image. */
struct stub_site {
    struct site site;
    uint32_t number;
};

/* What stubs of one function have in common. */
struct stub_code {
    const struct function *function;
    const uint32_t *live;  /* resources, before each instruction */
    const uint8_t *joined; /* whether something jumps there */
    enum stub_filter filter;
    bool red_zone; /* the function uses it */
};

enum { STUB_SITES_MAX = 32 };

enum stub_leave { STUB_FINE, STUB_NO_REGISTER, STUB_UNMOVABLE, STUB_FULL };

/*
 * Emits a trace, of which `sites` are the sites, in order, and notes where its
 * steps are. If it cannot be done, nothing is emitted.
 */
enum stub_leave stub_emit(struct blob *blob, const struct stub_code *code,
                          struct trace *trace, const struct stub_site *sites,
                          size_t site_count);

/* Five bytes at `from` that jump to `to`. */
void stub_jump(uint8_t out[5], uint64_t from, uint64_t to);

#endif
