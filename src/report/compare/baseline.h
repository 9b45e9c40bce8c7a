/*
 * baseline - the findings of an earlier run, which need no attention now.
 *
 * A JSON file, reftally-baseline/1. Findings are known by names, so that lines
 * may move and other leaks may come and go.
 */
#ifndef REFTALLY_REPORT_COMPARE_BASELINE_H
#define REFTALLY_REPORT_COMPARE_BASELINE_H

#include <stddef.h>
#include <stdio.h>

#include "report/finding/accused.h"
#include "report/text/error.h"

struct baseline {
    struct accused *items;
    size_t count;
};

bool baseline_read(struct baseline *baseline, const char *path,
                   struct error *error);
void baseline_clear(struct baseline *baseline);

/* Adds a finding; one that is there already keeps the larger number. */
void baseline_add(struct baseline *baseline, const struct accused *accused);

/* The same finding, however many references it was; NULL: none. */
const struct accused *baseline_find(const struct baseline *baseline,
                                    const struct accused *accused);

bool baseline_write(FILE *file, const struct baseline *baseline);

#endif
