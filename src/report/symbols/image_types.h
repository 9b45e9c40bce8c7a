/*
 * image_types - the types that an image defines, by the pointers in its data.
 *
 * A static type has its functions at fixed distances, a specification lists
 * them with their numbers; both are the same in all versions.
 */
#ifndef REFTALLY_REPORT_SYMBOLS_IMAGE_TYPES_H
#define REFTALLY_REPORT_SYMBOLS_IMAGE_TYPES_H

#include <stdbool.h>

#include "report/symbols/image_names.h"

/* First bytes of its functions; 0: it has none of that kind. */
struct image_type {
    uint64_t traverse, clear, dealloc, makes; /* the last is tp_new */
    uint64_t start; /* of the static type; 0: it is made of a specification */
};

/*
 * Those that have tp_traverse and tp_dealloc; returns how many, at most `room`.
 */
size_t image_types_find(struct image_file *file, struct image_type *types,
                        size_t room);

/* The name, as the image has it, of the type with this tp_dealloc; of several the
   first. NULL: none is known. As long as the file is open. */
const char *image_types_name(struct image_file *file, uint64_t dealloc);

/* Does the static type there leave its tp_dealloc to the base? */
bool image_types_inherits(struct image_file *file, uint64_t type);

/* A function that a type lists. */
struct image_type_function {
    uint64_t start;
    bool disposes; /* of objects: tp_dealloc, tp_clear or tp_finalize */
};

/*
 * Those of the types with this tp_dealloc: slots, methods and attributes.
 * Returns how many, at most `room`.
 */
size_t image_types_functions(struct image_file *file, uint64_t dealloc,
                             struct image_type_function *functions,
                             size_t room);

#endif
