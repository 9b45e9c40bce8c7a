/*
 * unowned - references without an owner, by the last look at who owns what.
 *
 * Only a census of the interpreter's last moment counts, and only one that was
 * complete: else nobody lacks an owner. One that was given up while it searched
 * memory still tells what has all its owners.
 */
#ifndef REFTALLY_REPORT_EVIDENCE_UNOWNED_H
#define REFTALLY_REPORT_EVIDENCE_UNOWNED_H

#include "ledger/reader.h"

enum ownership {
    OWNERSHIP_UNKNOWN, /* no census, or born after it */
    OWNERSHIP_OWNED,   /* every reference has an owner */
    OWNERSHIP_ADRIFT,  /* ... but nothing leads to the object from outside */
    OWNERSHIP_LOST,    /* ... and all that points at it is memory of which
                          nothing is known */
    OWNERSHIP_SURPLUS, /* more references than owners */
};

struct unowned;

/*
 * The last census, if it says who owns what; NULL: there is none, or it was
 * incomplete, and nobody lacks an owner by it.
 */
const struct ledger_census *unowned_census(const struct ledger *ledger);

/* `ledger` must outlive it. */
struct unowned *unowned_create(const struct ledger *ledger);
void unowned_free(struct unowned *unowned);

/*
 * A census was wanted, and is incomplete or could not be taken. Without a
 * record of one, the settings want none.
 */
bool unowned_is_cut(const struct unowned *unowned);

/* `surplus`: references without an owner, 0 unless that is the answer. */
enum ownership unowned_find(const struct unowned *unowned,
                            const struct ledger_account *account,
                            uint64_t *surplus);

/* Objects and references, of those that are only counted. */
struct unowned_more {
    double objects, references;
};

/*
 * What an account stands for besides its object: its share of the objects of
 * its kind that have no account, and no owner for some of their references; or
 * of all of these, where no census tells. With `doubt`, a pointer that may be
 * left over is no owner, and lost objects stand for others where no surplus does.
 * Shares of a kind add up to all of it.
 */
struct unowned_more unowned_more(const struct unowned *unowned,
                                 uint32_t account, bool doubt);

/* The same for all of these accounts together. */
struct unowned_sum {
    uint64_t objects, references;
};
struct unowned_sum unowned_more_of(const struct unowned *unowned,
                                   const uint32_t *accounts, size_t count,
                                   bool doubt);

/* Whether it was born after the last census: other threads went on. */
bool unowned_is_younger(const struct unowned *unowned,
                        const struct ledger_account *account);

/* Whether some account stands for the objects of the kind: else, or where no
 * census tells, nobody knows where they were born. */
bool unowned_speaks_for(const struct unowned *unowned, uint32_t kind);

/* Objects of the account's kind that are only counted, and have more owners
 * than references. */
uint64_t unowned_more_overdrawn(const struct unowned *unowned,
                                uint32_t account);

/*
 * References without an owner that is certain: a pointer somewhere may be one,
 * or left over from another time. 0 if nothing is known.
 */
uint64_t unowned_doubtful(const struct unowned *unowned,
                          const struct ledger_account *account);

/* Owners that are certain. 0 if nothing is known. */
uint64_t unowned_owners(const struct unowned *unowned,
                        const struct ledger_account *account);

/* Those of them that may be copies of pointers, which nobody counts: all but the
 * items of lists, tuples and dictionaries. */
uint64_t unowned_copies(const struct unowned *unowned,
                        const struct ledger_account *account);

/* Whether any pointer to it was found, or nothing is known. */
bool unowned_is_pointed_at(const struct unowned *unowned,
                           const struct ledger_account *account);

/* Objects that hold it beyond its count: somebody released for them. */
uint64_t unowned_overdrawn(const struct unowned *unowned,
                           const struct ledger_account *account);

/*
 * References that an object in static data lacks: owners beyond its count, that
 * is containers, frames and the interpreter's cache; or what it began with above
 * it. Not for types, of whose pointers nobody knows which count. 0 if nothing is
 * known.
 */
uint64_t unowned_too_few(const struct unowned *unowned,
                         const struct ledger_account *account);

/*
 * Pointers to it beyond its count: owners that somebody released for, or left
 * over, or such as never count. 0 if nothing is known.
 */
uint64_t unowned_uncounted(const struct unowned *unowned,
                           const struct ledger_account *account);

#endif
