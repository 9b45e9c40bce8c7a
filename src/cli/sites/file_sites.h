/*
 * file_sites - what the library would do with one ELF file, found out without
 * loading it.
 *
 * The plan is that of the library for the file as it lies on disk; so are the
 * figures, unless another file takes the place of its symbols.
 */
#ifndef REFTALLY_CLI_SITES_FILE_SITES_H
#define REFTALLY_CLI_SITES_FILE_SITES_H

#include "base/refcount_shape.h"
#include "cli/sites/elf_python.h"

#include <reftally/ledger_format.h>
#include <stdbool.h>

enum {
    SITES_OPERATIONS = OPERATION_ENTRY + 1,
    SITES_TACTICS = TACTIC_HOLE + 1,
    SITES_WATCHED_MAX = 4,
};

/* A function whose entry the library watches in the interpreter. */
struct watched {
    const char *name;
    uint64_t offset;
    bool patched;
};

struct left_site {
    uint32_t offset;
    uint8_t operation, reason; /* enum ledger_leave_reason */
    char *function;            /* printable; NULL: unknown */
};

struct file_sites {
    const char *path;
    struct elf_image elf;
    char build_id[2 * IMAGE_BUILD_ID_MAX + 1]; /* "": none */
    struct elf_python python;
    struct watched watched[SITES_WATCHED_MAX];
    unsigned watched_count;

    uint32_t sites, patched;
    uint32_t by_operation[SITES_OPERATIONS];
    uint32_t by_tactic[SITES_TACTICS]; /* of those patched */
    uint32_t by_reason[LEDGER_LEAVE_REASONS];
    struct left_site *left_alone;
    uint32_t left_alone_count;
};

/* `wanted`: see elf_python_find. */
bool file_sites_open(struct file_sites *out, const char *path,
                     const struct python_layout *wanted, struct error *error);
void file_sites_close(struct file_sites *file);

/* One element of `files` in reftally-sites/1. */
struct json_t *file_sites_json(const struct file_sites *file);

/* Names of the values that stand in a plan's site; NULL: no such value. */
const char *operation_word(uint32_t operation);
const char *tactic_word(uint32_t tactic);

#endif
