#include "cli/sites/elf_image.h"

#include "cli/sites/elf_headers.h"
#include "cli/sites/elf_relocations.h"

#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    PAGE_BYTES = 4096,
    FUNCTION_BYTES_MAX = 16 << 20, /* far beyond the longest that exist */
};

/* What is known of the file while it is being opened. */
struct opening {
    struct elf_image *out;
    const char *path;
    struct error *error;
    uint64_t file_bytes;
    struct elf_headers headers;
};

/* ---- the file ---- */

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
    if (out->elf == NULL || elf_kind(out->elf) != ELF_K_ELF) {
        return error_set(opening->error, "%s is not an ELF file",
                         opening->path);
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
    uint64_t base = opening->headers.low & ~(uint64_t)(PAGE_BYTES - 1);
    bool fixed = opening->headers.fixed;
    void *memory;

    out->memory_bytes = (size_t)(opening->headers.high - base);
    memory = mmap(fixed ? (void *)(uintptr_t)base : NULL, out->memory_bytes,
                  PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE |
                      (fixed ? MAP_FIXED_NOREPLACE : 0),
                  -1, 0);
    if (memory == MAP_FAILED) {
        return error_set(
            opening->error, "%s cannot be laid out%s: %s", opening->path,
            fixed ? " at the addresses it is linked for" : "", strerror(errno));
    }
    out->memory = memory;
    out->image.bias = (uint64_t)(uintptr_t)memory - base;
    if (fixed && out->image.bias != 0) { /* a kernel before 4.17 */
        return error_set(opening->error,
                         "%s cannot be laid out at the addresses it is linked "
                         "for: they are in use",
                         opening->path);
    }
    for (size_t i = 0; i < opening->headers.segment_count; i++) {
        const GElf_Phdr *load = &opening->headers.segments[i];

        if (load->p_type == PT_LOAD &&
            !read_segment(out->fd,
                          (void *)(uintptr_t)(out->image.bias + load->p_vaddr),
                          load->p_filesz, load->p_offset)) {
            return error_set(opening->error, "cannot read all of %s",
                             opening->path);
        }
    }
    return true;
}

/* ---- what patch/ makes of it ---- */

static bool
describe(struct opening *opening)
{
    struct elf_image *out = opening->out;
    struct dl_phdr_info info = {
        .dlpi_addr = out->image.bias,
        .dlpi_name = opening->path,
        .dlpi_phdr = opening->headers.segments,
        .dlpi_phnum = (Elf64_Half)opening->headers.segment_count,
    };

    if (!elf_relocate(&opening->headers, out->image.bias)) {
        return error_set(opening->error,
                         "%s is damaged: its dynamic section has no end",
                         opening->path);
    }
    if (!image_describe(&info, &out->image)) {
        return error_set(opening->error, "%s has nothing to look at",
                         opening->path);
    }
    return true;
}

/*
 * Functions do not overlap and stand in the file. Where they do not, a small
 * file could be made into any amount of work.
 */
static bool
measure_functions(struct opening *opening)
{
    struct elf_image *out = opening->out;
    const struct image *image = &out->image;
    size_t count = eh_frame_count(&image->frames);
    struct eh_function function;

    for (size_t i = 0; i < count; i++) {
        uint64_t bytes;

        if (!eh_frame_function(&image->frames, i, &function) ||
            !image_has_code(image, function.start) ||
            !image_has_code(image, function.end - 1)) {
            continue;
        }
        bytes = function.end - function.start;
        out->code_bytes += bytes;
        out->functions++;
        if (bytes > FUNCTION_BYTES_MAX ||
            out->code_bytes > 2 * opening->file_bytes) {
            return error_set(opening->error,
                             "%s is damaged: a function of its unwind table "
                             "is too long or overlaps others",
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
    fine = open_file(opening) &&
           elf_headers_read(&opening->headers, out->elf, opening->file_bytes,
                            path, error) &&
           map_segments(opening) && describe(opening) &&
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

    if (address >= image->image.start && address < image->image.end &&
        image->image.end - address >= sizeof word) {
        memcpy(&word, (const void *)(uintptr_t)address, sizeof word);
    }
    return word;
}
