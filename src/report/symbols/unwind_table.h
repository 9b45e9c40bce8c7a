/*
 * unwind_table - where functions start, by the .eh_frame_hdr of a file.
 */
#ifndef REFTALLY_REPORT_SYMBOLS_UNWIND_TABLE_H
#define REFTALLY_REPORT_SYMBOLS_UNWIND_TABLE_H

#include <libelf.h>
#include <stddef.h>
#include <stdint.h>

/* Zeroed: the file has none. Lives as long as `elf` does. */
struct unwind_table {
    const struct unwind_row *rows;
    size_t count;
    uint64_t base;
};

void unwind_table_find(struct unwind_table *table, Elf *elf);

/* First byte of the function around `offset`; 0: none. */
uint64_t unwind_table_function(const struct unwind_table *table,
                               uint64_t offset);

/* That of the function with this number, in their order; 0: there is none. */
uint64_t unwind_table_start(const struct unwind_table *table, size_t number);

#endif
