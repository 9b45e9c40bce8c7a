#include "arch/relocation.h"

#include <elf.h>

enum relocation
relocation_of(uint32_t type)
{
    switch (type) {
    case R_X86_64_RELATIVE:
        return RELOCATION_BASE;
    case R_X86_64_64:
        return RELOCATION_SYMBOL;
    case R_X86_64_GLOB_DAT:
    case R_X86_64_JUMP_SLOT:
        return RELOCATION_SLOT;
    default:
        return RELOCATION_OTHER;
    }
}
