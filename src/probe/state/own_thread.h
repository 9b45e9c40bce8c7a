/* own_thread - who this is, without a call. */
#ifndef REFTALLY_PROBE_STATE_OWN_THREAD_H
#define REFTALLY_PROBE_STATE_OWN_THREAD_H

#include "arch/cpu.h"

/* pthread_self: the thread control block's own address. */
static inline uint64_t
own_thread_id(void)
{
    return thread_control_block();
}

#endif
