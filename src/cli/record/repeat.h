/*
 * repeat - one function called again and again, with a checkpoint after each
 * call: the part of `reftally run` behind --call.
 */
#ifndef REFTALLY_CLI_RECORD_REPEAT_H
#define REFTALLY_CLI_RECORD_REPEAT_H

#include "report/text/error.h"

struct repeat {
    const char *call;    /* MODULE:FUNCTION; NULL: nothing is repeated */
    const char *rounds;  /* NULL: the default */
    const char *warm_up; /* NULL: the default */
};

/* May these stand together, and is each of them allowed? */
bool repeat_check(const struct repeat *repeat, struct error *error);

/*
 * The interpreter, its options, and what it is to run, from what stands on the
 * command line behind the options; ends with NULL. NULL: the program that calls
 * the function is missing.
 */
char **repeat_program(const struct repeat *repeat, char **interpreter);

#endif
