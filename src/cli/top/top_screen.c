#include "cli/top/top_screen.h"

#ifdef HAVE_NCURSES

#include <curses.h>
#include <locale.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/text/progress.h"
#include "cli/top/top_draw.h"
#include "report/text/memory.h"

enum {
    ESCAPE = 27,
    TYPED_MS = 100, /* how soon a key is answered while a line is typed */
};

static void
say(struct top_draw *draw, const char *text)
{
    free(draw->message);
    draw->message = text != NULL ? memory_text(text) : NULL;
}

/* Away from the screen, where the process may be waited for. */
static void
ask(struct top_draw *draw)
{
    struct error error;
    bool asked;

    if (!top_view_runs(draw->view)) {
        say(draw, "the process has ended: nobody is left to be asked");
        return;
    }
    endwin();
    progress_begin();
    asked = top_view_ask(draw->view, &error);
    progress_end();
    clearok(stdscr, TRUE);
    refresh();
    if (!asked) {
        say(draw, error.text);
    }
}

static void
edit_filter(struct top_draw *draw, int key)
{
    char *filter = draw->view->rows.filter;
    size_t length = strlen(filter);

    if (key == '\n' || key == KEY_ENTER) {
        draw->editing = false;
    }
    else if (key == ESCAPE) {
        draw->editing = false;
        filter[0] = '\0';
    }
    else if (key == KEY_BACKSPACE || key == 127 || key == '\b') {
        filter[length > 0 ? length - 1 : 0] = '\0';
    }
    else if (key >= ' ' && key <= 0xff &&
             length + 1 < sizeof draw->view->rows.filter) {
        filter[length] = (char)key;
        filter[length + 1] = '\0';
    }
    top_rows_build(&draw->view->rows, &draw->view->watch, draw->view->names);
}

static void
turn(struct top_draw *draw, int by)
{
    struct top_rows *rows = &draw->view->rows;

    rows->order =
        (enum top_order)((rows->order + TOP_ORDERS + by) % TOP_ORDERS);
    top_rows_build(rows, &draw->view->watch, draw->view->names);
}

static void
move_by(struct top_draw *draw, long rows)
{
    long at = (long)draw->chosen + rows;

    draw->chosen = at > 0 ? (size_t)at : 0;
}

/* True: it was one of those that move the mark. */
static bool
move_mark(struct top_draw *draw, int key)
{
    long page = (long)top_draw_room();

    switch (key) {
    case KEY_UP:
    case 'k':
        move_by(draw, -1);
        return true;
    case KEY_DOWN:
    case 'j':
        move_by(draw, 1);
        return true;
    case KEY_PPAGE:
        move_by(draw, -page);
        return true;
    case KEY_NPAGE:
    case ' ':
        move_by(draw, page);
        return true;
    case KEY_HOME:
        draw->chosen = 0;
        return true;
    case KEY_END:
        draw->chosen = draw->view->rows.count;
        return true;
    default:
        return false;
    }
}

/* False: quit. */
static bool
answer(struct top_draw *draw, int key)
{
    say(draw, NULL);
    if (draw->editing) {
        edit_filter(draw, key);
        return true;
    }
    if (move_mark(draw, key)) {
        return true;
    }
    switch (key) {
    case 'q':
    case 'Q':
        return false;
    case 's':
        turn(draw, 1);
        break;
    case 'S':
        turn(draw, -1);
        break;
    case 't':
        draw->view->rows.by_type = !draw->view->rows.by_type;
        turn(draw, 0);
        break;
    case '/':
        draw->editing = true;
        break;
    case 'h':
        ask(draw);
        break;
    case '\n':
    case KEY_ENTER:
        top_draw_row(draw);
        break;
    default:
        break;
    }
    return true;
}

/* ---- the loop ---- */

static uint64_t
now_ms(void)
{
    struct timespec now = { 0 };

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

/* The terminal, and who typed. */
static bool
is_gone(void)
{
    struct pollfd input = { .fd = STDIN_FILENO, .events = POLLIN };

    return poll(&input, 1, 0) > 0 &&
           (input.revents & (POLLHUP | POLLERR | POLLNVAL)) != 0;
}

static void
run(struct top_draw *draw, unsigned interval_seconds)
{
    uint64_t due = now_ms();
    int key = ERR;

    while (!is_gone() && (key == ERR || answer(draw, key))) {
        if (now_ms() >= due) {
            top_view_refresh(draw->view);
            due = now_ms() + interval_seconds * 1000;
        }
        top_draw_table(draw);
        /* Keys that are typed fast do not put off the next look. */
        timeout(due > now_ms() ? (int)(due - now_ms()) : TYPED_MS);
        key = getch();
        key = key == KEY_RESIZE ? ERR : key;
    }
}

bool
top_screen_show(struct top_view *view, unsigned interval_seconds,
                struct error *error)
{
    struct top_draw draw = { .view = view };
    SCREEN *terminal;

    setlocale(LC_CTYPE, "");
    terminal = newterm(NULL, stdout, stdin);
    if (terminal == NULL) {
        return error_set(error,
                         "TERM is '%s', of which nothing is known here: "
                         "reftally top --once",
                         getenv("TERM") != NULL ? getenv("TERM") : "");
    }
    cbreak();
    noecho();
    keypad(stdscr, TRUE);
    set_escdelay(TYPED_MS);
    curs_set(0);
    run(&draw, interval_seconds);
    free(draw.message);
    endwin();
    delscreen(terminal);
    return true;
}

#else

bool
top_screen_show(struct top_view *view, unsigned interval_seconds,
                struct error *error)
{
    (void)view;
    (void)interval_seconds;
    return error_set(error, "this reftally was built without ncurses: "
                            "reftally top --once prints the table");
}

#endif
