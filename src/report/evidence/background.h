/*
 * background - what correct programs have taught about the interpreter.
 *
 * The lives of one run are too few to learn from. A table for each version comes
 * with the tool, background/3.MINOR.txt: made by scripts/learn from programs
 * without leaks, by function name.
 */
#ifndef REFTALLY_REPORT_EVIDENCE_BACKGROUND_H
#define REFTALLY_REPORT_EVIDENCE_BACKGROUND_H

#include <stdio.h>

#include "report/evidence/settling.h"

/* Made from these files by the build; the last one has no lines. */
struct background_table {
    unsigned minor; /* of the version: 11 for 3.11 */
    const char *const *lines;
};
extern const struct background_table background_tables[];

/*
 * Adds the shipped table of the version, or of the nearest, as far as it is about images of this ledger: the
 * interpreter, whatever its file is called, and extension modules by name.
 */
void background_load(struct settling *settling, struct symbols *symbols,
                     const struct ledger *ledger);

/*
 * The function that background_write calls IMAGE:NAME: its number + 1. 0: it
 * is in no image of this ledger.
 */
uint32_t background_function(struct symbols *symbols,
                             const struct ledger *ledger, const char *name,
                             size_t length);

/*
 * Writes what was learned, one row a line: kind, three functions as
 * IMAGE:NAME or -, total, settled. Functions without a name are left out.
 */
void background_write(FILE *file, const struct settling *settling,
                      const struct symbols *symbols,
                      const struct ledger *ledger);

#endif
