/*
 * ledger_load - a ledger file, read into memory and checked.
 *
 * Reads rather than maps: the file may shrink or change under our hands.
 */
#ifndef REFTALLY_REPORT_INPUT_LEDGER_LOAD_H
#define REFTALLY_REPORT_INPUT_LEDGER_LOAD_H

#include "ledger/reader.h"
#include "report/text/error.h"

/* On failure nothing needs to be closed, and `error` names the file. */
bool ledger_load(struct ledger *ledger, const char *path, struct error *error);
void ledger_close(struct ledger *ledger);

/* A string of the ledger made printable, to be freed; NULL for "unknown". */
char *ledger_printable(const struct ledger *ledger, ledger_string string);

/* Are two nodes on the same line of the same function, by whatever instructions? */
bool ledger_same_line(const struct ledger *ledger, uint32_t one,
                      uint32_t other);

/* The image that has the address among its segments; 0: none. */
uint32_t ledger_image_of(const struct ledger *ledger, uint64_t address);

/* Is it the interpreter's own: its program, or its library? */
bool ledger_image_is_interpreters(const struct ledger *ledger, uint32_t image);

/* Does the image use Python, and is not the interpreter? 0, of none, does not. */
bool ledger_image_is_module(const struct ledger *ledger, uint32_t image);

/* Did the process end by a signal that says that it used what was not there? */
bool ledger_ended_by_fault(const struct ledger *ledger);

/* The value that the environment gave this setting, or NULL; to be freed. */
char *ledger_setting(const struct ledger *ledger, const char *setting);

#endif
