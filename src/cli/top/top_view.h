/*
 * top_view - what `reftally top' shows: a ledger as it is now, with names.
 */
#ifndef REFTALLY_CLI_TOP_TOP_VIEW_H
#define REFTALLY_CLI_TOP_TOP_VIEW_H

#include "cli/top/top_rows.h"
#include "report/text/error.h"

struct top_view {
    const char *path;
    bool with_names; /* of functions */
    struct kinds_watch watch;
    struct ledger *ledger; /* when names were last looked for */
    struct kind_names *names;
    uint64_t named_ns, named_took_ns;
    struct top_rows rows;
};

/* `rows` of the view is set; `path` must outlive it. */
bool top_view_open(struct top_view *view, const char *path,
                   struct error *error);
void top_view_close(struct top_view *view);

/* Reads the numbers, and names for kinds that have come; makes the rows. */
void top_view_refresh(struct top_view *view);

/* Asks the process who holds what, as a report does. */
bool top_view_ask(struct top_view *view, struct error *error);

/* Whether more may come. */
bool top_view_runs(const struct top_view *view);

#endif
