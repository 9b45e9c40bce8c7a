/*
 * image_methods - which functions of an image are methods, by the tables in its
 * data.
 *
 * A row of a table of methods has a name, a function, flags and perhaps a text.
 * A static type, and a specification of one, have functions at places that say
 * what they return. All are the same in all versions.
 */
#ifndef REFTALLY_REPORT_SYMBOLS_IMAGE_METHODS_H
#define REFTALLY_REPORT_SYMBOLS_IMAGE_METHODS_H

#include <stdbool.h>

#include "report/symbols/image_names.h"

/* First bytes of functions whose references are their callers', in order. */
struct image_methods {
    uint64_t *starts;
    size_t count;
};

/* Those of which a table says that they return an object. */
void image_methods_find(struct image_file *file, struct image_methods *methods);
void image_methods_release(struct image_methods *methods);

bool image_methods_have(const struct image_methods *methods, uint64_t start);

#endif
