#include "report/symbols/image_names.h"

#include <elfutils/libdwfl.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "report/symbols/dwarf_names.h"
#include "report/symbols/relocations.h"
#include "report/symbols/symbol_spans.h"
#include "report/symbols/unwind_table.h"
#include "report/text/memory.h"

struct image_file {
    Dwfl *dwfl;
    Dwfl_Module *module;
    struct dwarf_names dwarf;
    Dwarf_Addr dwarf_bias; /* file offset = DWARF address + this */
    struct unwind_table unwind;
    struct symbol_spans symbols;
    struct image_import *imports; /* found when somebody asks */
    size_t import_count;
    bool knows_imports;
    struct image_pointer *pointers; /* the same */
    size_t pointer_count;
    bool knows_pointers;
};

size_t
image_file_frames(struct image_file *file, uint64_t offset,
                  struct named_frame *frames, size_t room)
{
    size_t count = 0;
    const char *name;
    uint64_t into;

    count = dwarf_names_frames(&file->dwarf, offset - file->dwarf_bias, frames,
                               room);
    if (count > 0 && frames[count - 1].function != NULL) {
        return count;
    }
    name = image_file_symbol(file, offset, &into);
    if (name == NULL || room == 0) {
        return 0;
    }
    frames[0] = (struct named_frame){ .function = name };
    return 1;
}

const char *
image_file_symbol(struct image_file *file, uint64_t offset, uint64_t *into)
{
    return symbol_spans_name(&file->symbols, file->module, offset, into);
}

uint64_t
image_file_function_start(struct image_file *file, uint64_t offset)
{
    return unwind_table_function(&file->unwind, offset);
}

uint64_t
image_file_function_at(struct image_file *file, size_t number)
{
    return unwind_table_start(&file->unwind, number);
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

static int
compare_import(const void *key, const void *import)
{
    uint64_t offset = *(const uint64_t *)key;
    uint64_t at = ((const struct image_import *)import)->at;

    return (offset > at) - (offset < at);
}

static const struct image_import *
find_import(struct image_file *file, uint64_t offset)
{
    const struct image_import *found = NULL;
    GElf_Addr bias;

    if (!file->knows_imports) {
        file->import_count = relocations_imports(
            dwfl_module_getelf(file->module, &bias), &file->imports);
        file->knows_imports = true;
    }
    if (file->import_count > 0) {
        found = (const struct image_import *)bsearch(
            &offset, file->imports, file->import_count, sizeof *file->imports,
            compare_import);
    }
    return found;
}

const char *
image_file_import(struct image_file *file, uint64_t offset)
{
    const struct image_import *found = find_import(file, offset);

    return found != NULL ? found->name : NULL;
}

uint64_t
image_file_own(struct image_file *file, uint64_t offset)
{
    const struct image_import *found = find_import(file, offset);

    return found != NULL ? found->own : 0;
}

size_t
image_file_pointers(struct image_file *file,
                    const struct image_pointer **pointers)
{
    GElf_Addr bias;

    if (!file->knows_pointers) {
        file->pointer_count = relocations_pointers(
            dwfl_module_getelf(file->module, &bias), &file->pointers);
        file->knows_pointers = true;
    }
    *pointers = file->pointers;
    return file->pointer_count;
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

    if (file->dwarf.index.count > 0) {
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
    Dwarf *dwarf;
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
    dwarf = dwfl_module_getdwarf(file->module, &file->dwarf_bias);
    if (dwarf != NULL) {
        dwarf_names_build(&file->dwarf, dwarf);
    }
    unwind_table_find(&file->unwind, elf);
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
    dwarf_names_clear(&file->dwarf);
    symbol_spans_clear(&file->symbols);
    free(file->imports);
    free(file->pointers);
    free(file);
}
