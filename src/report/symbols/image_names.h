/*
 * image_names - one ELF file and its debug information, through libdwfl.
 *
 * Offsets are virtual addresses of the file.
 */
#ifndef REFTALLY_REPORT_SYMBOLS_IMAGE_NAMES_H
#define REFTALLY_REPORT_SYMBOLS_IMAGE_NAMES_H

#include "report/symbols/named_frame.h"
#include "report/symbols/relocations.h"

enum image_names {
    IMAGE_NAMES_UNASKED, /* nothing of this image was looked up */
    IMAGE_NAMES_DWARF,
    IMAGE_NAMES_SYMBOLS,  /* all functions, no lines */
    IMAGE_NAMES_EXPORTED, /* exported functions only */
    IMAGE_NAMES_OFF,
    IMAGE_NAMES_MISSING, /* the file is gone */
    IMAGE_NAMES_CHANGED, /* the file is another one by now */
};

struct image_file;

/*
 * NULL, and why in `names`, when the file cannot be used. `build_id` is
 * lower-case hexadecimal, NULL if none was recorded.
 */
struct image_file *image_file_open(const char *path, const char *build_id,
                                   enum image_names *names);
void image_file_close(struct image_file *file);

/* Frames at `offset`, innermost first; at most `room`, returns how many. */
size_t image_file_frames(struct image_file *file, uint64_t offset,
                         struct named_frame *frames, size_t room);

/* The symbol that the offset lies in, as the file has it, and how far; NULL:
 * unknown. */
const char *image_file_symbol(struct image_file *file, uint64_t offset,
                              uint64_t *into);

/* First byte of the function around `offset`, by its unwind table; 0: none. */
uint64_t image_file_function_start(struct image_file *file, uint64_t offset);

/* That of the function with this number, in their order; 0: there is none. */
uint64_t image_file_function_at(struct image_file *file, size_t number);

/* The bytes of the segment around `offset`, and where it starts, or NULL. */
const uint8_t *image_file_segment(struct image_file *file, uint64_t offset,
                                  uint64_t *start, size_t *size);

/* Words that point into the same file, in their order, which the file keeps.
 * Returns how many there are. */
size_t image_file_pointers(struct image_file *file,
                           const struct image_pointer **pointers);

/* The symbol whose address the loader puts there; NULL: none. */
const char *image_file_import(struct image_file *file, uint64_t offset);

/* Where the image itself defines that symbol; 0: it does not. */
uint64_t image_file_own(struct image_file *file, uint64_t offset);

#endif
