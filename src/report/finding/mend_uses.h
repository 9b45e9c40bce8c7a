/*
 * mend_uses - what the C code of some lines does with a variable.
 */
#ifndef REFTALLY_REPORT_FINDING_MEND_USES_H
#define REFTALLY_REPORT_FINDING_MEND_USES_H

#include "report/text/c_code.h"

enum { MEND_NAME_MAX = 64 };

/* What a line does with a reference that a variable has. */
enum use {
    USE_NONE,    /* it only looks, or lends it to the C API */
    USE_RELEASE, /* gives it back */
    USE_UNKNOWN, /* may put it elsewhere, or something else into the variable */
};

enum use mend_use(const struct c_code *code, uint32_t line,
                  const char *variable);

/* Does a line that begins so return? */
bool mend_returns(const char *text);

/* Does a line that begins so leave the function, or go to a label of it? */
bool mend_leaves(const char *text);

/* The line that leaves, with nothing but other releases between it and this
 * release; 0: there is none. */
uint32_t mend_leaves_at_once(const struct c_code *code, uint32_t line);

/* Others may come to this line, or it may not be what is compiled. */
bool mend_is_entrance(const struct c_code *code, uint32_t line);

/* Is `variable` one of the function around the line, and none of the file? */
bool mend_is_local(const struct c_code *code, uint32_t line,
                   const char *variable);

/* The same for a number, of a type without pointers. */
bool mend_is_number(const struct c_code *code, uint32_t line,
                    const char *variable);

/* A test of nothing but the variable, and of no other. */
bool mend_tests_null(const char *text, const char *variable);

#endif
