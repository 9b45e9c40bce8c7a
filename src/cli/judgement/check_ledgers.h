/*
 * check_ledgers - judges ledgers, and compares with what is known already.
 */
#ifndef REFTALLY_CLI_JUDGEMENT_CHECK_LEDGERS_H
#define REFTALLY_CLI_JUDGEMENT_CHECK_LEDGERS_H

#include "cli/judgement/check_print.h"
#include "report/compare/baseline.h"
#include "report/compare/suppressions.h"

struct check {
    struct suppressions suppressions;
    const char *suppressions_path; /* NULL: none */
    struct baseline baseline;      /* of an earlier run */
    struct baseline found;         /* of this one */
    struct check_print print;
    bool names;
    bool allow_partial;
    size_t in_part, not_judged; /* ledgers */
    uint64_t surplus_max;
    uint64_t surplus; /* references of findings that nobody knows of */
    size_t findings, others, suppressed, known; /* others: no surplus */
};

/*
 * Prints what it finds in each of these, which end with NULL. Writes a baseline
 * there, if `write_to` is not NULL. Returns the exit status.
 */
int check_ledgers(struct check *check, char **ledgers, const char *write_to);

#endif
