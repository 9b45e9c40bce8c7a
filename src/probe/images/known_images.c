#include "probe/images/known_images.h"

#include <string.h>

enum { IMAGES_MAX = 4096, PAGE_BYTES = 4096 };

static const uint64_t HASH_START = 0xcbf29ce484222325, /* FNV-1a */
    HASH_FACTOR = 0x100000001b3;

static struct known_image images[IMAGES_MAX];
static unsigned count;
static uint64_t lowest = UINT64_MAX, highest; /* no image lies outside */

static uint64_t
identity_of(const struct image *image)
{
    uint64_t hash = HASH_START;

    for (const char *at = image->path; *at != '\0'; at++) {
        hash = (hash ^ (uint8_t)*at) * HASH_FACTOR;
    }
    for (unsigned i = 0; i < image->build_id_bytes; i++) {
        hash = (hash ^ image->build_id[i]) * HASH_FACTOR;
    }
    return hash;
}

void
known_images_begin(void)
{
    for (unsigned i = 0; i < count; i++) {
        images[i].seen = false;
    }
}

static bool
is_as_before_the_patch(const struct known_image *known)
{
    return known->original_bytes != 0 &&
           memcmp((const void *)(uintptr_t)known->edit, known->original,
                  known->original_bytes) == 0;
}

static bool
is_in_its_place(const struct known_image *known, const struct image *image)
{
    return known->start == image->start && known->end == image->end;
}

enum known_state
known_images_find(const struct image *image, struct known_image **found)
{
    for (unsigned i = 0; i < count; i++) {
        struct known_image *known = &images[i];

        if (!is_in_its_place(known, image)) {
            continue;
        }
        if (known->bias != image->bias ||
            known->identity != identity_of(image)) {
            *known = images[--count];
            return KNOWN_NEW;
        }
        known->seen = true;
        *found = known;
        return is_as_before_the_patch(known) ? KNOWN_AGAIN : KNOWN_STILL;
    }
    return KNOWN_NEW;
}

bool
known_images_have(const struct image *image)
{
    for (unsigned i = 0; i < count; i++) {
        if (is_in_its_place(&images[i], image) &&
            images[i].bias == image->bias) {
            return true;
        }
    }
    return false;
}

/* Mostly in one piece; else the largest counts. */
static void
find_data(const struct image *image, struct known_image *known)
{
    uint64_t start = 0, end = 1;

    for (unsigned i = 0; i < image->segment_count; i++) {
        const struct image_segment *segment = &image->segments[i];

        if (!segment->writable) {
            continue;
        }
        if (segment->start / PAGE_BYTES > (end - 1) / PAGE_BYTES + 1) {
            start = segment->start;
        }
        end = segment->end;
        if (end - start > known->data_end - known->data) {
            known->data = start;
            known->data_end = end;
        }
    }
}

struct known_image *
known_images_add(const struct image *image)
{
    if (count == IMAGES_MAX) {
        return NULL;
    }
    lowest = image->start < lowest ? image->start : lowest;
    highest = image->end > highest ? image->end : highest;
    images[count] = (struct known_image){
        .start = image->start,
        .end = image->end,
        .bias = image->bias,
        .identity = identity_of(image),
        .seen = true,
    };
    find_data(image, &images[count]);
    return &images[count++];
}

void
known_image_patched(struct known_image *known, const struct plan *plan)
{
    const struct plan_edit *first = &plan->edits[0];

    known->patched = true;
    if (plan->edit_count == 0) {
        return;
    }
    known->edit = known->bias + first->address;
    known->original_bytes = first->length < sizeof known->original
                                ? (uint8_t)first->length
                                : sizeof known->original;
    memcpy(known->original, plan->original, known->original_bytes);
}

void
known_images_end(void)
{
    for (unsigned i = count; i-- > 0;) {
        if (!images[i].seen) {
            images[i] = images[--count];
        }
    }
}

static bool
is_within(uint64_t address, uint64_t size, uint64_t start, uint64_t end)
{
    return address >= start && size <= end - start &&
           address - start <= end - start - size;
}

bool
known_images_hold(uint64_t address, uint64_t size)
{
    /* Most words of static data are small numbers. */
    if (address < lowest || address >= highest) {
        return false;
    }
    for (unsigned i = 0; i < count; i++) {
        if (is_within(address, size, images[i].start, images[i].end)) {
            return true;
        }
    }
    return false;
}

bool
known_images_hold_data(uint64_t address, uint64_t size)
{
    if (address < lowest || address >= highest) {
        return false;
    }
    for (unsigned i = 0; i < count; i++) {
        if (images[i].patched &&
            is_within(address, size, images[i].data, images[i].data_end)) {
            return true;
        }
    }
    return false;
}
