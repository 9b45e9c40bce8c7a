#include "patch/image.h"

#include <elf.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

/*
 * What replaces code by a jump leads back to the first instruction that is whole
 * again.
 */
enum { INSTRUCTION_BYTES_MAX = 15 };

static void
read_build_id(struct image *image, uint64_t start, uint64_t size)
{
    uint64_t at = start, end = start + size;

    while (end - at >= sizeof(ElfW(Nhdr))) {
        ElfW(Nhdr) note;
        uint64_t name, description;

        memcpy(&note, (const void *)(uintptr_t)at, sizeof note);
        name = at + sizeof note;
        if (note.n_namesz > end - name) {
            return;
        }
        description = name + ((note.n_namesz + 3u) & ~3u);
        if (description > end || note.n_descsz > end - description) {
            return;
        }
        if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 &&
            memcmp((const void *)(uintptr_t)name, "GNU", 4) == 0 &&
            note.n_descsz <= IMAGE_BUILD_ID_MAX) {
            image->build_id_bytes = note.n_descsz;
            image->build_id_address = description;
            memcpy(image->build_id, (const void *)(uintptr_t)description,
                   note.n_descsz);
            return;
        }
        at = description + ((note.n_descsz + 3u) & ~3u);
        if (at > end) {
            return;
        }
    }
}

/* What a module gives to the interpreter, and not the other way round. */
static bool
is_given(const char *name, size_t size)
{
    static const char given[] = "PyInit_";

    return size >= sizeof given && memcmp(name, given, sizeof given - 1) == 0;
}

/* Some name in the dynamic string table begins with Py or _Py. */
static bool
names_python(const char *names, size_t size)
{
    for (size_t i = 0; i + 3 < size; i++) {
        const char *name = names + i + 1;

        if (names[i] == '\0' &&
            (memcmp(name, "Py", 2) == 0 ||
             (i + 4 < size && memcmp(name, "_Py", 3) == 0)) &&
            !is_given(name, size - i - 1)) {
            return true;
        }
    }
    return false;
}

/* The dynamic linker relocates these pointers in place, except in the vDSO. */
bool
image_refers_to_python(const struct image *image)
{
    const ElfW(Dyn) *entry = (const ElfW(Dyn) *)(uintptr_t)image->dynamic;
    uint64_t names = 0, size = 0;

    for (; entry != NULL && entry->d_tag != DT_NULL; entry++) {
        if (entry->d_tag == DT_STRTAB) {
            names = entry->d_un.d_ptr;
        }
        else if (entry->d_tag == DT_STRSZ) {
            size = entry->d_un.d_val;
        }
    }
    if (names < image->start) {
        names += image->bias;
    }
    return names >= image->start && names < image->end &&
           size <= image->end - names &&
           names_python((const char *)(uintptr_t)names, size);
}

static void
copy_path(char *out, const char *path)
{
    size_t length = strnlen(path, IMAGE_PATH_MAX - 1);

    memcpy(out, path, length);
    out[length] = '\0';
}

void
image_find_path(struct image *image)
{
    ssize_t length;

    if (image->program) {
        length = readlink("/proc/self/exe", image->path, IMAGE_PATH_MAX - 1);
        image->path[length > 0 ? length : 0] = '\0';
    }
}

static void
add_segment(struct image *image, const ElfW(Phdr) * header)
{
    uint64_t start = image->bias + header->p_vaddr;
    uint64_t end = start + header->p_memsz;

    if (image->segment_count == 0 || start < image->start) {
        image->start = start;
    }
    if (end > image->end) {
        image->end = end;
    }
    if (image->segment_count < IMAGE_SEGMENTS_MAX && header->p_memsz > 0) {
        image->segments[image->segment_count++] = (struct image_segment){
            .start = start,
            .end = end,
            .executable = (header->p_flags & PF_X) != 0,
            .writable = (header->p_flags & PF_W) != 0,
            .file_offset = header->p_offset,
            .file_bytes = header->p_filesz,
        };
    }
}

/* A program header may speak of what is only in the file: objcopy leaves such
 * a note behind when it takes the build-id away. */
static bool
is_loaded(const struct image *image, uint64_t address, uint64_t size)
{
    for (unsigned i = 0; i < image->segment_count; i++) {
        const struct image_segment *segment = &image->segments[i];

        if (address >= segment->start && address < segment->end &&
            size <= segment->end - address) {
            return true;
        }
    }
    return false;
}

/* Of several notes, the first that has a build-id. */
static void
find_parts(struct image *image, const struct dl_phdr_info *info)
{
    for (unsigned i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *header = &info->dlpi_phdr[i];
        uint64_t address = image->bias + header->p_vaddr;

        if (!is_loaded(image, address, header->p_memsz)) {
            continue;
        }
        if (header->p_type == PT_NOTE && image->build_id_bytes == 0) {
            read_build_id(image, address, header->p_memsz);
        }
        else if (header->p_type == PT_DYNAMIC) {
            image->dynamic = address;
        }
        else if (header->p_type == PT_GNU_EH_FRAME) {
            image->frames.header = address;
        }
    }
}

bool
image_describe(const struct dl_phdr_info *info, struct image *out)
{
    memset(out, 0, sizeof *out);
    out->bias = info->dlpi_addr;
    for (unsigned i = 0; i < info->dlpi_phnum; i++) {
        if (info->dlpi_phdr[i].p_type == PT_LOAD) {
            add_segment(out, &info->dlpi_phdr[i]);
        }
    }
    if (out->segment_count == 0 || out->start == getauxval(AT_SYSINFO_EHDR)) {
        return false;
    }
    find_parts(out, info);
    for (unsigned i = 0; i < out->segment_count; i++) {
        const struct image_segment *segment = &out->segments[i];

        if (out->frames.header >= segment->start &&
            out->frames.header < segment->end) {
            out->frames.start = segment->start;
            out->frames.end = segment->end;
        }
    }
    out->program = info->dlpi_name == NULL || info->dlpi_name[0] == '\0';
    if (!out->program) {
        copy_path(out->path, info->dlpi_name);
    }
    return true;
}

static const struct image_segment *
code_segment(const struct image *image, uint64_t address)
{
    for (unsigned i = 0; i < image->segment_count; i++) {
        const struct image_segment *segment = &image->segments[i];

        if (segment->executable && address >= segment->start &&
            address < segment->end) {
            return segment;
        }
    }
    return NULL;
}

bool
image_has_code(const struct image *image, uint64_t address)
{
    return code_segment(image, address) != NULL;
}

const uint8_t *
image_code(const struct image *image, uint64_t address)
{
    return (const uint8_t *)(uintptr_t)(address + image->code_shift);
}

bool
image_is_changed(const struct image *image, uint64_t address, uint64_t size)
{
    const struct image_segment *segment = code_segment(image, address);
    uint64_t start = address - INSTRUCTION_BYTES_MAX;
    uint64_t end = address + size + INSTRUCTION_BYTES_MAX;

    if (image->code_shift == 0 || segment == NULL) {
        return false;
    }
    start = start < segment->start ? segment->start : start;
    end = end > segment->end ? segment->end : end;
    return memcmp((const void *)(uintptr_t)start, image_code(image, start),
                  end - start) != 0;
}
