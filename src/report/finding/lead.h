/*
 * lead - the lines of a finding to look at, in the user's own code.
 *
 * Authors of C look at the C function that is suspected. Where that is the
 * interpreter's evaluation of Python code or a call that Python code tells libffi
 * to make, or where objects are merely held by what the interpreter does or by what
 * Python code does with the function's result, the line of Python is the one: the
 * innermost that is neither the standard library's nor installed.
 */
#ifndef REFTALLY_REPORT_FINDING_LEAD_H
#define REFTALLY_REPORT_FINDING_LEAD_H

#include "report/finding/finding.h"

/* Printable. */
struct lead_place {
    char *file; /* NULL: unknown */
    uint32_t line;
    char *function; /* NULL: there is no such place */
};

struct lead {
    struct lead_place native;    /* whom the finding suspects first */
    struct lead_place forgotten; /* the line past which it is forgotten */
    struct lead_place python;    /* the user's own that led there */
    bool by_python;              /* that is the line to look at */
    bool foreign; /* `native` is the interpreter's own, or a binding's */
};

void lead_fill(struct lead *lead, const struct inputs *inputs,
               const struct finding *finding);
void lead_clear(struct lead *lead);

/* The innermost Python node from here outward that is as much the user's as any. */
uint32_t lead_own_python(const struct ledger *ledger, uint32_t python);

/* The innermost Python node from here outward that is not the standard
   library's; 0: there is none. */
uint32_t lead_past_library(const struct ledger *ledger, uint32_t python);

/* Is it libffi's? It calls what Python code tells it to, by ctypes or cffi. */
bool lead_is_told(const struct inputs *inputs, const struct stack_frame *frame);

/* The line to look at; its function is NULL when nobody knows any. */
const struct lead_place *lead_first(const struct lead *lead);

#endif
