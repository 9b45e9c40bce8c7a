#include "report/image_names.h"

#include <dwarf.h>
#include <elfutils/libdwfl.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "report/memory.h"

enum { INLINE_DEPTH_MAX = 64, NESTING_MAX = 32 };

struct interval {
    uint64_t start, end;
    Dwarf_Die die;
};

/* Sorted by start; intervals of one kind hardly ever overlap. */
struct intervals {
    struct interval *items;
    size_t count;
    bool built;
};

struct unit {
    Dwarf_Die die;
    struct intervals functions;
};

struct image_file {
    Dwfl *dwfl;
    Dwfl_Module *module;
    Dwarf *dwarf;
    Dwarf_Addr dwarf_bias;           /* file offset = DWARF address + this */
    const struct unwind_row *unwind; /* in the file's .eh_frame_hdr */
    size_t unwind_count;
    uint64_t unwind_base;
    struct unit *units;
    size_t unit_count;
    struct intervals index; /* of all units */
};

static int
compare_intervals(const void *a, const void *b)
{
    uint64_t left = ((const struct interval *)a)->start;
    uint64_t right = ((const struct interval *)b)->start;

    return (left > right) - (left < right);
}

static void
intervals_add(struct intervals *list, uint64_t start, uint64_t end,
              const Dwarf_Die *die)
{
    if (start < end) {
        list->items = (struct interval *)memory_room(list->items, list->count,
                                                     sizeof *list->items);
        list->items[list->count++] = (struct interval){ start, end, *die };
    }
}

static void
intervals_add_die(struct intervals *list, Dwarf_Die *die)
{
    Dwarf_Addr base, start, end;
    ptrdiff_t next = 0;

    while ((next = dwarf_ranges(die, next, &base, &start, &end)) > 0) {
        intervals_add(list, start, end, die);
    }
}

static void
intervals_sort(struct intervals *list)
{
    if (list->count > 0) {
        qsort(list->items, list->count, sizeof *list->items, compare_intervals);
    }
    list->built = true;
}

static struct interval *
intervals_find(struct intervals *list, uint64_t address)
{
    size_t low = 0, high = list->count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (list->items[middle].start <= address) {
            low = middle + 1;
        }
        else {
            high = middle;
        }
    }
    /* The nearest start first: the innermost of nested ones. */
    for (size_t tries = 0; tries < 16 && low > 0; tries++, low--) {
        if (address < list->items[low - 1].end) {
            return &list->items[low - 1];
        }
    }
    return NULL;
}

static void
index_units(struct image_file *file)
{
    Dwarf_CU *cu = NULL;
    Dwarf_Half version;
    uint8_t type;
    Dwarf_Die die;

    while (dwarf_get_units(file->dwarf, cu, &cu, &version, &type, &die, NULL) ==
           0) {
        struct unit *unit;

        if (dwarf_tag(&die) != DW_TAG_compile_unit) {
            continue;
        }
        file->units = (struct unit *)memory_room(file->units, file->unit_count,
                                                 sizeof *file->units);
        unit = &file->units[file->unit_count++];
        *unit = (struct unit){ .die = die };
        intervals_add_die(&file->index, &die);
    }
    intervals_sort(&file->index);
}

/* Functions stand at the top, in namespaces and in classes. */
static void
collect_functions(struct intervals *list, Dwarf_Die *parent, int nesting)
{
    Dwarf_Die child;

    if (nesting > NESTING_MAX || dwarf_child(parent, &child) != 0) {
        return;
    }
    do {
        switch (dwarf_tag(&child)) {
        case DW_TAG_subprogram:
            intervals_add_die(list, &child);
            break;
        case DW_TAG_namespace:
        case DW_TAG_class_type:
        case DW_TAG_structure_type:
        case DW_TAG_module:
            collect_functions(list, &child, nesting + 1);
            break;
        default:
            break;
        }
    } while (dwarf_siblingof(&child, &child) == 0);
}

static struct unit *
find_unit(struct image_file *file, uint64_t address)
{
    struct interval *found = intervals_find(&file->index, address);

    if (found == NULL) {
        return NULL;
    }
    for (size_t i = 0; i < file->unit_count; i++) {
        if (file->units[i].die.addr == found->die.addr) {
            return &file->units[i];
        }
    }
    return NULL;
}

/* The inlined functions around `address`, outermost first. */
static size_t
descend(Dwarf_Die *function, uint64_t address, Dwarf_Die *chain, size_t room)
{
    Dwarf_Die scope = *function;
    Dwarf_Die child;
    size_t count = 0;

    chain[count++] = *function;
    for (int depth = 0; depth < INLINE_DEPTH_MAX; depth++) {
        bool entered = false;

        if (dwarf_child(&scope, &child) != 0) {
            break;
        }
        do {
            int tag = dwarf_tag(&child);

            if ((tag == DW_TAG_inlined_subroutine ||
                 tag == DW_TAG_lexical_block || tag == DW_TAG_try_block ||
                 tag == DW_TAG_catch_block) &&
                dwarf_haspc(&child, address) == 1) {
                if (tag == DW_TAG_inlined_subroutine && count < room) {
                    chain[count++] = child;
                }
                scope = child;
                entered = true;
                break;
            }
        } while (dwarf_siblingof(&child, &child) == 0);
        if (!entered) {
            break;
        }
    }
    return count;
}

static enum return_kind
return_kind_of(Dwarf_Die *function)
{
    Dwarf_Attribute attribute;
    Dwarf_Die type;

    if (dwarf_attr_integrate(function, DW_AT_type, &attribute) == NULL) {
        return RETURN_OTHER; /* void */
    }
    for (int i = 0; i < 16; i++) {
        if (dwarf_formref_die(&attribute, &type) == NULL) {
            return RETURN_UNKNOWN;
        }
        switch (dwarf_tag(&type)) {
        case DW_TAG_typedef:
        case DW_TAG_const_type:
        case DW_TAG_volatile_type:
            break;
        case DW_TAG_base_type:
        case DW_TAG_enumeration_type:
            return RETURN_OTHER;
        case DW_TAG_pointer_type:
            if (dwarf_attr_integrate(&type, DW_AT_type, &attribute) == NULL) {
                return RETURN_UNKNOWN; /* void * */
            }
            if (dwarf_formref_die(&attribute, &type) == NULL) {
                return RETURN_UNKNOWN;
            }
            if (dwarf_peel_type(&type, &type) == 0 &&
                dwarf_tag(&type) == DW_TAG_base_type) {
                return RETURN_OTHER; /* char * */
            }
            return RETURN_OBJECT;
        default:
            return RETURN_UNKNOWN;
        }
        if (dwarf_attr_integrate(&type, DW_AT_type, &attribute) == NULL) {
            return RETURN_UNKNOWN;
        }
    }
    return RETURN_UNKNOWN;
}

/* Where the function `inlined` was called from. */
static void
call_position(Dwarf_Die *unit, Dwarf_Die *inlined, struct named_frame *caller)
{
    Dwarf_Attribute attribute;
    Dwarf_Word value;
    Dwarf_Files *files;
    size_t count;

    if (dwarf_attr(inlined, DW_AT_call_line, &attribute) != NULL &&
        dwarf_formudata(&attribute, &value) == 0) {
        caller->line = (uint32_t)value;
    }
    if (dwarf_attr(inlined, DW_AT_call_file, &attribute) != NULL &&
        dwarf_formudata(&attribute, &value) == 0 &&
        dwarf_getsrcfiles(unit, &files, &count) == 0 && value < count) {
        caller->file = dwarf_filesrc(files, value, NULL, NULL);
    }
}

/* Of C++ and Rust the mangled name, which says where it belongs. */
static const char *
name_of(Dwarf_Die *die)
{
    Dwarf_Attribute attribute;
    const char *mangled =
        dwarf_attr_integrate(die, DW_AT_linkage_name, &attribute) != NULL
            ? dwarf_formstring(&attribute)
            : NULL;

    return mangled != NULL ? mangled : dwarf_diename(die);
}

static size_t
dwarf_frames(struct image_file *file, uint64_t address,
             struct named_frame *frames, size_t room)
{
    struct unit *unit = find_unit(file, address);
    Dwarf_Die chain[INLINE_DEPTH_MAX];
    struct interval *function;
    Dwarf_Line *line;
    size_t count;

    if (unit == NULL) {
        return 0;
    }
    if (!unit->functions.built) {
        collect_functions(&unit->functions, &unit->die, 0);
        intervals_sort(&unit->functions);
    }
    function = intervals_find(&unit->functions, address);
    if (function == NULL) {
        return 0;
    }
    room = room < INLINE_DEPTH_MAX ? room : INLINE_DEPTH_MAX;
    count = descend(&function->die, address, chain, room);
    for (size_t i = 0; i < count; i++) {
        Dwarf_Die *die = &chain[count - 1 - i];

        frames[i] = (struct named_frame){
            .function = name_of(die),
            .returns = return_kind_of(die),
        };
        if (i > 0) {
            call_position(&unit->die, &chain[count - i], &frames[i]);
        }
    }
    line = dwarf_getsrc_die(&unit->die, address);
    if (line != NULL) {
        int number = 0;

        dwarf_lineno(line, &number);
        frames[0].line = (uint32_t)number;
        frames[0].file = dwarf_linesrc(line, NULL, NULL);
    }
    return count;
}

size_t
image_file_frames(struct image_file *file, uint64_t offset,
                  struct named_frame *frames, size_t room)
{
    size_t count = 0;
    GElf_Off into;
    GElf_Sym symbol;
    const char *name;

    if (file->dwarf != NULL) {
        count = dwarf_frames(file, offset - file->dwarf_bias, frames, room);
    }
    if (count > 0 && frames[count - 1].function != NULL) {
        return count;
    }
    name = dwfl_module_addrinfo(file->module, offset, &into, &symbol, NULL,
                                NULL, NULL);
    /* The nearest symbol before the address is not enough: it must cover it. */
    if (name == NULL || room == 0 || into >= symbol.st_size) {
        return 0;
    }
    frames[0] = (struct named_frame){ .function = name };
    return 1;
}

const char *
image_file_variable(struct image_file *file, uint64_t offset, uint64_t *into)
{
    GElf_Off distance;
    GElf_Sym symbol;
    const char *name = dwfl_module_addrinfo(file->module, offset, &distance,
                                            &symbol, NULL, NULL, NULL);

    *into = distance;
    return name != NULL && distance < symbol.st_size ? name : NULL;
}

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

static void
find_unwind_table(struct image_file *file, Elf *elf)
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
            file->unwind = (const struct unwind_row *)(table + 1);
            file->unwind_count = table->count;
            file->unwind_base = header.sh_addr;
        }
    }
}

uint64_t
image_file_function_start(struct image_file *file, uint64_t offset)
{
    int64_t wanted = (int64_t)(offset - file->unwind_base);
    size_t low = 0, high = file->unwind_count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (file->unwind[middle].start <= wanted) {
            low = middle + 1;
        }
        else {
            high = middle;
        }
    }
    return low == 0 ? 0
                    : file->unwind_base +
                          (uint64_t)(int64_t)file->unwind[low - 1].start;
}

const uint8_t *
image_file_segment(struct image_file *file, uint64_t offset, uint64_t *start,
                   size_t *size)
{
    GElf_Addr bias;
    Elf *elf = dwfl_module_getelf(file->module, &bias);
    size_t count, whole;
    const char *bytes = elf_rawfile(elf, &whole);

    if (bytes == NULL || elf_getphdrnum(elf, &count) != 0) {
        return NULL;
    }
    for (size_t i = 0; i < count; i++) {
        GElf_Phdr segment;

        if (gelf_getphdr(elf, (int)i, &segment) != NULL &&
            segment.p_type == PT_LOAD && offset >= segment.p_vaddr &&
            offset - segment.p_vaddr < segment.p_filesz &&
            segment.p_filesz <= whole &&
            segment.p_offset <= whole - segment.p_filesz) {
            *start = segment.p_vaddr;
            *size = segment.p_filesz;
            return (const uint8_t *)bytes + segment.p_offset;
        }
    }
    return NULL;
}

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
image_file_import(struct image_file *file, uint64_t offset)
{
    GElf_Addr bias;
    Elf *elf = dwfl_module_getelf(file->module, &bias);
    Elf_Scn *section = NULL;
    const char *name = NULL;

    while (name == NULL && (section = elf_nextscn(elf, section)) != NULL) {
        name = import_in(elf, section, offset);
    }
    return name;
}

static bool
build_id_matches(Dwfl_Module *module, const char *expected)
{
    const unsigned char *bits;
    GElf_Addr address;
    int length = dwfl_module_build_id(module, &bits, &address);
    char *text;
    bool same;

    if (length <= 0 || expected == NULL) {
        return length <= 0 && expected == NULL;
    }
    text = (char *)memory_zeroed((size_t)length * 2 + 1, 1);
    for (int i = 0; i < length; i++) {
        sprintf(text + i * 2, "%02x", bits[i]);
    }
    same = strcmp(text, expected) == 0;
    free(text);
    return same;
}

static enum image_names
names_in(struct image_file *file, Elf *elf)
{
    Elf_Scn *section = NULL;

    if (file->dwarf != NULL && file->index.count > 0) {
        return IMAGE_NAMES_DWARF;
    }
    while ((section = elf_nextscn(elf, section)) != NULL) {
        GElf_Shdr header;

        if (gelf_getshdr(section, &header) != NULL &&
            header.sh_type == SHT_SYMTAB) {
            return IMAGE_NAMES_SYMBOLS;
        }
    }
    return IMAGE_NAMES_EXPORTED;
}

static bool
load_module(struct image_file *file, const char *path, int fd,
            const char *build_id, enum image_names *names)
{
    static const Dwfl_Callbacks callbacks = {
        .find_debuginfo = dwfl_standard_find_debuginfo,
        .section_address = dwfl_offline_section_address,
    };
    GElf_Addr bias;
    Elf *elf;

    file->dwfl = dwfl_begin(&callbacks);
    if (file->dwfl == NULL) {
        close(fd);
        return false;
    }
    dwfl_report_begin(file->dwfl);
    file->module = dwfl_report_elf(file->dwfl, path, path, fd, 0, true);
    if (file->module == NULL) {
        close(fd);
    }
    dwfl_report_end(file->dwfl, NULL, NULL);
    elf = file->module != NULL ? dwfl_module_getelf(file->module, &bias) : NULL;
    if (elf == NULL || !build_id_matches(file->module, build_id)) {
        *names = IMAGE_NAMES_CHANGED;
        return false;
    }
    file->dwarf = dwfl_module_getdwarf(file->module, &file->dwarf_bias);
    if (file->dwarf != NULL) {
        index_units(file);
    }
    find_unwind_table(file, elf);
    *names = names_in(file, elf);
    return true;
}

struct image_file *
image_file_open(const char *path, const char *build_id, enum image_names *names)
{
    struct image_file *file;
    struct stat status;
    int fd;

    *names = IMAGE_NAMES_MISSING;
    if (path == NULL || path[0] != '/') {
        return NULL;
    }
    fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) {
        return NULL;
    }
    if (fstat(fd, &status) != 0 || !S_ISREG(status.st_mode)) {
        close(fd);
        return NULL;
    }
    file = (struct image_file *)memory_zeroed(1, sizeof *file);
    if (!load_module(file, path, fd, build_id, names)) {
        image_file_close(file);
        return NULL;
    }
    return file;
}

void
image_file_close(struct image_file *file)
{
    if (file->dwfl != NULL) {
        dwfl_end(file->dwfl);
    }
    for (size_t i = 0; i < file->unit_count; i++) {
        free(file->units[i].functions.items);
    }
    free(file->units);
    free(file->index.items);
    free(file);
}
