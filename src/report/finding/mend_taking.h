/*
 * mend_taking - the statement that takes a reference into a variable.
 */
#ifndef REFTALLY_REPORT_FINDING_MEND_TAKING_H
#define REFTALLY_REPORT_FINDING_MEND_TAKING_H

#include "report/finding/mend_uses.h"

/* The variable of its function that gets what `giver` gives on the line, and
 * where that statement ends. */
bool mend_taking(const struct c_code *code, uint32_t line, const char *giver,
                 char *name, uint32_t *end);

/* The same where one call is all that the line has, of a function that is known
 * to give: others may run in its place. */
bool mend_only_call(const struct c_code *code, uint32_t line, char *name,
                    uint32_t *end);

/* "Py_INCREF(pair);": the name. */
bool mend_increment(const struct c_code *code, uint32_t line, char *name);

/*
 * Did one call fill the variable, with a reference that it gives, and does nothing
 * take it out on the way to the line?
 */
bool mend_was_given(const struct c_code *code, uint32_t line, const char *name);

/* The last line of the statement whose parenthesis opens there; 0: it is no
 * plain call. */
uint32_t mend_call_end(const struct c_code *code, uint32_t line,
                       const char *at);

#endif
