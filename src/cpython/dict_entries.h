/*
 * dict_entries - the keys and values of a dictionary, read as raw memory.
 */
#ifndef REFTALLY_CPYTHON_DICT_ENTRIES_H
#define REFTALLY_CPYTHON_DICT_ENTRIES_H

#include <stdbool.h>
#include <stdint.h>

#include "cpython/layout.h"

struct dict_entries {
    uint64_t entry;  /* the next one */
    uint64_t values; /* of a dictionary that shares its keys, else 0 */
    uint64_t left;
    uint32_t entry_bytes, key; /* where in the entry */
};

/* False: not a dictionary with keys. */
bool dict_entries_first(const struct python_layout *layout, uint64_t dict,
                        struct dict_entries *entries);

/* The same for a bare table of keys with values somewhere else. */
bool dict_entries_of_keys(const struct python_layout *layout, uint64_t keys,
                          uint64_t values, struct dict_entries *entries);

/* Every key, also of entries that have no value here. */
bool dict_entries_next_key(struct dict_entries *entries, uint64_t *key);

/* In order of insertion; entries without a value are passed over. */
bool dict_entries_next(struct dict_entries *entries, uint64_t *key,
                       uint64_t *value);

/*
 * Passes over entries whose key and value both are other objects: how many.
 * There may be thousands of them, of which one is looked for.
 */
uint64_t dict_entries_seek(struct dict_entries *entries, uint64_t object);

#endif
