/*
 * switches - where a jump leads that goes by a table, as compilers make it of a
 * `switch`: of distances from the table's own start, or of addresses.
 */
#ifndef REFTALLY_REPORT_EVIDENCE_CODE_SWITCHES_H
#define REFTALLY_REPORT_EVIDENCE_CODE_SWITCHES_H

#include "report/evidence/code/function_bytes.h"

/*
 * Leaves the addresses that the indirect jump at an address may go to, each
 * once. Returns how many; 0: it goes by no table that is understood, or by one
 * that is larger than the room. A handing_switched.
 */
size_t switches_at(void *function, uint64_t jump, uint64_t *targets,
                   size_t room);

#endif
