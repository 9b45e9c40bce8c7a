/*
 * birthplace - where an object was made, as a reader of code would say.
 */
#ifndef REFTALLY_REPORT_FINDING_BIRTHPLACE_H
#define REFTALLY_REPORT_FINDING_BIRTHPLACE_H

#include "report/evidence/inputs.h"
#include "report/symbols/stacks.h"

/* The Python node of an account's birth; 0: unknown. */
uint32_t birthplace_python(const struct ledger *ledger,
                           const struct ledger_account *account);

/*
 * Of the stack of a birth: the innermost function of an extension module, up to
 * the Python code that called; else the innermost of the interpreter.
 */
size_t birthplace_frame(const struct inputs *inputs, const struct stack *stack);

#endif
