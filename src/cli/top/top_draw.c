#include "cli/top/top_draw.h"

#ifdef HAVE_NCURSES

#include <curses.h>
#include <stdlib.h>
#include <string.h>

#include "cli/top/top_text.h"
#include "report/text/memory.h"

enum { HEAD_LINES = 3 /* state, columns, and keys at the bottom */ };

static const char keys[] = "  t by type  / filter  enter row  h held by";

size_t
top_draw_room(void)
{
    return LINES > HEAD_LINES ? (size_t)(LINES - HEAD_LINES) : 1;
}

/* The last column stays empty: some terminals go on to the next line there. */
static unsigned
columns(void)
{
    return COLS > 1 ? (unsigned)COLS - 1 : 1;
}

/* Takes the text, which it frees. */
static void
put_line(int line, char *text, int attributes)
{
    char *cut = top_text_cut(text, columns());

    attron(attributes);
    mvaddstr(line, 0, cut);
    attroff(attributes);
    free(cut);
    free(text);
}

/* ---- the table ---- */

static void
keep_in_sight(struct top_draw *draw)
{
    size_t count = draw->view->rows.count, room = top_draw_room();

    if (draw->chosen >= count) {
        draw->chosen = count > 0 ? count - 1 : 0;
    }
    if (draw->chosen < draw->first) {
        draw->first = draw->chosen;
    }
    if (draw->chosen >= draw->first + room) {
        draw->first = draw->chosen - room + 1;
    }
    if (draw->first + room > count) {
        draw->first = count > room ? count - room : 0;
    }
}

static char *
bottom_text(const struct top_draw *draw)
{
    const struct top_rows *rows = &draw->view->rows;

    if (draw->editing) {
        return memory_format("filter: %s_  (enter: done, escape: none)",
                             rows->filter);
    }
    if (draw->message != NULL) {
        return memory_text(draw->message);
    }
    return memory_format("%s%s%sq quit  s S sorted by %s%s",
                         rows->filter[0] != '\0' ? "filter: " : "",
                         rows->filter, rows->filter[0] != '\0' ? "  " : "",
                         top_order_word(rows->order), keys);
}

void
top_draw_table(struct top_draw *draw)
{
    struct top_view *view = draw->view;
    const struct top_rows *rows = &view->rows;

    keep_in_sight(draw);
    erase();
    put_line(0, top_text_state(rows, &view->watch), A_NORMAL);
    put_line(1, top_text_columns(columns()), A_BOLD);
    for (size_t i = 0; i < top_draw_room(); i++) {
        size_t at = draw->first + i;

        if (at < rows->count) {
            put_line((int)i + 2, top_text_row(rows, &rows->rows[at], columns()),
                     at == draw->chosen ? A_REVERSE : A_NORMAL);
        }
    }
    put_line(LINES - 1, bottom_text(draw), A_BOLD);
    refresh();
}

/* ---- one row ---- */

static void
put_lines(int line, const char *text)
{
    while (*text != '\0' && line < LINES - 1) {
        size_t length = strcspn(text, "\n");

        put_line(line++, memory_format("%.*s", (int)length, text), A_NORMAL);
        text += length + (text[length] == '\n');
    }
}

void
top_draw_row(struct top_draw *draw)
{
    struct top_view *view = draw->view;
    const struct top_row *row;
    char *stack;

    if (draw->chosen >= view->rows.count) {
        return;
    }
    row = &view->rows.rows[draw->chosen];
    stack = row->kind < kind_names_count(view->names)
                ? kind_names_stack(view->names, row->kind)
                : memory_text("");
    erase();
    put_line(0, memory_format("type     %s", row->type), A_BOLD);
    put_line(1, memory_format("born at  %s", row->place), A_NORMAL);
    put_line(2,
             memory_format("held by  %s", row->held[0] != '\0'
                                              ? row->held
                                              : "not known: type h"),
             A_NORMAL);
    put_lines(4, stack);
    put_line(LINES - 1, memory_text("any key goes back"), A_BOLD);
    refresh();
    timeout(-1);
    getch();
    free(stack);
}

#endif
