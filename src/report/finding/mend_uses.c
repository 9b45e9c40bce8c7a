#include "report/finding/mend_uses.h"

#include <stdio.h>
#include <string.h>

#include "report/symbols/function_flags.h"
#include "report/symbols/function_names.h"

enum { RELEASES_MAX = 8 /* lines, before one that leaves */ };

static bool
is_one_of(const char *name, const char *const *words)
{
    for (; *words != NULL; words++) {
        if (strcmp(name, *words) == 0) {
            return true;
        }
    }
    return false;
}

/* Part of the names of macros and functions that are no good place to lend to. */
static bool
may_take(const char *name)
{
    static const char *const parts[] = { "SET_ITEM",   "SetItem", "SetSlice",
                                         "AddObject",  "Steal",   "SETREF",
                                         "BuildValue", "INCREF",  "NewRef",
                                         "RETURN",     "Pack",    NULL };

    for (const char *const *part = parts; *part != NULL; part++) {
        if (strstr(name, *part) != NULL) {
            return true;
        }
    }
    return false;
}

static enum use
use_by(const char *callee)
{
    static const char *const releases[] = { "Py_DECREF", "Py_XDECREF",
                                            "Py_CLEAR", NULL };
    uint32_t contract = function_name_contract(callee);

    if (is_one_of(callee, releases)) {
        return USE_RELEASE;
    }
    if (contract != 0) {
        return (contract & (FUNCTION_STEALS | FUNCTION_CHOOSES)) != 0
                   ? USE_UNKNOWN
                   : USE_NONE;
    }
    return strncmp(callee, "Py", 2) == 0 && !may_take(callee) ? USE_NONE
                                                              : USE_UNKNOWN;
}

/* It stands beside == or !=, or behind !. */
static bool
is_compared(const char *line, const char *at, size_t length)
{
    const char *next = at + length + strspn(at + length, " ");

    while (at > line && at[-1] == ' ') {
        at--;
    }
    return ((next[0] == '=' || next[0] == '!') && next[1] == '=') ||
           (at > line && at[-1] == '!') ||
           (at > line + 1 && at[-1] == '=' && (at[-2] == '=' || at[-2] == '!'));
}

static enum use
use_at(const char *line, const char *at, const char *variable)
{
    static const char *const tests[] = { "", "if", "while", "for", NULL };
    size_t length = strlen(variable);
    const char *next = at + length + strspn(at + length, " ");
    const char *before = at;
    char callee[MEND_NAME_MAX];

    while (before > line && before[-1] == ' ') {
        before--;
    }
    if (before > line &&
        (before[-1] == '.' || (before[-1] == '>' && before[-2] == '-'))) {
        return USE_NONE; /* a field of this name */
    }
    if ((before > line && before[-1] == '&' &&
         (before - 1 == line || before[-2] != '&')) ||
        (next[0] == '=' && next[1] != '=')) {
        return USE_UNKNOWN;
    }
    if (is_compared(line, at, length)) {
        return USE_NONE;
    }
    if (!c_code_callee(line, at, callee, sizeof callee) ||
        is_one_of(callee, tests)) {
        return USE_UNKNOWN;
    }
    return use_by(callee);
}

enum use
mend_use(const struct c_code *code, uint32_t line, const char *variable)
{
    const char *text = c_code_line(code, line), *at = text;
    enum use found = USE_NONE;

    if (c_code_begins(c_code_start(code, line), "return")) {
        return USE_NONE; /* it ends here, whatever becomes of it */
    }
    while ((at = c_code_word(at, variable)) != NULL) {
        enum use use = use_at(text, at, variable);

        found = use > found ? use : found;
        at += strlen(variable);
    }
    return found;
}

bool
mend_returns(const char *text)
{
    return c_code_begins(text, "return") ||
           strncmp(text, "Py_RETURN_", 10) == 0;
}

bool
mend_leaves(const char *text)
{
    return mend_returns(text) || c_code_begins(text, "goto");
}

uint32_t
mend_leaves_at_once(const struct c_code *code, uint32_t line)
{
    for (int i = 0; i < RELEASES_MAX; i++) {
        const char *text;

        line = c_code_next(code, line);
        text = c_code_start(code, line);
        if (mend_leaves(text)) {
            return line;
        }
        if (strncmp(text, "Py_", 3) != 0) {
            break;
        }
    }
    return 0;
}

bool
mend_is_entrance(const struct c_code *code, uint32_t line)
{
    const char *text = c_code_start(code, line);
    size_t name = c_code_name(text);

    return text[0] == '#' || c_code_begins(text, "case") ||
           c_code_begins(text, "default") || c_code_begins(text, "do") ||
           (name > 0 && text[name + strspn(text + name, " ")] == ':');
}

/* "PyObject *a, *variable": no parameter, and nothing that stays. */
static bool
declares(const char *text, const char *variable)
{
    const char *at = c_code_word(text, variable), *before = at;

    if (at == NULL || c_code_word(text, "PyObject") == NULL ||
        c_code_word(text, "static") != NULL ||
        c_code_word(text, "extern") != NULL) {
        return false;
    }
    while (before > text && before[-1] == ' ') {
        before--;
    }
    return before > text && before[-1] == '*' &&
           memchr(text, '(', (size_t)(at - text)) == NULL;
}

bool
mend_is_local(const struct c_code *code, uint32_t line, const char *variable)
{
    for (; line > 0; line--) {
        const char *text = c_code_line(code, line);

        if (text[0] != ' ' && text[0] != '\0') {
            break; /* the function begins */
        }
        if (declares(text, variable)) {
            return true;
        }
    }
    return false;
}

/* "int a, variable" */
static bool
declares_number(const char *text, const char *variable)
{
    static const char *const types[] = { "int",      "long",       "unsigned",
                                         "size_t",   "Py_ssize_t", "bool",
                                         "double",   "Py_hash_t",  "ssize_t",
                                         "int32_t",  "int64_t",    "uint32_t",
                                         "uint64_t", NULL };
    const char *start = text + strspn(text, " ");
    const char *at = c_code_word(start, variable);

    if (at == NULL || memchr(start, '*', (size_t)(at - start)) != NULL ||
        memchr(start, '(', (size_t)(at - start)) != NULL) {
        return false;
    }
    start += c_code_begins(start, "const") ? strlen("const ") : 0;
    for (const char *const *type = types; *type != NULL; type++) {
        if (c_code_begins(start, *type)) {
            return true;
        }
    }
    return false;
}

bool
mend_is_number(const struct c_code *code, uint32_t line, const char *variable)
{
    for (; line > 0; line--) {
        const char *text = c_code_line(code, line);

        if (text[0] != ' ' && text[0] != '\0') {
            break;
        }
        if (declares_number(text, variable)) {
            return true;
        }
    }
    return false;
}

bool
mend_tests_null(const char *text, const char *variable)
{
    char squeezed[MEND_NAME_MAX * 2], wanted[3][MEND_NAME_MAX * 2];
    size_t length = 0;

    for (; *text != '\0' && length + 1 < sizeof squeezed; text++) {
        if (*text != ' ') {
            squeezed[length++] = *text;
        }
    }
    squeezed[length] = '\0';
    snprintf(wanted[0], sizeof wanted[0], "if(%s==NULL)", variable);
    snprintf(wanted[1], sizeof wanted[1], "if(NULL==%s)", variable);
    snprintf(wanted[2], sizeof wanted[2], "if(!%s)", variable);
    for (int i = 0; i < 3; i++) {
        if (strncmp(squeezed, wanted[i], strlen(wanted[i])) == 0) {
            return true;
        }
    }
    return false;
}
