/*
 * elf_image - an ELF file laid out in memory as the dynamic linker would do it,
 * for looking at: nothing of it is ever executed.
 *
 * The file is hostile: its headers are checked here before patch/, which
 * trusts what is loaded, sees the image.
 */
#ifndef REFTALLY_CLI_SITES_ELF_IMAGE_H
#define REFTALLY_CLI_SITES_ELF_IMAGE_H

#include "patch/image.h"
#include "report/text/error.h"

#include <libelf.h>

struct elf_image {
    struct image image;
    void *memory; /* all segments; gaps between them are zero */
    size_t memory_bytes;
    uint64_t code_bytes; /* of the functions in the unwind table */
    size_t functions;
    Elf *elf;
    int fd;
};

/*
 * Relocations that need no other file are applied. False: nothing is open. An
 * image that has no unwind table, so that its functions are not known, fails.
 */
bool elf_image_open(struct elf_image *out, const char *path,
                    struct error *error);
void elf_image_close(struct elf_image *image);

/* Address in memory of a dynamic symbol that the file defines; 0: none. */
uint64_t elf_image_symbol(const struct elf_image *image, const char *name);

/* The 8 bytes at the address, or 0 if they are not all in the image. */
uint64_t elf_image_word(const struct elf_image *image, uint64_t address);

#endif
