/*
 * table_names - what types and modules call their functions, and what these
 * return.
 *
 * Wheels are stripped, but the interpreter must find their functions: the slots
 * of types, and tables of methods and attributes, say what each is for. So
 * Connection.tp_dealloc and Connection.close have names, and what only these
 * call has none. A table is the same in all versions.
 */
#ifndef REFTALLY_REPORT_SYMBOLS_TABLE_NAMES_H
#define REFTALLY_REPORT_SYMBOLS_TABLE_NAMES_H

#include "report/symbols/table_claims.h"

/* In order of their functions, one each; without a name what several types have,
 * and what several functions are called. */
struct table_names {
    struct table_name *items;
    size_t count;
};

/* To be released. */
struct table_names table_names_find(struct image_file *file);
void table_names_release(struct table_names *names);

/* That of the function which begins there; NULL: it has none. */
const struct table_name *table_names_at(const struct table_names *names,
                                        uint64_t start);

#endif
