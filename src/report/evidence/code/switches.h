/*
 * switches - where a jump leads that goes by a table, as compilers make it of a
 * `switch`: of distances from the table's own start, or of addresses.
 */
#ifndef REFTALLY_REPORT_EVIDENCE_CODE_SWITCHES_H
#define REFTALLY_REPORT_EVIDENCE_CODE_SWITCHES_H

#include "report/evidence/code/function_bytes.h"

enum { SWITCHES_KNOWN = 1024 };

/* A table that was found, or not: paths come to a jump again and again. */
struct switches_known {
    uint32_t image;
    uint64_t jump;  /* 0: nothing is known yet */
    uint64_t table; /* 0: none */
    uint64_t next;  /* what else the function finds behind it; or 0 */
    size_t bytes;   /* of an entry */
};

/*
 * Leaves the addresses that the indirect jump at an address may go to, each
 * once. Returns how many; 0: it goes by no table that is understood, or by one
 * that is larger than the room. A handing_switched.
 */
size_t switches_at(void *context, uint64_t jump, uint64_t *targets,
                   size_t room);

#endif
