#include "cli/process/process_image.h"

#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "report/text/memory.h"

enum { PAGE_BYTES = 4096 };

/* Addresses of the first segment, in the file's own and in the process. */
static bool
find_bias(struct process_image *image, const struct process_mapping *first)
{
    size_t count;
    GElf_Phdr header;

    if (elf_getphdrnum(image->elf, &count) != 0) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        if (gelf_getphdr(image->elf, (int)i, &header) != NULL &&
            header.p_type == PT_LOAD) {
            uint64_t offset = header.p_offset & ~(uint64_t)(PAGE_BYTES - 1);

            image->bias =
                first->start - (header.p_vaddr & ~(uint64_t)(PAGE_BYTES - 1));
            return first->offset == offset;
        }
    }
    return false;
}

bool
process_image_open(struct process_image *image, const struct process *process,
                   const char *path, struct error *error)
{
    const struct process_mapping *first = process_find(process, path);
    char *name = process_file(process, path);
    bool fine;

    memset(image, 0, sizeof *image);
    image->process = process;
    image->fd = open(name, O_RDONLY | O_CLOEXEC);
    elf_version(EV_CURRENT);
    image->elf = image->fd < 0 ? NULL : elf_begin(image->fd, ELF_C_READ, NULL);
    fine = first != NULL && image->elf != NULL &&
           elf_kind(image->elf) == ELF_K_ELF && find_bias(image, first);
    if (!fine) {
        error_set(error,
                  "process %d: %s is not the file any more that it has loaded",
                  (int)process->pid, path);
        process_image_close(image);
    }
    free(name);
    return fine;
}

void
process_image_close(struct process_image *image)
{
    if (image->elf != NULL) {
        elf_end(image->elf);
    }
    if (image->fd >= 0) {
        close(image->fd);
    }
    image->elf = NULL;
    image->fd = -1;
}

/* Of the dynamic symbols in one section. */
static uint64_t
find_in(const struct process_image *image, Elf_Data *data, uint32_t names,
        const char *name)
{
    GElf_Sym symbol;

    for (int i = 0; gelf_getsym(data, i, &symbol) != NULL; i++) {
        const char *own = elf_strptr(image->elf, names, symbol.st_name);

        if (symbol.st_shndx != SHN_UNDEF && own != NULL &&
            strcmp(own, name) == 0) {
            return image->bias + symbol.st_value;
        }
    }
    return 0;
}

uint64_t
process_image_symbol(const struct process_image *image, const char *name)
{
    Elf_Scn *section = NULL;
    uint64_t found = 0;
    GElf_Shdr header;

    while (found == 0 && (section = elf_nextscn(image->elf, section)) != NULL) {
        Elf_Data *data;

        if (gelf_getshdr(section, &header) != NULL &&
            header.sh_type == SHT_DYNSYM &&
            (data = elf_getdata(section, NULL)) != NULL) {
            found = find_in(image, data, header.sh_link, name);
        }
    }
    return found;
}

uint64_t
process_image_offset(const struct process_image *image, uint64_t address)
{
    size_t count;
    GElf_Phdr header;

    if (elf_getphdrnum(image->elf, &count) != 0) {
        return 0;
    }
    for (size_t i = 0; i < count; i++) {
        if (gelf_getphdr(image->elf, (int)i, &header) != NULL &&
            header.p_type == PT_LOAD &&
            address - image->bias - header.p_vaddr < header.p_filesz) {
            return address - image->bias - header.p_vaddr + header.p_offset;
        }
    }
    return 0;
}
