/*
 * own_frame - of the functions at a place, the one that its author wrote.
 */
#ifndef REFTALLY_REPORT_EVIDENCE_CODE_OWN_FRAME_H
#define REFTALLY_REPORT_EVIDENCE_CODE_OWN_FRAME_H

#include "report/symbols/symbols.h"

/* The C API's, as headers have it for older versions, or a binding's. */
bool own_frame_of_header(struct symbols *symbols,
                         const struct place_frame *frame);

/* The innermost that is the module's own, and that returns objects, if one was
 * returned; the outermost, if none is. */
size_t own_frame(struct symbols *symbols, const struct place *place,
                 bool returned);

#endif
