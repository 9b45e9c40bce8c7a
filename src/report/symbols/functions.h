/*
 * functions - the functions that a report speaks of, each with a number.
 */
#ifndef REFTALLY_REPORT_SYMBOLS_FUNCTIONS_H
#define REFTALLY_REPORT_SYMBOLS_FUNCTIONS_H

#include <stdbool.h>

#include "report/symbols/function_flags.h"
#include "report/text/number_index.h"

struct function {
    char *name; /* without compiler suffixes, TYPE.SLOT, or IMAGE+0xOFFSET */
    uint32_t image; /* 0: in no image */
    uint32_t flags; /* enum function_flags */
    enum return_kind returns;
};

/* It can hand no object to its caller: neither as its result nor to where an
 * argument points. */
static inline bool
function_is_wall(const struct function *function)
{
    return function->returns == RETURN_OTHER &&
           (function->flags & FUNCTION_FILLS_NOTHING) != 0;
}

/* Zeroed, it is empty. */
struct functions {
    struct function *functions;
    uint32_t count;
    struct number_index index;
};

/* Who calls a function so. What a name says of what the function does
 * (function_names.h) only its authors' own one says. */
enum function_named_by {
    FUNCTION_NAMED_BY_LINES,
    FUNCTION_NAMED_BY_SYMBOL, /* what was inlined into it has no name */
    FUNCTION_NAMED_BY_TABLE,
    FUNCTION_NAMED_BY_NOBODY,
};

/* The number of an image's function, which may be new. */
uint32_t functions_intern(struct functions *functions, uint32_t image,
                          const char *name, enum return_kind returns,
                          enum function_named_by by);
/* It is known to be that as well: enum function_flags. */
void functions_mark(struct functions *functions, uint32_t function,
                    uint32_t flags);
/* It returns that, where nothing else is known. */
void functions_returns(struct functions *functions, uint32_t function,
                       enum return_kind returns);
void functions_release(struct functions *functions);

#endif
