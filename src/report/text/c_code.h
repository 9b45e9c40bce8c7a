/*
 * c_code - the lines of a C or C++ file, to be read by eye rather than parsed.
 *
 * Comments, and what stands between quotes, are blanks; columns stay.
 */
#ifndef REFTALLY_REPORT_TEXT_C_CODE_H
#define REFTALLY_REPORT_TEXT_C_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct c_code;

/* `text` must outlive it. */
struct c_code *c_code_read(const char *text, size_t length);
void c_code_free(struct c_code *code);

/* Lines are counted from 1; one that is not there is empty. */
const char *c_code_line(const struct c_code *code, uint32_t line);

/* The same as it is in the file, with its length. */
const char *c_code_raw(const struct c_code *code, uint32_t line,
                       size_t *length);

/* Without the blanks before it. */
const char *c_code_start(const struct c_code *code, uint32_t line);

/* The last character that is no blank; 0: none. */
char c_code_last(const struct c_code *code, uint32_t line);

/* The nearest line behind, or before, that has any code; 0: none. */
uint32_t c_code_next(const struct c_code *code, uint32_t line);
uint32_t c_code_previous(const struct c_code *code, uint32_t line);

/* Where `text` has the whole word; NULL. */
const char *c_code_word(const char *text, const char *word);

/* Does it begin with the whole word? */
bool c_code_begins(const char *text, const char *word);

/* How long the name is that begins there. */
size_t c_code_name(const char *text);

/* The name of the call in whose parentheses `at` stands, on its line: empty
 * where there are parentheses without a name, false where there are none. */
bool c_code_callee(const char *line, const char *at, char *name, size_t room);

#endif
