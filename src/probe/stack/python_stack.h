/*
 * python_stack - the Python stack of a thread, read as raw memory.
 */
#ifndef REFTALLY_PROBE_STACK_PYTHON_STACK_H
#define REFTALLY_PROBE_STACK_PYTHON_STACK_H

#include "probe/stack/activations.h"

/* The ledger's number of a code object, 0: no room. */
uint32_t python_stack_code(uint64_t code);

/* The same, without reading it: 0, too, if nobody has asked for it before. */
uint32_t python_stack_known_code(uint64_t code);

/* The Python stack of the thread, as a node; 0: none, or no room. */
uint32_t python_stack_walk(const struct thread_record *thread);

/* The same, however deep it is, up to 128 frames. */
uint32_t python_stack_whole(const struct thread_record *thread);

/* Of a stack that is there at this moment: where a reference is taken in it. */
uint32_t python_stack_taking(uint32_t node);

/* A code object was born at this address: what was known of it is void. */
void python_stack_forget_code(uint64_t code);
bool python_stack_init(void);

#endif
