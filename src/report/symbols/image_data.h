/*
 * image_data - what the tables in an image's data say: words of it, and what
 * they point to.
 */
#ifndef REFTALLY_REPORT_SYMBOLS_IMAGE_DATA_H
#define REFTALLY_REPORT_SYMBOLS_IMAGE_DATA_H

#include "report/symbols/image_names.h"

/* Words that point into the image itself, in order of their addresses. */
struct image_data {
    struct image_file *file;
    const struct image_pointer *pointers;
    size_t count;
};

/* As long as the file is open. */
struct image_data image_data_of(struct image_file *file);

/* What the word points to; 0: nothing in this file. */
uint64_t image_data_target(const struct image_data *data, uint64_t at);

/* The function that the word points to; 0: none. */
uint64_t image_data_function(const struct image_data *data, uint64_t at);

/* The word itself, as the file has it; 0: there is none. */
uint64_t image_data_word(const struct image_data *data, uint64_t at);

/* The lower half of it: of a row of a specification, its number. */
int32_t image_data_number(const struct image_data *data, uint64_t at);

/* The text that begins there. NULL: none ends within what is read of the file.
 */
const char *image_data_text(const struct image_data *data, uint64_t at);

#endif
