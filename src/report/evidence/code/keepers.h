/*
 * keepers - whose code takes None, or its like, more often than it gives it away.
 *
 * A module knows None, and other objects in the data of the interpreter, by a
 * word of its own that holds their address. Where code raises the count of what
 * it loaded there, and raises it again before anybody was given a reference, one
 * of the two is forgotten when the path ends. It is the same for all calls, and
 * told where nobody saw one of these changes.
 */
#ifndef REFTALLY_REPORT_EVIDENCE_CODE_KEEPERS_H
#define REFTALLY_REPORT_EVIDENCE_CODE_KEEPERS_H

#include "report/evidence/code/function_code.h"

struct keeper {
    const struct place *place; /* where it took the second one */
    bool stored; /* the function stores it, too: perhaps that one */
    bool vague;  /* it may hand it to nobody knows whom */
};

/*
 * What is kept by the function that starts at `start` and is `size` bytes long.
 * `name`: of the object. Returns how many.
 */
size_t keepers_find(struct symbols *symbols, uint32_t image, uint64_t start,
                    size_t size, const char *name, struct code_memory *memory,
                    struct keeper *found, size_t room);

#endif
