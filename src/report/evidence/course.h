/*
 * course - what only grew, by the moments at which the library counted of its
 * own accord what was alive.
 *
 * Nobody said where the program's own rounds begin, so the rules are strict:
 * from some moment on, to the very end of the run, objects born alike become
 * more as evenly as the program works, and none of them go. Moments that are
 * far apart may find a list that is filled and emptied ever fuller: so the
 * same objects must be there at the end.
 */
#ifndef REFTALLY_REPORT_EVIDENCE_COURSE_H
#define REFTALLY_REPORT_EVIDENCE_COURSE_H

#include "ledger/reader.h"
#include "report/evidence/growth_line.h"

/* Of objects born alike, at each of some moments. */
struct course_numbers {
    const double *work;    /* rises */
    const double *values;  /* how many were alive */
    const double *younger; /* of the last moment's, so many at least were born
                              later than this */
};

/*
 * GROWTH_LINEAR, or GROWTH_UNKNOWN: anything else cannot be told from what a
 * program has.
 */
struct growth_line course_measure(struct course_numbers numbers, size_t count);

/* Whether they become more as evenly as the program works, to the very end. */
bool course_is_even(const double *work, const double *values, size_t count);

/* What is said of them, if that is so. */
struct growth_line course_line(const double *work, const double *values,
                               size_t count);

struct course_index;

/* The moments of a ledger, which must outlive them. */
struct course_index *course_create(const struct ledger *ledger);
void course_free(struct course_index *index);

/* Whether there were some at one of the moments, as LEDGER_COURSES have it. */
bool course_is_known(const struct course_index *index, uint32_t type,
                     uint32_t birth);

/* Of classes of one type, together. */
struct growth_line course_of_births(const struct course_index *index,
                                    uint32_t type,
                                    const struct growth_birth *births,
                                    size_t count);

#endif
