#include "cpython/dict_entries.h"

#include "cpython/memory.h"

enum { HASH_BYTES = 8, PAIR_BYTES = 16, ENTRIES_MAX = 1 << 30 };

bool
dict_entries_of_keys(const struct python_layout *layout, uint64_t keys,
                     uint64_t values, struct dict_entries *entries)
{
    const struct dict_layout *at = &layout->dict;
    uint64_t index_bytes;
    bool has_hash = true;

    if (keys == 0) {
        return false;
    }
    if (at->keys_size_is_log2) {
        index_bytes = UINT64_C(1) << (load8(keys + at->keys_index_bytes) & 63);
        has_hash = load8(keys + at->keys_kind) == 0;
    }
    else {
        uint64_t slots = load64(keys + at->keys_size);

        index_bytes = slots * (slots <= 0xff         ? 1
                               : slots <= 0xffff     ? 2
                               : slots <= 0xffffffff ? 4
                                                     : 8);
    }
    *entries = (struct dict_entries){
        .entry = keys + at->keys_indices + index_bytes,
        .values = values == 0 ? 0 : values + at->values_first,
        .left = load64(keys + at->keys_used),
        .entry_bytes = PAIR_BYTES + (has_hash ? HASH_BYTES : 0u),
        .key = has_hash ? HASH_BYTES : 0u,
    };
    return entries->left <= ENTRIES_MAX;
}

bool
dict_entries_first(const struct python_layout *layout, uint64_t dict,
                   struct dict_entries *entries)
{
    return dict_entries_of_keys(layout, load64(dict + layout->dict.keys),
                                load64(dict + layout->dict.values), entries);
}

bool
dict_entries_next_key(struct dict_entries *entries, uint64_t *key)
{
    while (entries->left > 0) {
        *key = load64(entries->entry + entries->key);
        entries->entry += entries->entry_bytes;
        entries->left--;
        if (*key != 0) {
            return true;
        }
    }
    return false;
}

bool
dict_entries_next(struct dict_entries *entries, uint64_t *key, uint64_t *value)
{
    while (entries->left > 0) {
        uint64_t at = entries->entry + entries->key;

        *key = load64(at);
        if (entries->values != 0) {
            *value = load64(entries->values);
            entries->values += sizeof(uint64_t);
        }
        else {
            *value = load64(at + sizeof(uint64_t));
        }
        entries->entry += entries->entry_bytes;
        entries->left--;
        if (*key != 0 && *value != 0) {
            return true;
        }
    }
    return false;
}

uint64_t
dict_entries_seek(struct dict_entries *entries, uint64_t object)
{
    uint64_t key = entries->entry + entries->key, passed = 0;
    uint64_t value = entries->values, step = sizeof(uint64_t);

    if (value == 0) {
        value = key + sizeof(uint64_t);
        step = entries->entry_bytes;
    }
    while (passed < entries->left && load64(key) != object &&
           load64(value) != object) {
        key += entries->entry_bytes;
        value += step;
        passed++;
    }
    entries->entry += passed * entries->entry_bytes;
    entries->values += entries->values == 0 ? 0 : passed * step;
    entries->left -= passed;
    return passed;
}
