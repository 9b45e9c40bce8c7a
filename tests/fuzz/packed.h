/*
 * packed - a ledger without its empty space, for fuzzing.
 *
 * A ledger file is mostly zeros, in which a fuzzer would get lost. Packed, it is
 * the header without its directory, then each extent: table, length in three
 * bytes, content.
 */
#ifndef REFTALLY_TESTS_FUZZ_PACKED_H
#define REFTALLY_TESTS_FUZZ_PACKED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Writes the ledger that `bytes` stand for to `fd`, in place of its content. */
bool packed_expand(const uint8_t *bytes, size_t size, int fd);

/* The packed form of the ledger at `path`, on standard output. */
bool packed_write(const char *path);

#endif
