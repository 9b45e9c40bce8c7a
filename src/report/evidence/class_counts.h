/*
 * class_counts - how many objects of which class there were, by checkpoint.
 */
#ifndef REFTALLY_REPORT_EVIDENCE_CLASS_COUNTS_H
#define REFTALLY_REPORT_EVIDENCE_CLASS_COUNTS_H

#include "ledger/reader.h"
#include "report/evidence/points.h"

struct class_counts;

/* `ledger` must outlive them. */
struct class_counts *class_counts_create(const struct ledger *ledger);
void class_counts_free(struct class_counts *counts);

/*
 * The number of a class in the ledger; 0: it never was at a checkpoint.
 * `account`: 0 unless the class is that one object.
 */
uint32_t class_counts_find(const struct class_counts *counts, uint32_t type,
                           uint32_t birth, uint32_t account);

/* What several classes have more at each point, of which each counts once. */
struct class_sum {
    double *changes; /* by point */
    double between;  /* nowhere: from one pass through a region to the next */
    const struct points *points;
    bool *added;     /* by class */
    bool references; /* or objects */
};

/* `points` must outlive it. */
struct class_sum class_sum_begin(const struct class_counts *counts,
                                 const struct points *points, bool references);

/* The caller frees the changes. */
double *class_sum_end(struct class_sum *sum);

void class_sum_add(struct class_sum *sum, const struct class_counts *counts,
                   uint32_t class);

/*
 * The class of this birth, and the kinds of its place, of which those without
 * an account were counted.
 */
void class_sum_add_born(struct class_sum *sum,
                        const struct class_counts *counts, uint32_t type,
                        uint32_t birth);

#endif
