/*
 * younger - how many of the objects at the last census are younger than a
 * checkpoint.
 *
 * Of a class of objects it is known how many there were at each checkpoint and
 * at the census, and of some of them when they were born: so many at least.
 */
#ifndef REFTALLY_REPORT_COMPARE_YOUNGER_H
#define REFTALLY_REPORT_COMPARE_YOUNGER_H

#include "ledger/reader.h"

struct younger;

/* `checkpoint`: its number; 0: all are younger. `ledger` must outlive it. */
struct younger *younger_create(const struct ledger *ledger,
                               uint32_t checkpoint);
void younger_free(struct younger *younger);

/* Of a record that says how many are alike: those that are younger, ... */
uint64_t younger_alike(const struct younger *younger, uint32_t record);
/* ... and the record of one that is, and whose owner is known; 0: of none. */
uint32_t younger_example(const struct younger *younger, uint32_t record);

/* Of such a record: the Python node where most of those that are younger and are
   known one by one were born; 0: on no line most of them. */
uint32_t younger_python(const struct younger *younger, uint32_t record);

/* The record that says it of objects of this type and birth; 0: none does. */
uint32_t younger_record(const struct younger *younger, uint32_t type,
                        uint32_t birth);

/* The same of a kind, of its objects without an account. */
uint64_t younger_counted(const struct younger *younger, uint32_t kind);

#endif
