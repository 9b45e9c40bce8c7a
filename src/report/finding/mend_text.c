#include "report/finding/mend_text.h"

#include <stdlib.h>
#include <string.h>

#include "report/finding/mend_taking.h"
#include "report/symbols/function_flags.h"
#include "report/symbols/function_names.h"
#include "report/text/memory.h"

enum {
    LINES_MAX = 200, /* between taken and forgotten */
    BLOCKS_MAX = 32
};

/* What is open behind the statement that took the reference. */
struct blocks {
    bool loop[BLOCKS_MAX]; /* by depth */
    int depth;             /* below 0: the variable's own block has ended */
    bool loops_next;       /* the next one is a loop's */
};

static void
blocks_pass(struct blocks *blocks, const char *text)
{
    const char *start = text + strspn(text, " }");

    if (c_code_begins(start, "for") || c_code_begins(start, "while")) {
        blocks->loops_next = true;
    }
    for (; *text != '\0' && blocks->depth >= 0; text++) {
        if (*text == '{') {
            blocks->depth++;
            if (blocks->depth >= BLOCKS_MAX) {
                blocks->depth = -1;
                return;
            }
            blocks->loop[blocks->depth] = blocks->loops_next;
            blocks->loops_next = false;
        }
        else if (*text == '}') {
            blocks->depth--;
        }
    }
}

/* What is known of the code behind the taking. */
struct reading {
    const struct c_code *code;
    char name[MEND_NAME_MAX];
    uint32_t end;        /* of the statement that takes */
    bool never_null;     /* a test of it has left where it was NULL */
    bool given_back;     /* on the way that no condition leaves */
    uint32_t done_until; /* up to there it is NULL, or was given back */
    struct blocks blocks;
};

/* Nothing that it returns can depend on the variable: numbers, and new objects
 * that are made of them. */
static bool
returns_apart(const struct c_code *code, uint32_t line)
{
    const char *text = c_code_start(code, line);
    const char *at = text + strlen("return");
    char name[MEND_NAME_MAX];
    size_t length;

    if (!c_code_begins(text, "return")) {
        return strchr(text, '(') == NULL; /* Py_RETURN_NONE */
    }
    for (; *at != '\0'; at += length > 0 ? length : 1) {
        length = strspn(at, "0123456789");
        if (length > 0) {
            continue;
        }
        length = c_code_name(at);
        if (length == 0) {
            if (strchr(" ();?:<>=-+!,&|", *at) == NULL) {
                return false;
            }
            continue;
        }
        if (length >= sizeof name) {
            return false;
        }
        memcpy(name, at, length);
        name[length] = '\0';
        if (at[length] == '('
                ? (function_name_contract(name) & FUNCTION_GIVES) == 0
                : strcmp(name, "NULL") != 0 &&
                      !mend_is_number(code, line, name) &&
                      !mend_was_given(code, line, name)) {
            return false;
        }
    }
    return true;
}

/* What a line does with the function that has the reference. */
enum step {
    STEP_ON,
    STEP_FORGETS, /* leaves with the reference in the variable, for good */
    STEP_UNCLEAR, /* leaves, and nobody knows */
};

static bool
hands_up(const char *text, const char *name)
{
    text += strlen("return");
    text += strspn(text, " ");
    return c_code_begins(text, name) &&
           strspn(text + strlen(name), " ;") == strlen(text + strlen(name));
}

static enum step
step_of(const struct reading *reading, uint32_t line)
{
    const struct c_code *code = reading->code;
    uint32_t before = c_code_previous(code, line);
    const char *text = c_code_start(code, line);
    char last = c_code_last(code, before);

    if (line <= reading->done_until) {
        return STEP_ON;
    }
    if (!mend_returns(text)) {
        return c_code_word(text, "return") != NULL ||
                       c_code_word(text, "goto") != NULL ||
                       c_code_word(text, "throw") != NULL ||
                       strstr(text, "Py_RETURN_") != NULL
                   ? STEP_UNCLEAR
                   : STEP_ON;
    }
    if (c_code_begins(text, "return") && hands_up(text, reading->name)) {
        return STEP_ON;
    }
    return c_code_last(code, line) == ';' &&
                   c_code_word(text, reading->name) == NULL &&
                   (last == ';' || last == '{' || last == '}') &&
                   returns_apart(code, line)
               ? STEP_FORGETS
               : STEP_UNCLEAR;
}

/* The last line of the block that opens there, or else of the statement behind
 * the line. */
static uint32_t
block_end(const struct c_code *code, uint32_t line)
{
    struct blocks blocks = { 0 };

    if (c_code_last(code, line) != '{') {
        return c_code_next(code, line);
    }
    do {
        blocks_pass(&blocks, c_code_line(code, line));
        line = blocks.depth > 0 ? c_code_next(code, line) : line;
    } while (blocks.depth > 0 && line != 0);
    return line;
}

/* "if (pair == NULL) {": it has nothing in that block. */
static void
read_test(struct reading *reading, uint32_t line)
{
    const struct c_code *code = reading->code;
    uint32_t end, last;

    if (!mend_tests_null(c_code_start(code, line), reading->name)) {
        return;
    }
    end = block_end(code, line);
    last = c_code_start(code, end)[0] == '}' ? c_code_previous(code, end) : end;
    reading->done_until = end;
    if (reading->blocks.depth == 0 && mend_leaves(c_code_start(code, last))) {
        reading->never_null = true;
    }
}

/* False: what comes now is not certain, or another path's. */
static bool
read_line(struct reading *reading, uint32_t line)
{
    const struct c_code *code = reading->code;
    enum use use = mend_use(code, line, reading->name);
    uint32_t leaving;

    if (mend_is_entrance(code, line) || use == USE_UNKNOWN) {
        return false;
    }
    if (use == USE_RELEASE) {
        leaving = mend_leaves_at_once(code, line);
        if (reading->blocks.depth == 0 || leaving == 0) {
            reading->given_back = reading->blocks.depth == 0;
            return false;
        }
        reading->done_until = leaving;
    }
    read_test(reading, line);
    blocks_pass(&reading->blocks, c_code_line(code, line));
    return reading->blocks.depth >= 0;
}

/* Where some of it is in a loop, all of that must be certain. */
static bool
is_in_loop(const struct blocks *blocks)
{
    for (int depth = 1; depth <= blocks->depth; depth++) {
        if (blocks->loop[depth]) {
            return true;
        }
    }
    return false;
}

static void
add_release(const struct reading *reading, uint32_t line, struct mend *mend)
{
    size_t length;
    const char *raw = c_code_raw(reading->code, line, &length);

    mend->lines[mend->count] = line;
    /* As far from the margin as the line. */
    mend->text[mend->count++] = memory_format(
        "%.*s%s(%s);", (int)strspn(raw, " \t"), raw,
        reading->never_null ? "Py_DECREF" : "Py_XDECREF", reading->name);
}

void
mend_clear(struct mend *mend)
{
    for (size_t i = 0; i < mend->count; i++) {
        free(mend->text[i]);
    }
    *mend = (struct mend){ 0 };
}

/* All returns that forget it, up to where nothing is certain any more; false:
 * that is in a loop in which one of them stands, or not all can be mended. */
static bool
read_on(struct reading *reading, struct mend *mend)
{
    uint32_t line = reading->end;
    bool looping = false;

    while ((line = c_code_next(reading->code, line)) != 0) {
        enum step step;

        looping = looping && is_in_loop(&reading->blocks);
        if (line - reading->end > LINES_MAX || !read_line(reading, line)) {
            break;
        }
        step = step_of(reading, line);
        if (step == STEP_UNCLEAR ||
            (step == STEP_FORGETS && mend->count == MEND_LINES_MAX)) {
            return false;
        }
        if (step == STEP_FORGETS) {
            looping = is_in_loop(&reading->blocks);
            add_release(reading, line, mend);
        }
    }
    return !looping;
}

bool
mend_text_forgotten(const struct c_code *code, uint32_t taken,
                    const char *giver, uint32_t past, struct mend *mend)
{
    struct reading reading = { .code = code, .end = taken };
    bool increments = mend_increment(code, taken, reading.name);

    *mend = (struct mend){ 0 };
    reading.never_null = increments;
    if (past <= taken ||
        (!increments &&
         (giver == NULL ||
          !mend_taking(code, taken, giver, reading.name, &reading.end)) &&
         !mend_only_call(code, taken, reading.name, &reading.end))) {
        return false;
    }
    /* What takes a reference of its own may have put the object elsewhere before,
     * unless it gives it back itself. */
    if (!read_on(&reading, mend) || (increments && !reading.given_back) ||
        mend->count == 0 || mend->lines[mend->count - 1] < past) {
        mend_clear(mend);
        return false;
    }
    return true;
}
