/*
 * callees - what functions do with what they are given, by their contracts, by
 * the formats they are called with, and by their names.
 */
#ifndef REFTALLY_REPORT_EVIDENCE_CODE_CALLEES_H
#define REFTALLY_REPORT_EVIDENCE_CODE_CALLEES_H

#include "arch/handing.h"
#include "report/evidence/code/function_bytes.h"

/* `function`: the struct function_code with the call. */
enum handing_callee callees_at(void *function, const struct handing_call *call);

/* The text that an argument of a call is, in so many bytes; NULL: it is not
 * constant. */
const char *callees_text(const struct function_code *function, uint64_t address,
                         size_t argument, size_t *size);

#endif
