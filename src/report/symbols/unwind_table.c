#include "report/symbols/unwind_table.h"

#include <dwarf.h>
#include <gelf.h>
#include <string.h>

/*
 * .eh_frame_hdr, as every linker writes it: a header of 12 bytes, then pairs of
 * function start and description, relative to the section, sorted. Other
 * encodings are allowed, but nobody makes them.
 */
struct unwind_header {
    uint8_t version, frame_encoding, count_encoding, table_encoding;
    int32_t frame;
    uint32_t count;
};

struct unwind_row {
    int32_t start;
    int32_t description;
};

void
unwind_table_find(struct unwind_table *found, Elf *elf)
{
    Elf_Scn *section = NULL;
    size_t names;

    if (elf_getshdrstrndx(elf, &names) != 0) {
        return;
    }
    while ((section = elf_nextscn(elf, section)) != NULL) {
        const struct unwind_header *table;
        GElf_Shdr header;
        Elf_Data *data;
        const char *name;

        if (gelf_getshdr(section, &header) == NULL) {
            continue;
        }
        name = elf_strptr(elf, names, header.sh_name);
        if (name == NULL || strcmp(name, ".eh_frame_hdr") != 0) {
            continue;
        }
        data = elf_rawdata(section, NULL);
        if (data == NULL || data->d_size < sizeof *table) {
            continue;
        }
        table = (const struct unwind_header *)data->d_buf;
        if (table->version == 1 && table->count_encoding == DW_EH_PE_udata4 &&
            table->table_encoding == (DW_EH_PE_datarel | DW_EH_PE_sdata4) &&
            table->count <=
                (data->d_size - sizeof *table) / sizeof(struct unwind_row)) {
            found->rows = (const struct unwind_row *)(table + 1);
            found->count = table->count;
            found->base = header.sh_addr;
        }
    }
}

uint64_t
unwind_table_function(const struct unwind_table *table, uint64_t offset)
{
    int64_t wanted = (int64_t)(offset - table->base);
    size_t low = 0, high = table->count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (table->rows[middle].start <= wanted) {
            low = middle + 1;
        }
        else {
            high = middle;
        }
    }
    return low == 0
               ? 0
               : table->base + (uint64_t)(int64_t)table->rows[low - 1].start;
}

uint64_t
unwind_table_start(const struct unwind_table *table, size_t number)
{
    return number < table->count
               ? table->base + (uint64_t)(int64_t)table->rows[number].start
               : 0;
}
