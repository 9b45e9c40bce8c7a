/*
 * render_text_sites - the account of a finding, a line for each place.
 *
 * Places that read alike are one: calls before and after the interpreter
 * specialized them have stacks of their own.
 */
#ifndef REFTALLY_REPORT_RENDER_RENDER_TEXT_SITES_H
#define REFTALLY_REPORT_RENDER_RENDER_TEXT_SITES_H

#include <stdio.h>

#include "report/finding/finding.h"

void text_sites_write(FILE *file, const struct report *report,
                      const struct finding *finding);

#endif
