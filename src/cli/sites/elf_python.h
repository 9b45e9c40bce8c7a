/*
 * elf_python - which CPython an ELF file belongs to, and so how its code keeps
 * reference counts.
 */
#ifndef REFTALLY_CLI_SITES_ELF_PYTHON_H
#define REFTALLY_CLI_SITES_ELF_PYTHON_H

#include "cli/sites/elf_image.h"
#include "cpython/layout.h"

struct elf_python {
    const struct python_layout *layout; /* NULL: refused */
    const char *refused; /* why the library leaves the whole file; or NULL */
    bool interpreter;    /* defines frame evaluation */
};

/*
 * An interpreter says which version it is; a module's name does, as in
 * x.cpython-313-x86_64-linux-gnu.so. For others `wanted` counts, or the latest
 * version when it is NULL: its code changes counts in all the ways there are.
 */
struct elf_python elf_python_find(const struct elf_image *elf, const char *path,
                                  const struct python_layout *wanted);

/* The table of "3.9" to "3.15"; NULL: none. */
const struct python_layout *elf_python_version(const char *version);

/*
 * What the interpreter's code looks at when it stores the 1 of a birth:
 * address in memory, 0 if there is nothing. Then `state` is the structure that
 * it lies in, or 0, and `bytes` its size.
 */
uint64_t elf_python_births(const struct elf_image *elf, uint64_t *state,
                           uint64_t *bytes);

#endif
