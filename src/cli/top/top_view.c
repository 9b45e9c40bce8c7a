#include "cli/top/top_view.h"

#include <stdlib.h>
#include <time.h>

#include "cli/judgement/living.h"
#include "report/blame/analysis.h"
#include "report/input/ledger_load.h"
#include "report/text/memory.h"

/* Of the time, this part may go into names. */
enum { NAMES_SHARE = 5 };

static uint64_t
now_ns(void)
{
    struct timespec now = { 0 };

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

typedef bool ledger_reader(struct ledger *ledger, const char *path,
                           struct error *error);

static void
forget_names(struct top_view *view)
{
    kind_names_free(view->names);
    ledger_close(view->ledger);
    free(view->ledger);
}

/* Those there were stay where it cannot be read. */
static bool
find_names(struct top_view *view, ledger_reader *read, struct error *error)
{
    struct ledger *ledger = (struct ledger *)memory_zeroed(1, sizeof *ledger);
    struct kind_names *names;

    if (!read(ledger, view->path, error)) {
        free(ledger);
        return false;
    }
    names = kind_names_create(ledger, view->with_names);
    if (view->names != NULL) {
        kind_names_inherit(names, view->names);
        forget_names(view);
    }
    view->ledger = ledger;
    view->names = names;
    return true;
}

static bool
names_are_due(const struct top_view *view)
{
    return view->watch.used > kind_names_count(view->names) &&
           now_ns() - view->named_ns >= NAMES_SHARE * view->named_took_ns;
}

bool
top_view_open(struct top_view *view, const char *path, struct error *error)
{
    view->path = path;
    if (!kinds_watch_open(&view->watch, path, error)) {
        return false;
    }
    if (!find_names(view, ledger_load, error)) {
        kinds_watch_close(&view->watch);
        return false;
    }
    return true;
}

void
top_view_close(struct top_view *view)
{
    top_rows_clear(&view->rows);
    forget_names(view);
    kinds_watch_close(&view->watch);
}

void
top_view_refresh(struct top_view *view)
{
    struct error ignored;
    uint64_t begun = now_ns();
    bool anew = false;

    if (kinds_watch_read(&view->watch)) {
        top_rows_sample(&view->rows, &view->watch, begun);
    }
    if (names_are_due(view)) {
        anew = find_names(view, ledger_load, &ignored);
    }
    top_rows_build(&view->rows, &view->watch, view->names);
    if (anew || view->named_ns == 0) {
        view->named_ns = now_ns();
        view->named_took_ns = view->named_ns - begun;
    }
}

bool
top_view_ask(struct top_view *view, struct error *error)
{
    bool asked = find_names(view, living_load, error);

    top_rows_build(&view->rows, &view->watch, view->names);
    return asked;
}

bool
top_view_runs(const struct top_view *view)
{
    return view->watch.header->end == LEDGER_RUNNING &&
           analysis_still_runs(view->watch.header);
}
