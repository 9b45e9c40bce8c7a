/*
 * stored_alike - live objects of one type that the same place stored.
 *
 * A class of objects has one place of birth, and the same statement may have
 * several: one where a free list had a block, another where it had none, a
 * third since the interpreter specialized the call. Who stored them is the
 * same, and so they grow together.
 */
#ifndef REFTALLY_REPORT_DETECT_STORED_ALIKE_H
#define REFTALLY_REPORT_DETECT_STORED_ALIKE_H

#include "report/evidence/growth.h"
#include "report/evidence/inputs.h"

struct stored_alike;

/* Of all LEDGER_OWNED records. The inputs must outlive it. */
struct stored_alike *stored_alike_create(const struct inputs *inputs);
void stored_alike_free(struct stored_alike *alike);

/* The record that stands for all those stored like this one; 0: none does. */
uint32_t stored_alike_first(const struct stored_alike *alike, uint32_t record);

/* Of a record that stands for others: how many objects, and how they grow. */
uint64_t stored_alike_objects(const struct stored_alike *alike,
                              uint32_t record);
/* So many of them have no account. */
uint64_t stored_alike_counted(const struct stored_alike *alike,
                              uint32_t record);
struct growth_line stored_alike_growth(const struct stored_alike *alike,
                                       uint32_t record);

#endif
