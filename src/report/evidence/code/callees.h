/*
 * callees - what functions do with what they are given, by their contracts, by
 * the formats they are called with, and by their names.
 */
#ifndef REFTALLY_REPORT_EVIDENCE_CODE_CALLEES_H
#define REFTALLY_REPORT_EVIDENCE_CODE_CALLEES_H

#include "arch/handing.h"

/* `function`: the struct function_code with the call. */
enum handing_callee callees_at(void *function, const struct handing_call *call);

#endif
