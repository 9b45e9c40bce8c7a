/*
 * hole - bytes that nobody executes any more, or never did.
 *
 * A group too short for a jump gets a short one to a hole, where the jump
 * stands.
 */
#ifndef REFTALLY_PATCH_HOLE_H
#define REFTALLY_PATCH_HOLE_H

#include "patch/builder.h"

/* Padding inside the function at hand, and between two functions. */
void hole_find_padding(struct builder *builder);
void hole_find_gap(struct builder *builder, uint64_t start, uint64_t end);

/* Serves the groups that the function at hand has left without room. */
void hole_serve_waiting(struct builder *builder);

/* At the end: what is left takes holes that were found later. */
void hole_fill(struct builder *builder);

#endif
