/*
 * growing_last - what became more and more until nobody could be asked any
 * more: the process was killed.
 */
#ifndef REFTALLY_REPORT_DETECT_GROWING_LAST_H
#define REFTALLY_REPORT_DETECT_GROWING_LAST_H

#include "report/finding/finding.h"

/*
 * By the library's own moments: as in "8,000 app.Request, 8,000 dict". Who owns
 * them is not known. To be freed; NULL: nothing did.
 */
char *growing_last(const struct report *report);

/* Seconds of the run until the last of these moments. */
double growing_last_seconds(const struct report *report);

#endif
