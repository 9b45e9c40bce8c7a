/*
 * entry_stub - the stub of a function whose entry the library watches.
 */
#ifndef REFTALLY_ARCH_ENTRY_STUB_H
#define REFTALLY_ARCH_ENTRY_STUB_H

#include "arch/stub.h"

/* What an entry stub watches for before it calls the hook. */
enum stub_entry {
    STUB_ENTRY_ALWAYS,
    STUB_ENTRY_TRACKED_BLOCK, /* second argument is memory whose first 48 bytes
                                 hold the beginning of a tracked object */
};

/* A stub for the first instructions of a function that the library watches. */
uint32_t entry_stub_emit(struct blob *blob, const struct function *function,
                         size_t last, uint32_t number, enum stub_entry watch,
                         enum stub_filter filter, enum stub_leave *leave);

#endif
