/*
 * process_image - symbols of a file that another process has mapped.
 *
 * Names are those of the dynamic symbol table of the file itself, which must be
 * the one that is mapped.
 */
#ifndef REFTALLY_CLI_PROCESS_PROCESS_IMAGE_H
#define REFTALLY_CLI_PROCESS_PROCESS_IMAGE_H

#include "cli/process/process.h"

#include <libelf.h>

struct process_image {
    const struct process *process;
    uint64_t bias;
    Elf *elf;
    int fd;
};

/* False: the file is gone or replaced, or no ELF file. */
bool process_image_open(struct process_image *image,
                        const struct process *process, const char *path,
                        struct error *error);
void process_image_close(struct process_image *image);

/* The address that it has in the process; 0: the file does not define it. */
uint64_t process_image_symbol(const struct process_image *image,
                              const char *name);

/* Where the file has what a symbol's address shows; 0: nowhere. */
uint64_t process_image_offset(const struct process_image *image,
                              uint64_t address);

#endif
