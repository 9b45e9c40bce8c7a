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

#include "probe/stack/thread_records.h"

enum { NO_ACTIVATION = -1 };

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

/* The stack pointer of the evaluator itself: where stacks in it end. */
static inline uint64_t
activation_limit(const struct activation *call)
{
    return call->stack_pointer - 16 * (uint64_t)call->within;
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

#endif
