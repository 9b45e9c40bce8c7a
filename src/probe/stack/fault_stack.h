/*
 * fault_stack - where a thread stood when the processor complained.
 */
#ifndef REFTALLY_PROBE_STACK_FAULT_STACK_H
#define REFTALLY_PROBE_STACK_FAULT_STACK_H

#include <stdint.h>

/* In the handler of the signal: what it was told, `context` its third argument.
 * What came first stays. */
void fault_stack_keep(uint64_t address, const void *context);

/* In a copy of the process, which may die of it: enters that into the ledger. */
void fault_stack_enter(void);

#endif
