/*
 * own_image - where the library itself lies.
 */
#ifndef REFTALLY_BASE_OWN_IMAGE_H
#define REFTALLY_BASE_OWN_IMAGE_H

#include <stdbool.h>
#include <stdint.h>

/* Of the image, library or program, that this was linked into. The linker names
 * its first byte and the one behind its last. */
static inline bool
own_image_holds(uint64_t address)
{
    extern const char __ehdr_start[] __attribute__((visibility("hidden")));
    extern const char _end[] __attribute__((visibility("hidden")));
    uint64_t start = (uint64_t)(uintptr_t)__ehdr_start;

    return address - start < (uint64_t)(uintptr_t)_end - start;
}

#endif
