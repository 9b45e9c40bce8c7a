#include "cli/elf_image.h"

#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    HEADERS_MAX = 256,
    PAGE_BYTES = 4096,
    DYNAMIC_TAGS = DT_RELRENT + 1,
};

/* Offsets of sites are kept in 32 bits; no real image comes near either. */
static const uint64_t span_max = UINT64_C(1) << 30;
static const uint64_t address_max = UINT64_C(1) << 32;

/* What is known of the file while it is being opened. */
struct opening {
    struct elf_image *out;
    const char *path;
    struct error *error;
    uint64_t file_bytes;
    GElf_Ehdr header;
    GElf_Phdr segments[HEADERS_MAX];
    size_t segment_count;
    uint64_t low, high; /* virtual addresses of all segments */
};

/* ---- the file and its headers ---- */

static bool
open_file(struct opening *opening)
{
    struct elf_image *out = opening->out;
    struct stat status;

    out->fd = open(opening->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (out->fd < 0 || fstat(out->fd, &status) != 0) {
        return error_set(opening->error, "cannot open %s: %s", opening->path,
                         strerror(errno));
    }
    if (!S_ISREG(status.st_mode)) {
        return error_set(opening->error, "%s is not a regular file",
                         opening->path);
    }
    opening->file_bytes = (uint64_t)status.st_size;
    elf_version(EV_CURRENT);
    out->elf = elf_begin(out->fd, ELF_C_READ, NULL);
    if (out->elf == NULL || elf_kind(out->elf) != ELF_K_ELF ||
        gelf_getehdr(out->elf, &opening->header) == NULL) {
        return error_set(opening->error, "%s is not an ELF file",
                         opening->path);
    }
    return true;
}

static bool
check_header(struct opening *opening)
{
    const GElf_Ehdr *header = &opening->header;

    if (header->e_ident[EI_CLASS] != ELFCLASS64 ||
        header->e_ident[EI_DATA] != ELFDATA2LSB ||
        header->e_machine != EM_X86_64) {
        return error_set(opening->error, "%s is an ELF file, but not of x86-64",
                         opening->path);
    }
    if (header->e_type != ET_EXEC && header->e_type != ET_DYN) {
        return error_set(opening->error,
                         "%s is neither an executable nor a shared object",
                         opening->path);
    }
    return true;
}

static bool
read_program_headers(struct opening *opening)
{
    if (elf_getphdrnum(opening->out->elf, &opening->segment_count) != 0 ||
        opening->segment_count == 0 || opening->segment_count > HEADERS_MAX) {
        return error_set(opening->error,
                         "%s has no program headers that can be read",
                         opening->path);
    }
    for (size_t i = 0; i < opening->segment_count; i++) {
        if (gelf_getphdr(opening->out->elf, (int)i, &opening->segments[i]) ==
            NULL) {
            return error_set(opening->error,
                             "%s is truncated: program header %zu lies behind "
                             "its end",
                             opening->path, i);
        }
    }
    return true;
}

static bool
check_load(struct opening *opening, size_t i)
{
    const GElf_Phdr *load = &opening->segments[i];

    if (load->p_offset > opening->file_bytes ||
        load->p_filesz > opening->file_bytes - load->p_offset) {
        return error_set(opening->error,
                         "%s is truncated: segment %zu is %" PRIu64
                         " bytes at %" PRIu64 ", the file has %" PRIu64,
                         opening->path, i, load->p_filesz, load->p_offset,
                         opening->file_bytes);
    }
    if (load->p_filesz > load->p_memsz || load->p_vaddr >= address_max ||
        load->p_memsz > span_max) {
        return error_set(opening->error,
                         "%s is damaged: segment %zu has an impossible size "
                         "or address",
                         opening->path, i);
    }
    if (load->p_vaddr < opening->high) {
        return error_set(opening->error,
                         "%s is damaged: segment %zu overlaps another one or "
                         "is out of order",
                         opening->path, i);
    }
    if (opening->high == 0) {
        opening->low = load->p_vaddr;
    }
    opening->high = load->p_vaddr + load->p_memsz;
    return true;
}

/* Whether the range lies in the segments and the gaps between them. */
static bool
spans(uint64_t low, uint64_t high, uint64_t start, uint64_t bytes)
{
    return start >= low && start <= high && bytes <= high - start;
}

static bool
check_segments(struct opening *opening)
{
    unsigned loads = 0;

    for (size_t i = 0; i < opening->segment_count; i++) {
        const GElf_Phdr *segment = &opening->segments[i];

        if (segment->p_type != PT_LOAD) {
            continue;
        }
        if (segment->p_memsz == 0) {
            opening->segments[i].p_type = PT_NULL;
            continue;
        }
        if (!check_load(opening, i)) {
            return false;
        }
        loads++;
    }
    if (loads == 0 || loads > IMAGE_SEGMENTS_MAX ||
        opening->high - opening->low > span_max ||
        opening->high > address_max) {
        return error_set(opening->error,
                         "%s has %u segments to load, from 0x%" PRIx64
                         " to 0x%" PRIx64
                         ": at most %d within 1 GiB and below 4 GiB can be "
                         "looked at",
                         opening->path, loads, opening->low, opening->high,
                         IMAGE_SEGMENTS_MAX);
    }
    for (size_t i = 0; i < opening->segment_count; i++) {
        const GElf_Phdr *segment = &opening->segments[i];

        if ((segment->p_type == PT_NOTE || segment->p_type == PT_DYNAMIC ||
             segment->p_type == PT_GNU_EH_FRAME) &&
            (!spans(opening->low, opening->high, segment->p_vaddr,
                    segment->p_memsz) ||
             (segment->p_type == PT_DYNAMIC && segment->p_vaddr % 8 != 0))) {
            return error_set(opening->error,
                             "%s is damaged: program header %zu points out of "
                             "what is loaded, or between words",
                             opening->path, i);
        }
    }
    return true;
}

/* ---- into memory ---- */

static bool
read_segment(int fd, void *to, uint64_t bytes, uint64_t offset)
{
    while (bytes > 0) {
        ssize_t got = pread(fd, to, bytes, (off_t)offset);

        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            return false;
        }
        to = (char *)to + got;
        bytes -= (uint64_t)got;
        offset += (uint64_t)got;
    }
    return true;
}

/*
 * A position-independent image goes anywhere. Others hold their own addresses
 * as bare numbers, so they go where these point, as when they are executed.
 */
static bool
map_segments(struct opening *opening)
{
    struct elf_image *out = opening->out;
    uint64_t base = opening->low & ~(uint64_t)(PAGE_BYTES - 1);
    bool fixed = opening->header.e_type == ET_EXEC;
    void *memory;

    out->memory_bytes = (size_t)(opening->high - base);
    memory = mmap(fixed ? (void *)(uintptr_t)base : NULL, out->memory_bytes,
                  PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE |
                      (fixed ? MAP_FIXED_NOREPLACE : 0),
                  -1, 0);
    if (memory == MAP_FAILED) {
        return error_set(opening->error,
                         "%s cannot be laid out at 0x%" PRIx64 ": %s",
                         opening->path, fixed ? base : 0, strerror(errno));
    }
    out->memory = memory;
    out->image.bias = (uint64_t)(uintptr_t)memory - base;
    if (fixed && out->image.bias != 0) {
        return error_set(opening->error,
                         "%s cannot be laid out at 0x%" PRIx64
                         ": the address is in use",
                         opening->path, base);
    }
    for (size_t i = 0; i < opening->segment_count; i++) {
        const GElf_Phdr *load = &opening->segments[i];

        if (load->p_type == PT_LOAD &&
            !read_segment(out->fd,
                          (void *)(uintptr_t)(out->image.bias + load->p_vaddr),
                          load->p_filesz, load->p_offset)) {
            return error_set(opening->error, "cannot read %s: %s",
                             opening->path,
                             errno != 0 ? strerror(errno) : "it shrank");
        }
    }
    return true;
}

/* ---- relocations ---- */

struct relocating {
    uint64_t bias, low, high;
    uint64_t dynamic[DYNAMIC_TAGS];
};

/* NULL: not wholly in memory. */
static void *
at(const struct relocating *relocating, uint64_t address, uint64_t bytes)
{
    return spans(relocating->low, relocating->high, address, bytes)
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
read_dynamic(struct opening *opening, const GElf_Phdr *segment,
             struct relocating *relocating)
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
    return error_set(opening->error,
                     "%s is damaged: its dynamic section has no end",
                     opening->path);
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
        switch (ELF64_R_TYPE(entry.r_info)) {
        case R_X86_64_RELATIVE:
            store_word(relocating, entry.r_offset,
                       relocating->bias + (uint64_t)entry.r_addend);
            break;
        case R_X86_64_64:
        case R_X86_64_GLOB_DAT:
        case R_X86_64_JUMP_SLOT:
            if (own_symbol(relocating, ELF64_R_SYM(entry.r_info), &value)) {
                store_word(relocating, entry.r_offset,
                           value + (uint64_t)entry.r_addend);
            }
            break;
        default:
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
read_dynamics(struct opening *opening, struct relocating *relocating)
{
    for (size_t i = 0; i < opening->segment_count; i++) {
        if (opening->segments[i].p_type == PT_DYNAMIC &&
            !read_dynamic(opening, &opening->segments[i], relocating)) {
            return false;
        }
    }
    return true;
}

static bool
relocate(struct opening *opening)
{
    struct relocating relocating = { .bias = opening->out->image.bias,
                                     .low = opening->low,
                                     .high = opening->high };

    if (!read_dynamics(opening, &relocating)) {
        return false;
    }
    apply_relr(&relocating, relocating.dynamic[DT_RELR],
               relocating.dynamic[DT_RELRSZ]);
    apply_rela(&relocating, relocating.dynamic[DT_RELA],
               relocating.dynamic[DT_RELASZ]);
    apply_rela(&relocating, relocating.dynamic[DT_JMPREL],
               relocating.dynamic[DT_PLTRELSZ]);
    /* A relocation may have hit the dynamic section itself. */
    return read_dynamics(opening, &relocating);
}

/* ---- what patch/ makes of it ---- */

static bool
describe(struct opening *opening)
{
    struct elf_image *out = opening->out;
    struct dl_phdr_info info = {
        .dlpi_addr = out->image.bias,
        .dlpi_name = opening->path,
        .dlpi_phdr = opening->segments,
        .dlpi_phnum = (Elf64_Half)opening->segment_count,
    };

    if (!image_describe(&info, &out->image)) {
        return error_set(opening->error, "%s has nothing to look at",
                         opening->path);
    }
    return true;
}

/*
 * Functions do not overlap. In a file where they do a little work could be
 * made into any amount of it.
 */
static bool
measure_functions(struct opening *opening)
{
    struct elf_image *out = opening->out;
    const struct image *image = &out->image;
    size_t count = eh_frame_count(&image->frames);
    struct eh_function function;

    for (size_t i = 0; i < count; i++) {
        if (eh_frame_function(&image->frames, i, &function) &&
            image_has_code(image, function.start) &&
            image_has_code(image, function.end - 1)) {
            out->code_bytes += function.end - function.start;
            out->functions++;
        }
        if (out->code_bytes > 2 * (uint64_t)out->memory_bytes) {
            return error_set(opening->error,
                             "%s is damaged: functions of its unwind table "
                             "overlap",
                             opening->path);
        }
    }
    if (out->functions == 0) {
        return error_set(opening->error,
                         "%s has no unwind table (.eh_frame_hdr) that names a "
                         "function",
                         opening->path);
    }
    return true;
}

bool
elf_image_open(struct elf_image *out, const char *path, struct error *error)
{
    struct opening *opening = (struct opening *)calloc(1, sizeof *opening);
    bool fine;

    memset(out, 0, sizeof *out);
    out->fd = -1;
    if (opening == NULL) {
        return error_set(error, "no memory for %s", path);
    }
    opening->out = out;
    opening->path = path;
    opening->error = error;
    fine = open_file(opening) && check_header(opening) &&
           read_program_headers(opening) && check_segments(opening) &&
           map_segments(opening) && relocate(opening) && describe(opening) &&
           measure_functions(opening);
    free(opening);
    if (!fine) {
        elf_image_close(out);
    }
    return fine;
}

void
elf_image_close(struct elf_image *image)
{
    if (image->memory != NULL) {
        munmap(image->memory, image->memory_bytes);
    }
    if (image->elf != NULL) {
        elf_end(image->elf);
    }
    if (image->fd >= 0) {
        close(image->fd);
    }
    image->memory = NULL;
    image->elf = NULL;
    image->fd = -1;
}

/* ---- questions ---- */

uint64_t
elf_image_symbol(const struct elf_image *image, const char *name)
{
    Elf_Scn *section = NULL;
    GElf_Shdr header;

    while ((section = elf_nextscn(image->elf, section)) != NULL) {
        Elf_Data *data = elf_getdata(section, NULL);
        GElf_Sym symbol;

        if (gelf_getshdr(section, &header) == NULL ||
            header.sh_type != SHT_DYNSYM || data == NULL) {
            continue;
        }
        for (int i = 0; gelf_getsym(data, i, &symbol) != NULL; i++) {
            const char *own =
                elf_strptr(image->elf, header.sh_link, symbol.st_name);
            uint64_t address = image->image.bias + symbol.st_value;

            if (symbol.st_shndx != SHN_UNDEF && own != NULL &&
                strcmp(own, name) == 0) {
                return address >= image->image.start &&
                               address < image->image.end
                           ? address
                           : 0;
            }
        }
    }
    return 0;
}

uint64_t
elf_image_word(const struct elf_image *image, uint64_t address)
{
    uint64_t word = 0;

    if (spans(image->image.start, image->image.end, address, sizeof word)) {
        memcpy(&word, (const void *)(uintptr_t)address, sizeof word);
    }
    return word;
}
