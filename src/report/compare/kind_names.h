/*
 * kind_names - what the kinds of a ledger are called: their type, where they are
 * born, and who held one of them when that was last looked at.
 */
#ifndef REFTALLY_REPORT_COMPARE_KIND_NAMES_H
#define REFTALLY_REPORT_COMPARE_KIND_NAMES_H

#include "ledger/reader.h"

struct kind_names;

/* `ledger` must outlive them. With `names` false no other file is opened. */
struct kind_names *kind_names_create(const struct ledger *ledger, bool names);
void kind_names_free(struct kind_names *names);

/* Kinds that are known: from 1 to one less. */
uint32_t kind_names_count(const struct kind_names *names);

/* Printable, found when first asked for, and never NULL: "?" for what is not
 * known, "" for nobody. They live as long as the names. */
const char *kind_names_type(struct kind_names *names, uint32_t kind);
const char *kind_names_place(struct kind_names *names, uint32_t kind);
const char *kind_names_held(struct kind_names *names, uint32_t kind);

/* Holders that are known to the older names, and not to these. */
void kind_names_inherit(struct kind_names *names, struct kind_names *older);

/* A line for each call that led to a birth, the innermost first; to be freed. */
char *kind_names_stack(struct kind_names *names, uint32_t kind);

#endif
