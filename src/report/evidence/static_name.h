/*
 * static_name - what an object in the data of an image is called.
 */
#ifndef REFTALLY_REPORT_EVIDENCE_STATIC_NAME_H
#define REFTALLY_REPORT_EVIDENCE_STATIC_NAME_H

#include "report/evidence/inputs.h"

/* The symbol at its address, if it is of CPython; NULL: there is none. */
const char *static_name(const struct inputs *inputs, uint64_t object);

#endif
