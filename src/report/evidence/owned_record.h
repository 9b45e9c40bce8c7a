/*
 * owned_record - what a look at who owns what found of one object.
 */
#ifndef REFTALLY_REPORT_EVIDENCE_OWNED_RECORD_H
#define REFTALLY_REPORT_EVIDENCE_OWNED_RECORD_H

#include "ledger/reader.h"

/* With how many references that nobody took an object in static data began. */
int64_t owned_began(const struct ledger_account *account);

/*
 * References that the owners that are certain leave over; those that stood in
 * static data from the beginning nobody counted.
 */
int64_t owned_without_certain(const struct ledger_account *account,
                              const struct ledger_owned *record);

/* An object may hold it without saying so. */
bool owned_is_in_an_object(const struct ledger *ledger,
                           const struct ledger_owned *record);

/*
 * The interpreter's cache of attributes of types has a reference to each name
 * that was looked up last in one of its places.
 */
int64_t owned_kept_as_names(const struct ledger *ledger,
                            const struct ledger_account *account,
                            const struct ledger_owned *record);

/*
 * And to None in each that is empty; a few of the words that are found may be
 * left over.
 */
int64_t owned_kept_by_caches(const struct ledger *ledger,
                             const struct ledger_account *account,
                             const struct ledger_owned *record);

/*
 * The owner that died when the interpreter let go of all, and of whose kind none
 * is left, without giving back what it held in a field: nobody did, it has as
 * many references as then. Only of a module's type, and if each owner is such a
 * one; else NULL.
 */
const struct ledger_owner *owned_bereft_by(const struct ledger *ledger,
                                           const struct ledger_account *account,
                                           const struct ledger_owned *record);

/* The image of the module whose type has the object in a field of C; 0: it is in
 * no such field. */
uint32_t owned_field_module(const struct ledger *ledger,
                            const struct ledger_owner *owner);

/* Has it no other owners but objects whose tp_traverse tells of it, in no field of
 * C of a module's type? */
bool owned_is_in_objects(const struct ledger *ledger,
                         const struct ledger_owned *record);

#endif
