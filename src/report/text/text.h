/*
 * text - strings from a ledger, made fit to be shown.
 *
 * A ledger is hostile: its strings may hold anything, terminal escapes too.
 */
#ifndef REFTALLY_REPORT_TEXT_TEXT_H
#define REFTALLY_REPORT_TEXT_TEXT_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Bytes of the UTF-8 character at `text`, or 0 if there is none. */
size_t text_utf8_length(const char *text, size_t length);

/* "text" with \", \\, \n and \xNN: reversible, and one line. */
void text_write_quoted(FILE *file, const char *text, size_t length);

/*
 * Valid UTF-8 that only shows characters; to be freed. What would steer a
 * terminal, or the order of text, stands there as \x1b or \u202e.
 */
char *text_printable(const char *text, size_t length);

/* Valid UTF-8, whatever the characters: for formats that escape them. */
char *text_utf8(const char *text, size_t length);

/* Text that is valid in XML and HTML, between tags and between quotes. */
void text_write_escaped(FILE *file, const char *text);

/* 1234567 -> "1,234,567", in `buffer`, which is returned. */
enum { TEXT_NUMBER_BYTES = 32 };
const char *text_number(char buffer[TEXT_NUMBER_BYTES], int64_t number);

#endif
