/*
 * relocations - what the loader writes into the data of an ELF file.
 */
#ifndef REFTALLY_REPORT_RELOCATIONS_H
#define REFTALLY_REPORT_RELOCATIONS_H

#include <libelf.h>

#include "report/image_names.h"

/* The imported symbol whose address is put at `offset`; NULL: none. */
const char *relocations_import(Elf *elf, uint64_t offset);

/* All words that point into the same file, in any order; to be freed. */
size_t relocations_pointers(Elf *elf, struct image_pointer **pointers);

#endif
