/*
 * fault - what a program died of.
 *
 * An object that was released too early is dead, and its memory free or another's,
 * when it is used: the interpreter then fails in code of its own, which no module
 * had called, or where it manages memory. Who reads what is not there, as address
 * 0, fails elsewhere. Or somebody calls a slot of a type that the dead object no
 * longer has, and there is no code. Or the C library, or the interpreter's own
 * checks, find that what is given back is not as it was, and abort the process.
 */
#ifndef REFTALLY_REPORT_EVIDENCE_FAULT_H
#define REFTALLY_REPORT_EVIDENCE_FAULT_H

#include "report/evidence/inputs.h"
#include "report/symbols/stacks.h"

/*
 * From where it died outward: is it the interpreter until Python code ran, or does
 * it manage memory for who called it?
 */
bool fault_is_in_interpreter(const struct inputs *inputs,
                             const struct stack *stack);

/* Did the program die of a fault as dead objects make it? */
bool fault_is_of_the_dead(const struct inputs *inputs);

/* Did it die in the interpreter, below a call of that function? */
bool fault_was_given_by(const struct inputs *inputs, uint32_t function);

#endif
