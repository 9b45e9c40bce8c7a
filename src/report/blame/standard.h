/*
 * standard - whether a module came with CPython.
 *
 * Millions use those of a release; a module of others that is at work with them
 * is likelier to be wrong. Where none of others is suspected this says nothing.
 */
#ifndef REFTALLY_REPORT_BLAME_STANDARD_H
#define REFTALLY_REPORT_BLAME_STANDARD_H

#include "report/evidence/hypothesis.h"
#include "report/evidence/inputs.h"

void standard_argue(const struct inputs *inputs, struct hypotheses *hypotheses);

/* Whether that file is an extension module of the standard library. */
bool standard_is_at(const char *path);

#endif
