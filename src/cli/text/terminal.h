/*
 * terminal - where a text report is shown: colours, size, and a pager.
 */
#ifndef REFTALLY_CLI_TEXT_TERMINAL_H
#define REFTALLY_CLI_TEXT_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum colour_choice { COLOUR_AUTO, COLOUR_ALWAYS, COLOUR_NEVER };

struct terminal {
    bool colours;
    unsigned columns, rows; /* 0: it is none */
};

/*
 * Colours are for terminals, unless NO_COLOR says otherwise; a number in
 * COLUMNS is believed.
 */
struct terminal terminal_of(FILE *file, enum colour_choice choice);

/* "auto", "always" or "never". */
bool terminal_choose(enum colour_choice *choice, const char *word);

/*
 * Shows a text by PAGER, or less, if it has more lines than the terminal. False:
 * it has not, or there is no pager, and nothing was shown.
 */
bool terminal_page(const struct terminal *terminal, const char *text,
                   size_t length);

#endif
