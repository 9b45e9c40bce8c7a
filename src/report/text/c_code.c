#include "report/text/c_code.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "report/text/memory.h"

struct c_code {
    const char *text;
    size_t length;
    char *clean; /* lines end with zero bytes */
    size_t *starts;
    size_t count;
};

enum inside { CODE, LINE_COMMENT, COMMENT, QUOTED };

/* What is at `i` of the text, and in what it stands; the state changes. */
static bool
is_code(const char *text, size_t i, enum inside *inside, char *quote)
{
    char c = text[i], next = text[i + 1];

    switch (*inside) {
    case LINE_COMMENT:
        return false;
    case COMMENT:
        if (c == '/' && i > 0 && text[i - 1] == '*') {
            *inside = CODE;
        }
        return false;
    case QUOTED:
        if (c == *quote && (text[i - 1] != '\\' || text[i - 2] == '\\')) {
            *inside = CODE;
            return true;
        }
        return false;
    case CODE:
        break;
    }
    if (c == '/' && (next == '/' || next == '*')) {
        *inside = next == '/' ? LINE_COMMENT : COMMENT;
        return false;
    }
    if (c == '"' || c == '\'') {
        *inside = QUOTED;
        *quote = c;
    }
    return true;
}

static void
add_line(struct c_code *code, size_t start)
{
    code->starts =
        (size_t *)memory_room(code->starts, code->count, sizeof *code->starts);
    code->starts[code->count++] = start;
}

struct c_code *
c_code_read(const char *text, size_t length)
{
    struct c_code *code = (struct c_code *)memory_zeroed(1, sizeof *code);
    enum inside inside = CODE;
    char quote = 0;

    code->text = text;
    code->length = length;
    code->clean = (char *)memory_zeroed(length + 1, 1);
    memcpy(code->clean, text, length); /* ends with a zero byte */
    add_line(code, 0);
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '\n') {
            inside = inside == COMMENT ? COMMENT : CODE;
            code->clean[i] = '\0';
            add_line(code, i + 1);
        }
        else if (!is_code(text, i, &inside, &quote) ||
                 isspace((unsigned char)text[i])) {
            code->clean[i] = ' ';
        }
    }
    return code;
}

void
c_code_free(struct c_code *code)
{
    free(code->clean);
    free(code->starts);
    free(code);
}

const char *
c_code_line(const struct c_code *code, uint32_t line)
{
    return line > 0 && line <= code->count
               ? code->clean + code->starts[line - 1]
               : "";
}

const char *
c_code_raw(const struct c_code *code, uint32_t line, size_t *length)
{
    const char *clean = c_code_line(code, line);

    *length = strlen(clean);
    return *length > 0 ? code->text + (clean - code->clean) : "";
}

const char *
c_code_start(const struct c_code *code, uint32_t line)
{
    const char *text = c_code_line(code, line);

    return text + strspn(text, " ");
}

char
c_code_last(const struct c_code *code, uint32_t line)
{
    const char *text = c_code_line(code, line);
    size_t length = strlen(text);

    while (length > 0 && text[length - 1] == ' ') {
        length--;
    }
    return length > 0 ? text[length - 1] : '\0';
}

uint32_t
c_code_next(const struct c_code *code, uint32_t line)
{
    for (line++; line <= code->count; line++) {
        if (*c_code_start(code, line) != '\0') {
            return line;
        }
    }
    return 0;
}

uint32_t
c_code_previous(const struct c_code *code, uint32_t line)
{
    for (line--; line > 0; line--) {
        if (*c_code_start(code, line) != '\0') {
            return line;
        }
    }
    return 0;
}

static bool
is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

const char *
c_code_word(const char *text, const char *word)
{
    size_t length = strlen(word);

    for (const char *at = text; (at = strstr(at, word)) != NULL; at++) {
        if ((at == text || !is_word(at[-1])) && !is_word(at[length])) {
            return at;
        }
    }
    return NULL;
}

bool
c_code_begins(const char *text, const char *word)
{
    size_t length = strlen(word);

    return strncmp(text, word, length) == 0 && !is_word(text[length]);
}

size_t
c_code_name(const char *text)
{
    size_t length = 0;

    while (is_word(text[length])) {
        length++;
    }
    return isdigit((unsigned char)text[0]) ? 0 : length;
}

bool
c_code_callee(const char *line, const char *at, char *name, size_t room)
{
    int open = 0;
    const char *end;

    for (;; at--) {
        if (at == line) {
            return false;
        }
        open += at[-1] == ')' ? 1 : at[-1] == '(' ? -1 : 0;
        if (open < 0) {
            break;
        }
    }
    end = at - 1; /* the parenthesis */
    while (end > line && end[-1] == ' ') {
        end--;
    }
    for (at = end; at > line && is_word(at[-1]); at--) {
    }
    if ((size_t)(end - at) >= room) {
        return false;
    }
    memcpy(name, at, (size_t)(end - at));
    name[end - at] = '\0';
    return true;
}
