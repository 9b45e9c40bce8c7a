/*
 * evaluator - whoever puts a function into the PEP 523 slot is recorded, and
 * left in place; the function's entry is watched from then on.
 */
#ifndef REFTALLY_PROBE_IMAGES_EVALUATOR_H
#define REFTALLY_PROBE_IMAGES_EVALUATOR_H

#include <stdint.h>

/*
 * Called at the entry of _PyInterpreterState_SetEvalFrameFunc; `setter` is the
 * stack tag of that call.
 */
void evaluator_set(uint64_t function, uint32_t setter);

#endif
