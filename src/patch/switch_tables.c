#include "patch/switch_tables.h"

#include <string.h>

enum { ENTRIES_MAX = 4096, ENTRY_BYTES = 4 };

bool
switch_tables_reserve(struct switch_tables *tables, struct arena *arena,
                      const struct image *image)
{
    tables->start = image->start - image->bias;
    tables->end = image->end - image->bias;
    tables->bits =
        arena_add(arena, (tables->end - tables->start) / ENTRY_BYTES / 8 + 1);
    return tables->bits != NULL;
}

static uint8_t *
bits_of(const struct switch_tables *tables, uint64_t address, uint8_t *mask)
{
    uint64_t entry = (address - tables->start) / ENTRY_BYTES;

    *mask = (uint8_t)(1u << entry % 8);
    return &tables->bits[entry / 8];
}

bool
switch_tables_note(const struct switch_tables *tables, uint64_t address)
{
    uint8_t mask;

    if (address < tables->start || address >= tables->end ||
        (address - tables->start) % ENTRY_BYTES != 0) {
        return false;
    }
    *bits_of(tables, address, &mask) |= mask;
    return true;
}

static bool
is_noted(const struct switch_tables *tables, uint64_t address)
{
    uint8_t mask;

    return (*bits_of(tables, address, &mask) & mask) != 0;
}

void
switch_tables_follow(const struct switch_tables *tables,
                     const struct image *image, uint64_t address,
                     const struct switch_visitor *visitor)
{
    const struct image_segment *home = NULL;
    uint64_t table = address + image->bias;

    for (unsigned i = 0; i < image->segment_count; i++) {
        const struct image_segment *segment = &image->segments[i];

        if (table >= segment->start && table < segment->end) {
            home = segment;
        }
    }
    if (home == NULL || home->writable) {
        return;
    }
    for (unsigned i = 0; i < ENTRIES_MAX; i++) {
        uint64_t at = table + i * ENTRY_BYTES;
        int32_t distance;

        if (at + ENTRY_BYTES > home->end ||
            (i > 0 && is_noted(tables, at - image->bias))) {
            return;
        }
        memcpy(&distance, (const void *)(uintptr_t)at, ENTRY_BYTES);
        if (!visitor->visit(visitor->context,
                            address + (uint64_t)(int64_t)distance)) {
            return;
        }
    }
}

void
switch_tables_follow_all(const struct switch_tables *tables,
                         const struct image *image,
                         const struct switch_visitor *visitor)
{
    for (uint64_t at = tables->start; at < tables->end; at += ENTRY_BYTES) {
        uint8_t mask;

        if (*bits_of(tables, at, &mask) == 0) {
            at += (uint64_t)(7 * ENTRY_BYTES); /* eight at a time */
        }
        else if (is_noted(tables, at)) {
            switch_tables_follow(tables, image, at, visitor);
        }
    }
}
