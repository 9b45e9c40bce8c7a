/*
 * table_claims - what each table of an image says of each function in it.
 *
 * Of a static type: its slots, methods and attributes; the same of a
 * specification. Rows of slots and of methods that none of these has are met by
 * themselves.
 */
#ifndef REFTALLY_REPORT_SYMBOLS_TABLE_CLAIMS_H
#define REFTALLY_REPORT_SYMBOLS_TABLE_CLAIMS_H

#include "report/symbols/function_flags.h"
#include "report/symbols/image_data.h"

struct table_name {
    uint64_t start; /* first byte of the function */
    char *name;     /* to be freed; NULL: none */
    enum return_kind returns;
};

/* In no order, and of some functions more than once. */
struct table_claims {
    struct image_data data;
    struct table_name *items;
    size_t count;
};

struct table_claims table_claims_read(struct image_file *file);

#endif
