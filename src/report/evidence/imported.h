/*
 * imported - what happened while a module was imported.
 */
#ifndef REFTALLY_REPORT_EVIDENCE_IMPORTED_H
#define REFTALLY_REPORT_EVIDENCE_IMPORTED_H

#include <stdbool.h>
#include <stdint.h>

#include "ledger/reader.h"

/* Python code of the import system stands around it, whatever C is called. */
bool imported_at(const struct ledger *ledger, uint32_t python);

/* References that imports took to the object, and did not give back, as far as
 * stacks tell. */
uint64_t imported_references(const struct ledger *ledger,
                             const struct ledger_account *account);

/* References that others took, whoever gave them back. */
uint64_t imported_not(const struct ledger *ledger,
                      const struct ledger_account *account);

#endif
