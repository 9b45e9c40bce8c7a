/*
 * switch_tables - where position-independent switches lead.
 *
 * Addresses in data that code takes may be tables of 32-bit distances, from the
 * table's start. A table ends where the next begins, whatever is found there
 * would look like. Addresses are virtual addresses of the image's file.
 */
#ifndef REFTALLY_PATCH_SWITCH_TABLES_H
#define REFTALLY_PATCH_SWITCH_TABLES_H

#include "base/arena.h"
#include "patch/image.h"

struct switch_tables {
    uint64_t start, end;
    uint8_t *bits; /* one for each entry that a table may have */
};

/* False: no memory. */
bool switch_tables_reserve(struct switch_tables *tables, struct arena *arena,
                           const struct image *image);

/* A table may begin there. False: none can. */
bool switch_tables_note(const struct switch_tables *tables, uint64_t address);

/* Is told where a table leads. False: no code is there, so it is no entry. */
typedef bool switch_visit(void *context, uint64_t target);

struct switch_visitor {
    switch_visit *visit;
    void *context;
};

/* Tells what the table there leads to. */
void switch_tables_follow(const struct switch_tables *tables,
                          const struct image *image, uint64_t address,
                          const struct switch_visitor *visitor);

/* The same of all that were noted. */
void switch_tables_follow_all(const struct switch_tables *tables,
                              const struct image *image,
                              const struct switch_visitor *visitor);

#endif
