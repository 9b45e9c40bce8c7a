#include "cli/sites/elf_relocations.h"

#include <string.h>

#include "arch/relocation.h"

#ifndef DT_RELR /* glibc before 2.36 */
#define DT_RELRSZ 35
#define DT_RELR 36
#define DT_RELRENT 37
#endif

enum { DYNAMIC_TAGS = DT_RELRENT + 1 };

struct relocating {
    const struct elf_headers *headers;
    uint64_t bias;
    uint64_t dynamic[DYNAMIC_TAGS];
};

/* NULL: not wholly in memory. */
static void *
at(const struct relocating *relocating, uint64_t address, uint64_t bytes)
{
    return elf_spans(relocating->headers, address, bytes)
               ? (void *)(uintptr_t)(relocating->bias + address)
               : NULL;
}

static void
store_word(const struct relocating *relocating, uint64_t address,
           uint64_t value)
{
    void *place = at(relocating, address, sizeof value);

    if (place != NULL) {
        memcpy(place, &value, sizeof value);
    }
}

/* The table ends where its entries say so, or it is damaged. */
static bool
read_dynamic(const GElf_Phdr *segment, struct relocating *relocating)
{
    uint64_t address = segment->p_vaddr;
    uint64_t end = segment->p_vaddr + segment->p_memsz;

    for (; end - address >= sizeof(Elf64_Dyn); address += sizeof(Elf64_Dyn)) {
        Elf64_Dyn entry;

        memcpy(&entry, at(relocating, address, sizeof entry), sizeof entry);
        if (entry.d_tag == DT_NULL) {
            return true;
        }
        if (entry.d_tag > 0 && entry.d_tag < DYNAMIC_TAGS) {
            relocating->dynamic[entry.d_tag] = entry.d_un.d_val;
        }
    }
    return false;
}

/* False: the symbol is another file's, or no place in memory. */
static bool
own_symbol(const struct relocating *relocating, uint64_t number,
           uint64_t *value)
{
    uint64_t table = relocating->dynamic[DT_SYMTAB];
    const void *place =
        at(relocating, table + number * sizeof(Elf64_Sym), sizeof(Elf64_Sym));
    Elf64_Sym symbol;

    if (table == 0 || place == NULL) {
        return false;
    }
    memcpy(&symbol, place, sizeof symbol);
    *value = relocating->bias + symbol.st_value;
    return symbol.st_shndx != SHN_UNDEF &&
           ELF64_ST_TYPE(symbol.st_info) != STT_TLS &&
           ELF64_ST_TYPE(symbol.st_info) != STT_GNU_IFUNC;
}

static void
apply_rela(const struct relocating *relocating, uint64_t address,
           uint64_t bytes)
{
    const char *entries = (const char *)at(relocating, address, bytes);

    if (entries == NULL) {
        return;
    }
    for (uint64_t i = 0; i < bytes / sizeof(Elf64_Rela); i++) {
        Elf64_Rela entry;
        uint64_t value;

        memcpy(&entry, entries + i * sizeof entry, sizeof entry);
        switch (relocation_of(ELF64_R_TYPE(entry.r_info))) {
        case RELOCATION_BASE:
            store_word(relocating, entry.r_offset,
                       relocating->bias + (uint64_t)entry.r_addend);
            break;
        case RELOCATION_SYMBOL:
        case RELOCATION_SLOT:
            if (own_symbol(relocating, ELF64_R_SYM(entry.r_info), &value)) {
                store_word(relocating, entry.r_offset,
                           value + (uint64_t)entry.r_addend);
            }
            break;
        case RELOCATION_OTHER:
            break;
        }
    }
}

static void
add_bias(const struct relocating *relocating, uint64_t address)
{
    uint64_t value;
    const void *place = at(relocating, address, sizeof value);

    if (place != NULL) {
        memcpy(&value, place, sizeof value);
        store_word(relocating, address, value + relocating->bias);
    }
}

/* Packed: an even word is an address, an odd one marks 63 words behind it. */
static void
apply_relr(const struct relocating *relocating, uint64_t address,
           uint64_t bytes)
{
    const char *entries = (const char *)at(relocating, address, bytes);
    uint64_t next = 0;

    for (uint64_t i = 0; entries != NULL && i < bytes / 8; i++) {
        uint64_t entry;

        memcpy(&entry, entries + i * 8, sizeof entry);
        if ((entry & 1) == 0) {
            add_bias(relocating, entry);
            next = entry + 8;
            continue;
        }
        for (unsigned bit = 1; bit < 64; bit++) {
            if ((entry >> bit & 1) != 0) {
                add_bias(relocating, next + (bit - 1) * 8);
            }
        }
        next += UINT64_C(63) * 8;
    }
}

static bool
read_dynamics(struct relocating *relocating)
{
    const struct elf_headers *headers = relocating->headers;

    for (size_t i = 0; i < headers->segment_count; i++) {
        if (headers->segments[i].p_type == PT_DYNAMIC &&
            !read_dynamic(&headers->segments[i], relocating)) {
            return false;
        }
    }
    return true;
}

bool
elf_relocate(const struct elf_headers *headers, uint64_t bias)
{
    struct relocating relocating = { .headers = headers, .bias = bias };
    const uint64_t *dynamic = relocating.dynamic;

    if (!read_dynamics(&relocating)) {
        return false;
    }
    apply_relr(&relocating, dynamic[DT_RELR], dynamic[DT_RELRSZ]);
    apply_rela(&relocating, dynamic[DT_RELA], dynamic[DT_RELASZ]);
    apply_rela(&relocating, dynamic[DT_JMPREL], dynamic[DT_PLTRELSZ]);
    /* A relocation may have hit the dynamic section itself. */
    return read_dynamics(&relocating);
}
