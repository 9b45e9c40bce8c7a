/*
 * values - JSON values out of what a ledger holds: valid text, and null for
 * what is unknown.
 */
#ifndef REFTALLY_REPORT_TEXT_VALUES_H
#define REFTALLY_REPORT_TEXT_VALUES_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

#include "ledger/reader.h"

json_t *values_text(const char *text);

/* Names from ELF files are not checked by anybody else. */
json_t *values_foreign(const char *text);

json_t *values_string(const struct ledger *ledger, ledger_string string);
json_t *values_number(uint64_t value);
/* 0 is unknown. */
json_t *values_positive(uint64_t value);
json_t *values_image_path(const struct ledger *ledger, uint32_t image);

/* Writes a document and lets go of it. */
bool values_write(FILE *file, json_t *document);

#endif
