#include "report/symbols/relocations.h"

#include <gelf.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "arch/relocation.h"

#include "report/text/memory.h"

/* Adds those of one section of relocations. */
static size_t
imports_in(Elf *elf, Elf_Scn *relocations, struct image_import **imports,
           size_t count)
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
        return count;
    }
    for (size_t i = 0; i < header.sh_size / header.sh_entsize; i++) {
        GElf_Rela relocation;
        GElf_Sym symbol;

        if (gelf_getrela(data, (int)i, &relocation) != NULL &&
            GELF_R_SYM(relocation.r_info) != 0 &&
            gelf_getsym(symbol_data, (int)GELF_R_SYM(relocation.r_info),
                        &symbol) != NULL) {
            *imports = (struct image_import *)memory_room(*imports, count,
                                                          sizeof **imports);
            (*imports)[count++] = (struct image_import){
                relocation.r_offset,
                elf_strptr(elf, symbols.sh_link, symbol.st_name),
                symbol.st_shndx != SHN_UNDEF ? symbol.st_value : 0,
            };
        }
    }
    return count;
}

static int
compare_imports(const void *a, const void *b)
{
    uint64_t left = ((const struct image_import *)a)->at;
    uint64_t right = ((const struct image_import *)b)->at;

    return (left > right) - (left < right);
}

size_t
relocations_imports(Elf *elf, struct image_import **imports)
{
    Elf_Scn *section = NULL;
    size_t count = 0;

    *imports = NULL;
    while ((section = elf_nextscn(elf, section)) != NULL) {
        count = imports_in(elf, section, imports, count);
    }
    if (count > 0) {
        qsort(*imports, count, sizeof **imports, compare_imports);
    }
    return count;
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
        enum relocation kind;
        uint64_t to;

        if (gelf_getrela(data, (int)i, &relocation) == NULL) {
            continue;
        }
        to = (uint64_t)relocation.r_addend;
        kind = relocation_of(GELF_R_TYPE(relocation.r_info));
        if (kind == RELOCATION_SYMBOL && symbols != NULL &&
            gelf_getsym(symbols, (int)GELF_R_SYM(relocation.r_info), &symbol) !=
                NULL &&
            symbol.st_shndx != SHN_UNDEF) {
            to += symbol.st_value;
        }
        else if (kind != RELOCATION_BASE) {
            continue;
        }
        *pointers = (struct image_pointer *)memory_room(*pointers, count,
                                                        sizeof **pointers);
        (*pointers)[count++] =
            (struct image_pointer){ relocation.r_offset, to };
    }
    return count;
}

static int
compare_pointers(const void *a, const void *b)
{
    uint64_t left = ((const struct image_pointer *)a)->at;
    uint64_t right = ((const struct image_pointer *)b)->at;

    return (left > right) - (left < right);
}

/* Whether the file has something at that address when it is loaded. */
static bool
is_loaded(Elf *elf, uint64_t address)
{
    size_t count = 0;

    elf_getphdrnum(elf, &count);
    for (size_t i = 0; i < count; i++) {
        GElf_Phdr segment;

        if (gelf_getphdr(elf, (int)i, &segment) != NULL &&
            segment.p_type == PT_LOAD && address >= segment.p_vaddr &&
            address - segment.p_vaddr < segment.p_memsz) {
            return true;
        }
    }
    return false;
}

/* Adds the words of one section of variables that are such addresses. */
static size_t
addresses_in(Elf *elf, Elf_Scn *variables, struct image_pointer **pointers,
             size_t count)
{
    GElf_Shdr header;
    Elf_Data *data;

    if (gelf_getshdr(variables, &header) == NULL ||
        header.sh_type != SHT_PROGBITS || (header.sh_flags & SHF_WRITE) == 0 ||
        (data = elf_getdata(variables, NULL)) == NULL) {
        return count;
    }
    for (size_t i = 0; i + sizeof(uint64_t) <= data->d_size;
         i += sizeof(uint64_t)) {
        uint64_t to;

        memcpy(&to, (const char *)data->d_buf + i, sizeof to);
        if (to != 0 && is_loaded(elf, to)) {
            *pointers = (struct image_pointer *)memory_room(*pointers, count,
                                                            sizeof **pointers);
            (*pointers)[count++] =
                (struct image_pointer){ header.sh_addr + i, to };
        }
    }
    return count;
}

/* The linker has put in what points into a file that is always loaded at the
 * same place: nothing tells these words from numbers. */
static bool
has_its_place(Elf *elf)
{
    GElf_Ehdr header;

    return gelf_getehdr(elf, &header) != NULL && header.e_type == ET_EXEC;
}

size_t
relocations_pointers(Elf *elf, struct image_pointer **pointers)
{
    Elf_Scn *section = NULL;
    bool in_place = has_its_place(elf);
    size_t count = 0;

    *pointers = NULL;
    while ((section = elf_nextscn(elf, section)) != NULL) {
        count = in_place ? addresses_in(elf, section, pointers, count)
                         : pointers_in(elf, section, pointers, count);
    }
    if (count > 0) {
        qsort(*pointers, count, sizeof **pointers, compare_pointers);
    }
    return count;
}

const struct image_pointer *
relocations_pointer_at(const struct image_pointer *pointers, size_t count,
                       uint64_t at)
{
    const struct image_pointer wanted = { .at = at };

    return count == 0
               ? NULL
               : (const struct image_pointer *)bsearch(
                     &wanted, pointers, count, sizeof wanted, compare_pointers);
}
