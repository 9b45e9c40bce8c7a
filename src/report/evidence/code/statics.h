/*
 * statics - where a function gets hold of an object in static data: by the object's
 * address, from a variable that the loader fills with it, or out of a table that it
 * is in.
 */
#ifndef REFTALLY_REPORT_EVIDENCE_CODE_STATICS_H
#define REFTALLY_REPORT_EVIDENCE_CODE_STATICS_H

#include "report/evidence/code/function_code.h"

struct static_object {
    const char *name; /* by which images know it; NULL: by none */
    uint64_t address; /* else where the image itself has it */
};

/* Does the function at `start` know a table that has the object? */
bool statics_has_table(const struct function_code *function,
                       const struct static_object *object, uint64_t start,
                       size_t size);

/* Does the instruction put the object, or what may be it, into
 * instruction->register_? Of one with a name: out of a table. `table`: look at
 * those, which takes long. */
bool statics_gets(const struct function_code *function,
                  const struct static_object *object,
                  const struct instruction *instruction, bool table);

#endif
