/*
 * expected_types - types of which the rules of REFTALLY_EXPECT speak: each of
 * their objects is recorded, and looked at.
 *
 * The reporter knows the rules. Here a type counts when its name begins as a
 * rule's first word does, up to the first character that stands for others.
 */
#ifndef REFTALLY_PROBE_IMAGES_EXPECTED_TYPES_H
#define REFTALLY_PROBE_IMAGES_EXPECTED_TYPES_H

#include <stdbool.h>
#include <stddef.h>

/* Reads the file; an empty name means none. */
void expected_types_init(const char *path);

bool expected_types_have(const char *name, size_t length);

#endif
