/*
 * learned - what the user's own programs have taught, kept between runs.
 *
 * One file for each version of CPython beside the patch plans, in the rows that
 * background_write prints. It grows by `reftally learn --keep` only, and has a
 * limit: when it is full, what was seen least goes.
 */
#ifndef REFTALLY_REPORT_EVIDENCE_LEARNED_H
#define REFTALLY_REPORT_EVIDENCE_LEARNED_H

#include "report/evidence/background.h"
#include "report/text/error.h"

/* The folder of REFTALLY_CACHE, to be freed; NULL: there is no place for it. */
char *learned_folder(void);

/*
 * The file for the interpreter of this ledger, to be freed; NULL: there is no
 * place for it (REFTALLY_CACHE=none, no home).
 */
char *learned_path(const struct ledger *ledger);

/* Adds what stands there. A file that is no such table adds nothing. */
void learned_load(const char *path, struct settling *settling,
                  struct symbols *symbols, const struct ledger *ledger);

/*
 * Adds rows of text to the file, which may be new. One that is no such table
 * is replaced. `rows`: how many it has now.
 */
bool learned_keep(const char *path, const char *text, size_t *rows,
                  struct error *error);

#endif
