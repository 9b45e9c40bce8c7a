#include "arch/blob.h"

#include <string.h>

void
blob_add(struct blob *blob, const void *bytes, size_t size)
{
    if (blob->full || blob->capacity - blob->size < size) {
        blob->full = true;
        return;
    }
    memcpy(blob->bytes + blob->size, bytes, size);
    blob->size += (uint32_t)size;
}

void
blob_add_byte(struct blob *blob, uint8_t byte)
{
    blob_add(blob, &byte, 1);
}

void
blob_add_word(struct blob *blob, uint32_t word)
{
    blob_add(blob, &word, 4);
}

void
blob_add_near(struct blob *blob, uint64_t target, uint32_t behind)
{
    if (blob->near_count == blob->reloc_capacity) {
        blob->full = true;
        return;
    }
    blob->near[blob->near_count++] = blob->size;
    blob_add_word(blob, (uint32_t)(target - (blob->size + 4 + behind)));
}

void
blob_add_branch(struct blob *blob, uint64_t target)
{
    uint32_t count = blob->near_count;

    blob_add_near(blob, target, 0);
    if (blob->near_count > count) {
        blob->near[count] |= BLOB_BRANCH;
    }
}

/* Whether what is added next follows in the image as it does here. */
static bool
is_continued(const struct blob *blob, uint64_t address)
{
    const struct blob_place *last;

    if (blob->place_count == 0) {
        return false;
    }
    last = &blob->places[blob->place_count - 1];
    return last->address - last->offset == (uint32_t)address - blob->size;
}

void
blob_add_place(struct blob *blob, uint64_t address)
{
    if (blob->place_count < blob->place_capacity &&
        !is_continued(blob, address)) {
        blob->places[blob->place_count++] =
            (struct blob_place){ blob->size, (uint32_t)address };
    }
}

void
blob_add_site(struct blob *blob, uint32_t word)
{
    if (blob->site_count == blob->reloc_capacity) {
        blob->full = true;
        return;
    }
    blob->sites[blob->site_count++] = blob->size;
    blob_add_word(blob, word);
}

void
blob_add_cross(struct blob *blob, uint32_t field)
{
    if (blob->cross_count == blob->reloc_capacity) {
        blob->full = true;
        return;
    }
    blob->cross[blob->cross_count++] = field;
}

void
blob_begin(struct blob *blob)
{
    /* jmp *slot(%rip): as far from each to its own. */
    static const uint8_t thunk[BLOB_THUNK_BYTES] = {
        0xff, 0x25, (uint8_t) - (BLOB_THUNKS + 6), 0xff, 0xff, 0xff, 0xcc, 0xcc,
    };
    static const uint8_t slots[BLOB_THUNKS];

    for (struct blob *part = blob; part != NULL; part = part->cold) {
        part->size = 0;
        part->near_count = 0;
        part->site_count = 0;
        part->cross_count = 0;
        part->place_count = 0;
        part->full = false;
    }
    blob_add(blob, slots, sizeof slots);
    for (uint32_t hook = 0; hook < BLOB_HOOKS; hook++) {
        blob_add(blob, thunk, sizeof thunk);
    }
}

bool
blob_has_plenty(const struct blob *blob)
{
    for (; blob != NULL; blob = blob->cold) {
        if (blob->size > blob->capacity / 2 ||
            blob->near_count > blob->reloc_capacity / 2 ||
            blob->site_count > blob->reloc_capacity / 2 ||
            blob->cross_count > blob->reloc_capacity / 2) {
            return false;
        }
    }
    return true;
}

/* All fields at these offsets move by `distance`. */
static void
shift_fields(const struct blob *blob, const uint32_t *fields, uint32_t count,
             uint32_t distance)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t field;

        memcpy(&field, blob->bytes + fields[i], 4);
        field += distance;
        memcpy(blob->bytes + fields[i], &field, 4);
    }
}

static void
append_offsets(uint32_t *to, uint32_t *count, const uint32_t *from,
               uint32_t from_count, uint32_t distance)
{
    for (uint32_t i = 0; i < from_count; i++) {
        to[(*count)++] = from[i] + distance;
    }
}

static void
take_shortcuts(struct blob *blob, blob_shortcut *shortcut, const void *context)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < blob->near_count; i++) {
        uint32_t at = blob->near[i] & ~BLOB_BRANCH, field, stub = 0;

        if (blob->near[i] != at && shortcut != NULL) {
            memcpy(&field, blob->bytes + at, 4);
            field += at + 4; /* the address of the image it leads to */
            stub = shortcut(context, field);
        }
        if (stub == 0) {
            blob->near[kept++] = at;
        }
        else {
            field = stub - (at + 4);
            memcpy(blob->bytes + at, &field, 4);
        }
    }
    blob->near_count = kept;
}

bool
blob_finish(struct blob *blob, blob_shortcut *shortcut, const void *context)
{
    struct blob *cold = blob->cold;
    uint32_t behind = blob->size;

    if (blob->full || cold->full || blob->capacity - blob->size < cold->size ||
        blob->reloc_capacity - blob->near_count < cold->near_count ||
        blob->reloc_capacity - blob->site_count < cold->site_count) {
        return false;
    }
    take_shortcuts(blob, shortcut, context);
    shift_fields(blob, blob->cross, blob->cross_count, behind);
    shift_fields(cold, cold->cross, cold->cross_count, -behind);
    shift_fields(cold, cold->near, cold->near_count, -behind);
    append_offsets(blob->near, &blob->near_count, cold->near, cold->near_count,
                   behind);
    append_offsets(blob->sites, &blob->site_count, cold->sites,
                   cold->site_count, behind);
    blob_add(blob, cold->bytes, cold->size);
    return !blob->full;
}

struct blob_mark
blob_mark(const struct blob *blob)
{
    return (struct blob_mark){ *blob, *blob->cold };
}

uint32_t
blob_undo(struct blob *blob, const struct blob_mark *mark)
{
    bool full = blob->full || blob->cold->full;

    *blob->cold = mark->cold;
    *blob = mark->hot;
    blob->full = full;
    return 0;
}
