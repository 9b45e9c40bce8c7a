/*
 * relocations - what the loader writes into the data of an ELF file.
 */
#ifndef REFTALLY_REPORT_SYMBOLS_RELOCATIONS_H
#define REFTALLY_REPORT_SYMBOLS_RELOCATIONS_H

#include <libelf.h>

/* A word of data, and what the loader makes it point to, in the same image. */
struct image_pointer {
    uint64_t at, to;
};

/* A word of data, and the symbol by whose name the loader fills it. */
struct image_import {
    uint64_t at;
    const char *name;
    uint64_t own; /* where the image itself defines it; 0: another one does */
};

/* All of them, in order of the words; to be freed. */
size_t relocations_imports(Elf *elf, struct image_import **imports);

/*
 * All words that point into the same file, in their order; to be freed. Of an
 * executable that is always loaded at the same place: variables that look so.
 */
size_t relocations_pointers(Elf *elf, struct image_pointer **pointers);

/* That of this word, among them; NULL: it is none. */
const struct image_pointer *
relocations_pointer_at(const struct image_pointer *pointers, size_t count,
                       uint64_t at);

#endif
