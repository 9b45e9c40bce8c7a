/*
 * dump - a ledger as text, one line a record.
 *
 * `NAME INDEX field=value ...`; the header is record 0. Fields that are 0 and
 * records that are free are left out; strings stand where they are used. The
 * text holds all that a report is made from: tests assemble ledgers from it.
 */
#ifndef REFTALLY_REPORT_INPUT_DUMP_H
#define REFTALLY_REPORT_INPUT_DUMP_H

#include <stdio.h>

#include "ledger/reader.h"

void dump_write(FILE *file, const struct ledger *ledger);

#endif
