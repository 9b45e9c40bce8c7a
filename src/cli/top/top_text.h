/*
 * top_text - the lines of `reftally top', cut to what a terminal has room for.
 */
#ifndef REFTALLY_CLI_TOP_TOP_TEXT_H
#define REFTALLY_CLI_TOP_TOP_TEXT_H

#include "cli/top/top_rows.h"

/* All to be freed. `columns` 0: as long as they are. */
char *top_text_columns(unsigned columns);
char *top_text_row(const struct top_rows *rows, const struct top_row *row,
                   unsigned columns);

/* What is recorded, and over what time things grew. */
char *top_text_state(const struct top_rows *rows,
                     const struct kinds_watch *watch);

/* The first so many characters, which is all if `columns` is 0. */
char *top_text_cut(const char *text, unsigned columns);

#endif
