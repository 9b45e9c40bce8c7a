/*
 * kin - which functions of a module belong to which of its types.
 *
 * The tables of a type name them: slots, methods and attributes. What one of
 * them puts into an object of the type, another one may forget; functions of
 * other types do not get to see it.
 */
#ifndef REFTALLY_REPORT_EVIDENCE_KIN_H
#define REFTALLY_REPORT_EVIDENCE_KIN_H

#include "report/evidence/inputs.h"

struct kin;

/* Of the types that one image defines; it must have a file. */
struct kin *kin_create(const struct inputs *inputs, uint32_t image);
void kin_free(struct kin *kin);

/* Adds that the function works on a type of the ledger. */
void kin_add(struct kin *kin, uint32_t function, uint32_t type);
/* ... on those that its caller works on. */
void kin_join(struct kin *kin, uint32_t function, uint32_t caller);

/* The types that it works on, next at or after `*at`; false at the end. */
bool kin_next_type(const struct kin *kin, uint32_t function, size_t *at,
                   uint32_t *type);

/* Does a type name it as what takes its objects apart? */
bool kin_disposes(const struct kin *kin, uint32_t function);

enum kin_answer {
    KIN_UNKNOWN, /* of one of them nothing is known */
    KIN_SAME,    /* a type is common to both */
    KIN_OTHER,
};
enum kin_answer kin_of(const struct kin *kin, uint32_t function,
                       uint32_t other);

#endif
