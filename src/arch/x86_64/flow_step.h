/*
 * flow_step - what one instruction makes of what registers hold (flow.h).
 */
#ifndef REFTALLY_ARCH_X86_64_FLOW_STEP_H
#define REFTALLY_ARCH_X86_64_FLOW_STEP_H

#include "arch/flow_state.h"

/* What holds behind the instruction, given what holds before. */
void flow_step(const struct flow_state *state,
               const struct instruction *instruction,
               const struct flow_context *context,
               const struct flow_spills *spills, struct flow_state *next);

/* Notes what it keeps on the stack. Whether anything is new. */
bool flow_spill(struct flow_spills *spills,
                const struct instruction *instruction,
                const struct flow_state *state);

/* Whether the operand is a slot of the stack, given what holds before. */
bool flow_is_slot(const struct flow_state *state,
                  const struct instruction *instruction);

/* The counts that _Py_SetImmortal and its kin have stored so far. */
bool flow_is_immortal(const struct refcount_shape *shape, int64_t value);

#endif
