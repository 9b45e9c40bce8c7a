/*
 * relocation - what the dynamic linker writes into a word.
 */
#ifndef REFTALLY_ARCH_RELOCATION_H
#define REFTALLY_ARCH_RELOCATION_H

#include <stdint.h>

enum relocation {
    RELOCATION_OTHER,
    RELOCATION_BASE,   /* where the image lies, plus the addend */
    RELOCATION_SYMBOL, /* the address of a symbol, plus the addend */
    RELOCATION_SLOT,   /* the same, for a call or a variable of others */
};

/* `type` as in an ELF file. */
enum relocation relocation_of(uint32_t type);

#endif
