/*
 * elf_relocations - gives pointers in a file's data the values that they have
 * when it is loaded, as far as they lead to the file itself.
 */
#ifndef REFTALLY_CLI_SITES_ELF_RELOCATIONS_H
#define REFTALLY_CLI_SITES_ELF_RELOCATIONS_H

#include "cli/sites/elf_headers.h"

/*
 * All that the headers span lies in writable memory at `bias` + its virtual
 * address. What leads out of it is passed over. False: the dynamic section has
 * no end, before or after.
 */
bool elf_relocate(const struct elf_headers *headers, uint64_t bias);

#endif
