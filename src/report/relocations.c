#include "report/relocations.h"

#include <gelf.h>

#include "report/memory.h"

static const char *
import_in(Elf *elf, Elf_Scn *relocations, uint64_t offset)
{
    GElf_Shdr header, symbols;
    Elf_Data *data, *symbol_data;
    Elf_Scn *linked;

    if (gelf_getshdr(relocations, &header) == NULL ||
        header.sh_type != SHT_RELA || header.sh_entsize == 0 ||
        (linked = elf_getscn(elf, header.sh_link)) == NULL ||
        gelf_getshdr(linked, &symbols) == NULL ||
        (data = elf_getdata(relocations, NULL)) == NULL ||
        (symbol_data = elf_getdata(linked, NULL)) == NULL) {
        return NULL;
    }
    for (size_t i = 0; i < header.sh_size / header.sh_entsize; i++) {
        GElf_Rela relocation;
        GElf_Sym symbol;

        if (gelf_getrela(data, (int)i, &relocation) != NULL &&
            relocation.r_offset == offset &&
            GELF_R_SYM(relocation.r_info) != 0 &&
            gelf_getsym(symbol_data, (int)GELF_R_SYM(relocation.r_info),
                        &symbol) != NULL) {
            return elf_strptr(elf, symbols.sh_link, symbol.st_name);
        }
    }
    return NULL;
}

const char *
relocations_import(Elf *elf, uint64_t offset)
{
    Elf_Scn *section = NULL;
    const char *name = NULL;

    while (name == NULL && (section = elf_nextscn(elf, section)) != NULL) {
        name = import_in(elf, section, offset);
    }
    return name;
}

/* Adds those of one section of relocations. */
static size_t
pointers_in(Elf *elf, Elf_Scn *relocations, struct image_pointer **pointers,
            size_t count)
{
    GElf_Shdr header;
    Elf_Data *data, *symbols = NULL;
    Elf_Scn *linked;

    if (gelf_getshdr(relocations, &header) == NULL ||
        header.sh_type != SHT_RELA || header.sh_entsize == 0 ||
        (data = elf_getdata(relocations, NULL)) == NULL) {
        return count;
    }
    if ((linked = elf_getscn(elf, header.sh_link)) != NULL) {
        symbols = elf_getdata(linked, NULL);
    }
    for (size_t i = 0; i < header.sh_size / header.sh_entsize; i++) {
        GElf_Rela relocation;
        GElf_Sym symbol = { 0 };
        uint64_t to;

        if (gelf_getrela(data, (int)i, &relocation) == NULL) {
            continue;
        }
        to = (uint64_t)relocation.r_addend;
        if (GELF_R_TYPE(relocation.r_info) == R_X86_64_64 && symbols != NULL &&
            gelf_getsym(symbols, (int)GELF_R_SYM(relocation.r_info), &symbol) !=
                NULL &&
            symbol.st_shndx != SHN_UNDEF) {
            to += symbol.st_value;
        }
        else if (GELF_R_TYPE(relocation.r_info) != R_X86_64_RELATIVE) {
            continue;
        }
        *pointers = (struct image_pointer *)memory_room(*pointers, count,
                                                        sizeof **pointers);
        (*pointers)[count++] =
            (struct image_pointer){ relocation.r_offset, to };
    }
    return count;
}

size_t
relocations_pointers(Elf *elf, struct image_pointer **pointers)
{
    Elf_Scn *section = NULL;
    size_t count = 0;

    *pointers = NULL;
    while ((section = elf_nextscn(elf, section)) != NULL) {
        count = pointers_in(elf, section, pointers, count);
    }
    return count;
}
