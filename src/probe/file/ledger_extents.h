/*
 * ledger_extents - room in the ledger's file, and the mapping of it.
 *
 * Room is allocated before it is mapped, and never beyond the limit on the
 * size of files: a larger file would raise SIGXFSZ in the host.
 */
#ifndef REFTALLY_PROBE_FILE_LEDGER_EXTENTS_H
#define REFTALLY_PROBE_FILE_LEDGER_EXTENTS_H

#include "ledger/store.h"

bool extents_within_limit(uint64_t file_bytes);

/* Bytes of the file, zeroed where they are new. False: errno says why. */
bool extents_allocate(int fd, uint64_t offset, uint64_t size_bytes);

/*
 * Gives the next extents of the file, which are allocated, to a table. The
 * table has as much address space.
 */
bool extents_map(struct store *store, int fd, uint32_t table, uint32_t count);

#endif
