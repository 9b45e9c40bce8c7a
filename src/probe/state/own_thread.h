/* own_thread - who this is, without a call. */
#ifndef REFTALLY_PROBE_STATE_OWN_THREAD_H
#define REFTALLY_PROBE_STATE_OWN_THREAD_H

#include <stdint.h>

/* pthread_self: the thread control block's own address. */
static inline uint64_t
own_thread_id(void)
{
    uint64_t self;

    __asm__("movq %%fs:0x10, %0" : "=r"(self));
    return self;
}

#endif
