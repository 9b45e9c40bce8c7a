/*
 * value_format - what a format of Py_BuildValue does with its arguments.
 */
#ifndef REFTALLY_REPORT_EVIDENCE_CODE_VALUE_FORMAT_H
#define REFTALLY_REPORT_EVIDENCE_CODE_VALUE_FORMAT_H

#include "arch/handing.h"

/*
 * Of an object that a call is given in these places: is its reference stolen
 * ("N") or not ("O")? `first`: the number of the argument behind the format,
 * from 0; the format need not end within `size`.
 */
enum handing_callee value_format_callee(const char *format, size_t size,
                                        size_t first,
                                        const struct handing_call *call);

#endif
