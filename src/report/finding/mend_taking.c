#include "report/finding/mend_taking.h"

#include <string.h>

#include "report/symbols/function_flags.h"
#include "report/symbols/function_names.h"

enum { STATEMENT_MAX = 8 /* lines */, WAY_MAX = 200 /* lines */ };

uint32_t
mend_call_end(const struct c_code *code, uint32_t line, const char *at)
{
    int open = 0;

    for (uint32_t i = 0; i < STATEMENT_MAX; i++) {
        for (; *at != '\0'; at++) {
            open += *at == '(' ? 1 : *at == ')' ? -1 : 0;
            if (open == 0 && *at == ')') {
                at += 1 + strspn(at + 1, " ");
                return at[0] == ';' && at[1 + strspn(at + 1, " ")] == '\0'
                           ? line
                           : 0;
            }
        }
        at = c_code_line(code, ++line);
    }
    return 0;
}

/* "PyObject *pair =" or "pair =" before the call: the name. */
static bool
variable_before(const char *text, const char *end, char *name)
{
    const char *start, *stop;

    while (end > text && end[-1] == ' ') {
        end--;
    }
    if (end == text || end[-1] != '=') {
        return false;
    }
    end--;
    while (end > text && end[-1] == ' ') {
        end--;
    }
    for (stop = end; end > text && c_code_name(end - 1) > 0; end--) {
    }
    if (stop == end || stop - end >= MEND_NAME_MAX) {
        return false;
    }
    memcpy(name, end, (size_t)(stop - end));
    name[stop - end] = '\0';
    start = text + strspn(text, " ");
    /* What stands before it declares it. */
    return start == end ||
           (strspn(start, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                          "0123456789_ *") >= (size_t)(end - start) &&
            memchr(start, '*', (size_t)(end - start)) != NULL);
}

/* _Py_BuildValue_SizeT is what PY_SSIZE_T_CLEAN makes of Py_BuildValue. */
static const char *
written_as(const char *giver, char *name)
{
    static const char suffix[] = "_SizeT";
    size_t length = strlen(giver);

    if (giver[0] != '_' || length < sizeof suffix || length >= MEND_NAME_MAX ||
        strcmp(giver + length - (sizeof suffix - 1), suffix) != 0) {
        return giver;
    }
    memcpy(name, giver + 1, length - sizeof suffix);
    name[length - sizeof suffix] = '\0';
    return name;
}

bool
mend_taking(const struct c_code *code, uint32_t line, const char *giver,
            char *name, uint32_t *end)
{
    char plain[MEND_NAME_MAX];
    const char *text = c_code_line(code, line), *call, *open;
    uint32_t before = line;

    giver = written_as(giver, plain);
    call = c_code_word(text, giver);

    if (call == NULL || c_code_word(call + 1, giver) != NULL) {
        return false;
    }
    open = call + strlen(giver);
    open += strspn(open, " ");
    if (*open != '(' || (*end = mend_call_end(code, line, open)) == 0) {
        return false;
    }
    if (c_code_start(code, line) == call) {
        before = c_code_previous(code, line);
        text = c_code_line(code, before);
        call = text + strlen(text);
    }
    return variable_before(text, call, name) &&
           mend_is_local(code, before, name);
}

bool
mend_increment(const struct c_code *code, uint32_t line, char *name)
{
    static const char taking[] = "Py_INCREF(";
    const char *text = c_code_start(code, line), *end;
    size_t length;

    if (strncmp(text, taking, sizeof taking - 1) != 0) {
        return false;
    }
    text += sizeof taking - 1;
    length = c_code_name(text);
    end = text + length;
    if (length == 0 || length >= MEND_NAME_MAX || end[0] != ')' ||
        end[1] != ';' || end[2 + strspn(end + 2, " ")] != '\0') {
        return false;
    }
    memcpy(name, text, length);
    name[length] = '\0';
    return true;
}

/* Nothing takes it out of the variable on the way to the line. */
static bool
is_kept(const struct c_code *code, uint32_t end, uint32_t line,
        const char *name)
{
    while ((end = c_code_next(code, end)) < line && end != 0) {
        enum use use = mend_use(code, end, name);

        if (mend_is_entrance(code, end) || use == USE_UNKNOWN ||
            (use == USE_RELEASE && mend_leaves_at_once(code, end) == 0)) {
            return false;
        }
    }
    return true;
}

/* "= PyList_New(": the name of the first call behind an assignment. */
static bool
assigned_call(const char *text, char *name)
{
    const char *call = strchr(text, '=');
    size_t length;

    if (call == NULL || call[1] == '=') {
        return false;
    }
    call += 1 + strspn(call + 1, " ");
    length = c_code_name(call);
    if (length == 0 || length >= MEND_NAME_MAX) {
        return false;
    }
    memcpy(name, call, length);
    name[length] = '\0';
    return (function_name_contract(name) & FUNCTION_GIVES) != 0;
}

bool
mend_only_call(const struct c_code *code, uint32_t line, char *name,
               uint32_t *end)
{
    const char *text = c_code_line(code, line), *open = strchr(text, '(');
    char giver[MEND_NAME_MAX];

    return open != NULL && strchr(open + 1, '(') == NULL &&
           assigned_call(text, giver) &&
           mend_taking(code, line, giver, name, end) && *end == line;
}

bool
mend_was_given(const struct c_code *code, uint32_t line, const char *name)
{
    for (uint32_t at = line - 1; at > 0 && line - at < WAY_MAX; at--) {
        const char *word = c_code_word(c_code_line(code, at), name);
        char giver[MEND_NAME_MAX], found[MEND_NAME_MAX];
        uint32_t end;

        if (word != NULL && assigned_call(word, giver)) {
            return mend_taking(code, at, giver, found, &end) &&
                   strcmp(found, name) == 0 && is_kept(code, end, line, name);
        }
    }
    return false;
}
