/*
 * headline - what a finding says, in words of the user's own code.
 *
 * Authors of C see the C function that is suspected. Where that is the
 * interpreter's evaluation of Python code, or where objects are merely held,
 * the line of Python is named: the innermost that is neither the standard
 * library's nor installed.
 */
#ifndef REFTALLY_REPORT_FINDING_HEADLINE_H
#define REFTALLY_REPORT_FINDING_HEADLINE_H

#include "report/finding/finding.h"

/* A printable sentence without a full stop, to be freed. */
char *headline_text(const struct inputs *inputs, const struct finding *finding);

/* The Python node of a stack that is the user's own; 0: there is none. */
uint32_t headline_own_python(const struct ledger *ledger, uint32_t python);

#endif
