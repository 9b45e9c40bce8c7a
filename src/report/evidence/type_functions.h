/*
 * type_functions - where the code of a type is that tells the collector what its
 * objects hold, and lets go of it.
 *
 * The ledger names tp_dealloc and tp_traverse; beside them, in the file that
 * defines the type, stands tp_clear.
 */
#ifndef REFTALLY_REPORT_EVIDENCE_TYPE_FUNCTIONS_H
#define REFTALLY_REPORT_EVIDENCE_TYPE_FUNCTIONS_H

#include "report/evidence/inputs.h"
#include "report/symbols/symbols.h"

struct type_functions {
    const struct place *traverse; /* NULL: unknown */
    bool known; /* the type was found in the file: whether it has a tp_clear */
    const struct place *clear; /* NULL: it has none, or it is unknown which */
    bool clears;
    bool silent_base;      /* a class of Python: the interpreter visits what it
                              adds, and its base in C has no tp_traverse */
    const char *base_name; /* of that base; NULL: unknown */
};

/* Of the type of an object. */
struct type_functions type_functions_find(const struct inputs *inputs,
                                          const struct ledger_owned *owned);

/* Does that type of the ledger leave its tp_dealloc to its base? False for one
   that is made at run time: nobody knows. */
bool type_functions_inherit_dealloc(const struct inputs *inputs, uint32_t type);

#endif
