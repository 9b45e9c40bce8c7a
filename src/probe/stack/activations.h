/*
 * activations - which calls of the frame evaluator are live, by thread.
 *
 * Every entry from C into _PyEval_EvalFrameDefault, or into an evaluator that
 * somebody put into the PEP 523 slot, is pushed here with its stack pointer. A
 * return is not seen; instead an activation is live as long as the interpreter
 * itself says so: its innermost CFrame (3.10 to 3.12), or the frame that it puts
 * below the innermost evaluation's (from 3.13), lies in that call's C frame; or
 * its current frame is that call's (3.9).
 */
#ifndef REFTALLY_PROBE_STACK_ACTIVATIONS_H
#define REFTALLY_PROBE_STACK_ACTIVATIONS_H

#include "cpython/memory.h"
#include "probe/state/lazy_variable.h"
#include "probe/state/own_thread.h"
#include "probe/state/recorder.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    ACTIVATIONS_MAX = 1 << 16, /* of a thread; deeper ones are not told apart */
    THREAD_SLOTS = 1 << 10,
    NO_ACTIVATION = -1,
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

void activation_enter(struct thread_record *thread, uint64_t stack_pointer,
                      uint64_t base_pointer, uint64_t frame, bool slot);

/* The innermost live call of the default evaluator, or NO_ACTIVATION. */
int32_t activation_search(struct thread_record *thread, uint64_t stack_pointer);

static inline int32_t
activation_live(struct thread_record *thread, uint64_t stack_pointer)
{
    if (recorder.has_evaluation && thread->count > 0 && thread->state != 0) {
        const struct activation *top = &thread->activations[thread->count - 1];
        uint64_t innermost = load64(thread->state + recorder.evaluation_offset);

        if (!top->slot && innermost > stack_pointer &&
            innermost < top->stack_pointer) {
            return thread->count - 1;
        }
    }
    return activation_search(thread, stack_pointer);
}

/* The call of the default evaluator around number i, or NO_ACTIVATION. */
int32_t activation_outer(const struct thread_record *thread, int32_t i);

/* The serial of the Python frame being evaluated, 0: none. */
uint32_t activation_serial_search(const struct thread_record *thread,
                                  int32_t live);

static inline uint32_t
activation_serial(const struct thread_record *thread, int32_t live)
{
    return live >= 0 && live + 1 == thread->count
               ? thread->activations[live].serial
               : activation_serial_search(thread, live);
}

/*
 * Whether this call, which is live, or one of the next around it evaluates a
 * function of that name.
 */
bool activation_within(const struct thread_record *thread, int32_t live,
                       const char *name);

/* A forked child has one thread. */
void activations_forget_others(void);

#endif
