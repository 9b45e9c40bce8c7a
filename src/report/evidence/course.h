/*
 * course - what only grew, by the moments at which the library counted of its
 * own accord what was alive.
 *
 * Nobody said where the program's own rounds begin, so the rules are strict:
 * from some moment on, to the very end of the run, objects born alike become
 * more as evenly as the program works, and none of them go.
 */
#ifndef REFTALLY_REPORT_EVIDENCE_COURSE_H
#define REFTALLY_REPORT_EVIDENCE_COURSE_H

#include "ledger/reader.h"
#include "report/evidence/growth_line.h"

/*
 * Of numbers at moments; `work` rises. GROWTH_LINEAR, or GROWTH_UNKNOWN: anything
 * else cannot be told from what a program has.
 */
struct growth_line course_measure(const double *work, const double *values,
                                  size_t count);

struct course_index;

/* The moments of a ledger, which must outlive them. */
struct course_index *course_create(const struct ledger *ledger);
void course_free(struct course_index *index);

/* Of classes of one type, together. */
struct growth_line course_of_births(const struct course_index *index,
                                    uint32_t type, const uint32_t *births,
                                    size_t count);

#endif
