/*
 * top_draw - what the screen of `reftally top' shows.
 */
#ifndef REFTALLY_CLI_TOP_TOP_DRAW_H
#define REFTALLY_CLI_TOP_TOP_DRAW_H

#include "cli/top/top_view.h"

struct top_draw {
    struct top_view *view;
    size_t first, chosen; /* rows: on top of the screen, and marked */
    char *message;        /* shown until the next key; NULL: none */
    bool editing;         /* the filter */
};

void top_draw_table(struct top_draw *draw);

/* The row that is marked, whole, with the stack of the birth, until a key is
 * typed. */
void top_draw_row(struct top_draw *draw);

/* Rows that there is room for. */
size_t top_draw_room(void);

#endif
