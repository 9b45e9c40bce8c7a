#include "report/finding/mend_text.h"

#include <string.h>

#include "report/finding/mend_taking.h"
#include "report/text/memory.h"

/* The argument with this number, from 0, of those behind `at`. */
static bool
find_argument(const char *at, unsigned number, const char **start,
              const char **end)
{
    int open = 0;

    *start = at;
    for (; *at != '\0' && open >= 0; at++) {
        open += *at == '(' ? 1 : *at == ')' ? -1 : 0;
        if ((*at == ',' && open == 0) || open < 0) {
            if (number == 0) {
                *start += strspn(*start, " ");
                for (*end = at; *end > *start && (*end)[-1] == ' '; (*end)--) {
                }
                return *end > *start;
            }
            number--;
            *start = at + 1;
        }
    }
    return false;
}

/* The only "O" of a format, and how many arguments come before its own. */
static const char *
find_letter(const char *format, unsigned *before)
{
    static const char single[] = "zsyuilIbBhHnkLKfdpc";
    const char *found = NULL;

    *before = 0;
    for (; *format != '"'; format++) {
        if (*format == 'O' && found == NULL && format[1] != '&') {
            found = format;
        }
        else if (strchr(single, *format) != NULL && *format != '\0') {
            *before += found == NULL;
        }
        else if (strchr("()[]{},: ", *format) == NULL || *format == '\0') {
            return NULL;
        }
    }
    return found;
}

bool
mend_text_built(const struct c_code *code, uint32_t built, struct mend *mend)
{
    static const char builder[] = "Py_BuildValue";
    const char *text = c_code_line(code, built), *raw, *letter, *start, *end;
    const char *call = c_code_word(text, builder);
    char name[MEND_NAME_MAX];
    unsigned before;
    size_t length, open;

    if (!c_code_begins(c_code_start(code, built), "return") || call == NULL ||
        mend_call_end(code, built, call + strlen(builder)) != built) {
        return false;
    }
    raw = c_code_raw(code, built, &length);
    open = (size_t)(strchr(call, '(') - text) + 1;
    if (raw[open] != '"' ||
        (letter = find_letter(raw + open + 1, &before)) == NULL ||
        !find_argument(text + open, before + 1, &start, &end) ||
        (size_t)(end - start) >= sizeof name ||
        c_code_name(start) != (size_t)(end - start)) {
        return false;
    }
    memcpy(name, start, (size_t)(end - start));
    name[end - start] = '\0';
    if (!mend_was_given(code, built, name)) {
        return false;
    }
    *mend = (struct mend){ .lines = { built },
                           .text = { memory_text("N") },
                           .count = 1,
                           .column = (uint32_t)(letter - raw) + 1 };
    return true;
}
