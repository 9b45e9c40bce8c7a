/*
 * frame_twice - was an object taken twice for one frame?
 *
 * Of each taking the ledger says how often another place had taken the object
 * before, in the same call of the evaluator, and which. In ordinary code that
 * is common: each load takes. What is wrong is a frame that is given an object
 * by the code that made it and takes it once more while it sets itself up.
 */
#ifndef REFTALLY_REPORT_EVIDENCE_FRAME_TWICE_H
#define REFTALLY_REPORT_EVIDENCE_FRAME_TWICE_H

#include <stdint.h>

#include "report/evidence/inputs.h"

/* Fewer may be chance; where a frame is seen to be made elsewhere, of all
 * objects together. */
enum { FRAME_TWICE_MIN = 10 };

/* An object, and the two places that took it. */
struct frame_twice {
    uint64_t first_place, second_place; /* stacks_birthplace of the tags */
    uint32_t type;
    uint32_t account;
    uint32_t first_tag, second_tag;
    uint32_t first_python, second_python;
    uint64_t first_taken, second_taken;
    uint64_t again;      /* the second took after the first */
    uint64_t references; /* too many, for this reason */
};

/* Is it an instruction by which a frame sets itself up? */
bool frame_twice_is_set_up(const struct ledger *ledger, uint32_t python);

/* False: account number `index` was not, or has nothing too many. */
bool frame_twice_find(const struct inputs *inputs, uint32_t index,
                      struct frame_twice *out);

#endif
