/*
 * elf_headers - the program headers of an ELF file, checked.
 *
 * What is read here holds: segments lie in the file, in order, without overlap
 * and within limits; the notes, the dynamic section and the unwind table lie in
 * the span of the segments.
 */
#ifndef REFTALLY_CLI_SITES_ELF_HEADERS_H
#define REFTALLY_CLI_SITES_ELF_HEADERS_H

#include "report/text/error.h"

#include <gelf.h>

enum { ELF_HEADERS_MAX = 256 };

struct elf_headers {
    bool fixed; /* not position independent */
    GElf_Phdr segments[ELF_HEADERS_MAX];
    size_t segment_count;
    uint64_t low, high; /* virtual addresses of all that is loaded */
};

/* False: the file is damaged or nothing for us. `path` is for the message. */
bool elf_headers_read(struct elf_headers *out, Elf *elf, uint64_t file_bytes,
                      const char *path, struct error *error);

/* Whether the range lies in the segments and the gaps between them. */
bool elf_spans(const struct elf_headers *headers, uint64_t address,
               uint64_t bytes);

#endif
