/*
 * recorded_image - an image of the ledger, and its file when it is asked for.
 */
#ifndef REFTALLY_REPORT_SYMBOLS_RECORDED_IMAGE_H
#define REFTALLY_REPORT_SYMBOLS_RECORDED_IMAGE_H

#include <stdbool.h>

#include "ledger/reader.h"
#include "report/symbols/table_names.h"

struct recorded_image {
    char *path;
    char *build_id;
    const char *name; /* last part of `path` */
    enum image_names names;
    struct image_file *file;   /* NULL: not asked for, or of no use */
    struct table_names tables; /* found when a function has no symbol */
    bool knows_tables;
};

/* To be released. */
struct recorded_image recorded_image_read(const struct ledger *ledger,
                                          uint32_t index);
void recorded_image_release(struct recorded_image *image);

/* The file; NULL: there is none, or another. */
struct image_file *recorded_image_file(struct recorded_image *image);

/* What the tables in the file say of a function, if it was asked for; NULL:
 * nothing. */
const struct table_name *recorded_image_listed(struct recorded_image *image,
                                               uint64_t start);

#endif
