/*
 * thread_records - the threads that hold the interpreter's lock in turn, and the
 * calls of the frame evaluator that each is in (activations.h).
 */
#ifndef REFTALLY_PROBE_STACK_THREAD_RECORDS_H
#define REFTALLY_PROBE_STACK_THREAD_RECORDS_H

#include "arch/cpu.h"
#include "cpython/memory.h"
#include "probe/state/lazy_variable.h"
#include "probe/state/recorder.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    ACTIVATIONS_MAX = 1 << 16, /* of a thread; deeper ones are not told apart */
    THREAD_SLOTS = 1 << 10,
    STATES_TAKEN = 64, /* that run elsewhere than they were made */
};

struct activation {
    uint64_t stack_pointer; /* at entry: the return address stands there */
    uint64_t base_pointer;
    uint64_t return_address;
    uint64_t frame, code; /* what is evaluated */
    uint32_t node;        /* its EVALUATION node, 0: not found out yet */
    uint32_t serial;      /* of the evaluated Python frame: an evaluator in
                               the slot and the default one that it calls
                               share it */
    bool slot;            /* entry of an evaluator in the PEP 523 slot */
    uint8_t import;       /* of activations.c: what runs an import is how far
                               around this; 0: nobody has asked */
    uint16_t within;      /* so many times 16 bytes below it, the evaluator
                               returns to the library (frame_audit.h); or 0 */

    /* Where a walk found the frame that it puts below its first: bytes below
     * its stack pointer; 0: none has. */
    uint32_t entry_depth;
    uint64_t below; /* the frame which that one follows */
};                  /* each in a cache line of its own */

struct thread_record {
    uint64_t state, id; /* PyThreadState and pthread_t */
    int32_t count;
    struct activation *activations;
    struct frame_spine *spine;
    uint64_t moving_serial; /* of the account recorder.moving, while another
                               thread has its turn; 0: none */
    uint32_t moving;
    uint32_t root;        /* of that interpreter; 0 is the first one's */
    uint64_t interpreter; /* 0: to be looked up */
};

/*
 * The record of the thread that runs now and holds the interpreter's lock.
 * NULL: it does not hold it, or there is no memory.
 */
struct thread_record *thread_record_find(void);

/* The PyThreadState that this thread runs, or 0; up to 3.11 any thread's. */
static inline uint64_t
thread_state_here(uint64_t self)
{
    if (__builtin_expect(recorder.thread_is_lazy, 0)) {
        uint64_t address = lazy_variable_here();

        return address == 0 ? 0 : load64(address);
    }
    return load64(recorder.current_thread + (self & recorder.thread_mask));
}

static inline struct thread_record *
thread_record_here(void)
{
    struct thread_record *thread = recorder.thread;
    uint64_t self = own_thread_id();
    uint64_t state = thread_state_here(self);

    if (thread != NULL && state != 0 && thread->state == state &&
        thread->id == self &&
        load64(state + recorder.thread_id_offset) == self) {
        return thread;
    }
    return thread_record_find();
}

/* The node around all of its stacks, where several interpreters run. */
uint32_t thread_record_root_of_several(struct thread_record *thread);

static inline uint32_t
thread_record_root(struct thread_record *thread)
{
    return recorder.several ? thread_record_root_of_several(thread) : 0;
}

/* Another interpreter is about to be made, maybe where an earlier one was. */
void thread_records_look_again(void);

/* A forked child has one thread. */
void thread_records_forget_others(void);

#endif
