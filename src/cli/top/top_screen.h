/*
 * top_screen - the table of `reftally top' in a terminal, by ncurses.
 */
#ifndef REFTALLY_CLI_TOP_TOP_SCREEN_H
#define REFTALLY_CLI_TOP_TOP_SCREEN_H

#include "cli/top/top_view.h"

/* Until the user quits. False: the terminal cannot show it, or this reftally was
 * built without ncurses. */
bool top_screen_show(struct top_view *view, unsigned interval_seconds,
                     struct error *error);

#endif
