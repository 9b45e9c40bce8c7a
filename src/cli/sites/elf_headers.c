#include "cli/sites/elf_headers.h"

#include <inttypes.h>
#include <string.h>

#include "arch/cpu.h"
#include "patch/image.h"

/* Offsets of sites are kept in 32 bits; no real image comes near either. */
static const uint64_t span_max = UINT64_C(1) << 30;
static const uint64_t address_max = UINT64_C(1) << 32;

struct reading {
    struct elf_headers *out;
    Elf *elf;
    uint64_t file_bytes;
    const char *path;
    struct error *error;
};

static bool
check_header(struct reading *reading)
{
    GElf_Ehdr ehdr, *header = gelf_getehdr(reading->elf, &ehdr);

    if (header == NULL) {
        return error_set(reading->error, "%s is not an ELF file",
                         reading->path);
    }
    if (header->e_ident[EI_CLASS] != ELFCLASS64 ||
        header->e_ident[EI_DATA] != ELFDATA2LSB ||
        header->e_machine != CPU_ELF_MACHINE) {
        return error_set(reading->error,
                         "%s is an ELF file, but not of " CPU_NAME,
                         reading->path);
    }
    if (header->e_type != ET_EXEC && header->e_type != ET_DYN) {
        return error_set(reading->error,
                         "%s is neither an executable nor a shared object",
                         reading->path);
    }
    reading->out->fixed = header->e_type == ET_EXEC;
    return true;
}

static bool
read_program_headers(struct reading *reading)
{
    if (elf_getphdrnum(reading->elf, &reading->out->segment_count) != 0 ||
        reading->out->segment_count == 0 ||
        reading->out->segment_count > ELF_HEADERS_MAX) {
        return error_set(reading->error,
                         "%s has no program headers that can be read",
                         reading->path);
    }
    for (size_t i = 0; i < reading->out->segment_count; i++) {
        if (gelf_getphdr(reading->elf, (int)i, &reading->out->segments[i]) ==
            NULL) {
            return error_set(reading->error,
                             "%s is truncated: program header %zu lies behind "
                             "its end",
                             reading->path, i);
        }
    }
    return true;
}

static bool
check_load(struct reading *reading, size_t i)
{
    const GElf_Phdr *load = &reading->out->segments[i];

    if (load->p_offset > reading->file_bytes ||
        load->p_filesz > reading->file_bytes - load->p_offset) {
        return error_set(reading->error,
                         "%s is truncated: segment %zu is %" PRIu64
                         " bytes at %" PRIu64 ", the file has %" PRIu64,
                         reading->path, i, load->p_filesz, load->p_offset,
                         reading->file_bytes);
    }
    if (load->p_filesz > load->p_memsz || load->p_vaddr >= address_max ||
        load->p_memsz > span_max) {
        return error_set(reading->error,
                         "%s is damaged: segment %zu has an impossible size "
                         "or address",
                         reading->path, i);
    }
    if (load->p_vaddr < reading->out->high) {
        return error_set(reading->error,
                         "%s is damaged: segment %zu overlaps another one or "
                         "is out of order",
                         reading->path, i);
    }
    if (reading->out->high == 0) {
        reading->out->low = load->p_vaddr;
    }
    reading->out->high = load->p_vaddr + load->p_memsz;
    return true;
}

static bool
check_segments(struct reading *reading)
{
    unsigned loads = 0;

    for (size_t i = 0; i < reading->out->segment_count; i++) {
        const GElf_Phdr *segment = &reading->out->segments[i];

        if (segment->p_type != PT_LOAD) {
            continue;
        }
        if (segment->p_memsz == 0) {
            reading->out->segments[i].p_type = PT_NULL;
            continue;
        }
        if (!check_load(reading, i)) {
            return false;
        }
        loads++;
    }
    if (loads == 0 || loads > IMAGE_SEGMENTS_MAX ||
        reading->out->high - reading->out->low > span_max ||
        reading->out->high > address_max) {
        return error_set(reading->error,
                         "%s has %u segments to load, from 0x%" PRIx64
                         " to 0x%" PRIx64
                         ": at most %d within 1 GiB and below 4 GiB can be "
                         "looked at",
                         reading->path, loads, reading->out->low,
                         reading->out->high, IMAGE_SEGMENTS_MAX);
    }
    for (size_t i = 0; i < reading->out->segment_count; i++) {
        const GElf_Phdr *segment = &reading->out->segments[i];

        if ((segment->p_type == PT_NOTE || segment->p_type == PT_DYNAMIC ||
             segment->p_type == PT_GNU_EH_FRAME) &&
            (!elf_spans(reading->out, segment->p_vaddr, segment->p_memsz) ||
             (segment->p_type == PT_DYNAMIC && segment->p_vaddr % 8 != 0))) {
            return error_set(reading->error,
                             "%s is damaged: program header %zu points out of "
                             "what is loaded, or between words",
                             reading->path, i);
        }
    }
    return true;
}

bool
elf_headers_read(struct elf_headers *out, Elf *elf, uint64_t file_bytes,
                 const char *path, struct error *error)
{
    struct reading reading = { out, elf, file_bytes, path, error };

    memset(out, 0, sizeof *out);
    return check_header(&reading) && read_program_headers(&reading) &&
           check_segments(&reading);
}

bool
elf_spans(const struct elf_headers *headers, uint64_t address, uint64_t bytes)
{
    return address >= headers->low && address <= headers->high &&
           bytes <= headers->high - address;
}
