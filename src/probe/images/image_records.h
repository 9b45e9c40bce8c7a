/*
 * image_records - images and their sites, as records of the ledger.
 */
#ifndef REFTALLY_PROBE_IMAGES_IMAGE_RECORDS_H
#define REFTALLY_PROBE_IMAGES_IMAGE_RECORDS_H

#include "patch/image.h"
#include "patch/plan.h"

/* The number of the record; 0: no room. */
uint32_t image_record_add(const struct image *image, bool interpreter);

/* The record of the image that the address is in; 0: none. */
uint32_t image_record_at(uint64_t address);

/* The first address behind its variables; 0 for 0. */
uint64_t image_record_end(uint32_t index);

/* Whether it refers to CPython. */
bool image_record_is_python(uint32_t index);

/* Whether that is the interpreter's own. */
bool image_record_is_interpreter(uint32_t index);

/* This image is not patched. */
void image_record_refuse(uint32_t index, const char *why);

/* Returns the first site's number, or 0: no room. */
uint32_t image_record_add_sites(uint32_t index, const struct plan *plan);

/* They were not patched after all. */
void image_record_forget_sites(uint32_t index);

#endif
