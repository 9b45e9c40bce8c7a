/*
 * image - a loaded ELF object: where it lies and what it consists of.
 *
 * Everything is read from memory, as the dynamic linker left it, but code as
 * the file has it: a debugger may have been there.
 */
#ifndef REFTALLY_PATCH_IMAGE_H
#define REFTALLY_PATCH_IMAGE_H

#include "patch/eh_frame.h"

#include <link.h>

enum {
    IMAGE_SEGMENTS_MAX = 16,
    IMAGE_BUILD_ID_MAX = 32,
    IMAGE_PATH_MAX = 1024,
};

struct image_segment {
    uint64_t start, end; /* addresses */
    bool executable, writable;
    uint64_t file_offset, file_bytes; /* where the file has its first bytes */
};

struct image {
    char path[IMAGE_PATH_MAX];
    uint64_t bias;       /* address = bias + virtual address */
    uint64_t start, end; /* of all segments */
    struct image_segment segments[IMAGE_SEGMENTS_MAX];
    unsigned segment_count;
    uint8_t build_id[IMAGE_BUILD_ID_MAX];
    unsigned build_id_bytes; /* 0: none */
    uint64_t build_id_address;
    struct eh_frame frames;
    uint64_t dynamic;    /* address of its dynamic section; 0: none */
    bool program;        /* what the process was started from */
    uint64_t code_shift; /* from code in memory to a copy of the file's, where
                            they differ (image_file.h); 0: they do not */
};

/*
 * Describes one object as dl_iterate_phdr reports it, without a system call:
 * the path of the program is empty. False: not one of use.
 */
bool image_describe(const struct dl_phdr_info *info, struct image *out);

/* Whether it refers to CPython's C API: reads all names that it refers to. */
bool image_refers_to_python(const struct image *image);

/* Asks the system for the path that is missing. */
void image_find_path(struct image *image);

/* Whether the address lies in executable memory of the image. */
bool image_has_code(const struct image *image, uint64_t address);

/* What the image's file has at an address of executable memory. */
const uint8_t *image_code(const struct image *image, uint64_t address);

/*
 * Whether memory is not what the file has there, or so near that whoever
 * changed it may come back to it.
 */
bool image_is_changed(const struct image *image, uint64_t address,
                      uint64_t size);

#endif
