/*
 * line_table - from an instruction to its source line.
 *
 * The three encodings that CPython 3.9 to 3.15 use (Objects/lnotab_notes.txt,
 * PEP 626, Objects/locations.md). Pure: a damaged table gives a wrong line or
 * none, never a read outside `bytes`.
 */
#ifndef REFTALLY_CPYTHON_LINE_TABLE_H
#define REFTALLY_CPYTHON_LINE_TABLE_H

#include <stddef.h>
#include <stdint.h>

#include "cpython/layout.h"

/* How far a table was read: all before `at` is about code before `end`. */
struct line_place {
    size_t at;
    uint64_t end;
    uint32_t line; /* at first that of the definition */
};

/*
 * `instruction` is a byte offset. 0: the instruction belongs to no line. Reads
 * on from a place in that table, whose `end` is not behind the instruction, and
 * moves it up to there.
 */
uint32_t line_table_find(enum line_table_form form, const uint8_t *bytes,
                         size_t size, uint32_t instruction,
                         struct line_place *from);

#endif
