/*
 * loaded_object - the ELF object that the dynamic linker has at an address.
 *
 * From glibc 2.35 on _dl_find_object answers, without a lock. Before, all
 * objects are gone through under the lock of their list, as an exception of C++
 * does there: it is held while the list changes or is read, and never while
 * code of a library that is being loaded runs.
 */
#ifndef REFTALLY_PROBE_STACK_LOADED_OBJECT_H
#define REFTALLY_PROBE_STACK_LOADED_OBJECT_H

#include <stdbool.h>
#include <stdint.h>

struct loaded_object {
    uint64_t start, end;    /* in memory, all its segments */
    uint64_t unwind_header; /* its .eh_frame_hdr */
};

/* Finds out which way there is; before that, and then, both are right. */
void loaded_object_init(void);

/* False: there is none at the address, or one without unwind tables. */
bool loaded_object_find(uint64_t address, struct loaded_object *out);

/* The way that works everywhere. */
bool loaded_object_search(uint64_t address, struct loaded_object *out);

#endif
