/*
 * shadow_frame - a frame that is evaluated in place of another one.
 *
 * An evaluator in the PEP 523 slot may make a frame of its own from the
 * variables of the one that it was given, as TorchDynamo does, and have that
 * evaluated instead. Both are of the same function, though the code may be
 * another; other frames that it evaluates meanwhile are of functions that it
 * calls.
 */
#ifndef REFTALLY_PROBE_STACK_SHADOW_FRAME_H
#define REFTALLY_PROBE_STACK_SHADOW_FRAME_H

#include "probe/stack/activations.h"

/* The ledger's number of the code of the frame in whose place activation i
 * evaluates another one; 0: it evaluates the one that there is. */
uint32_t shadow_frame_of(const struct thread_record *thread, int32_t i);

#endif
