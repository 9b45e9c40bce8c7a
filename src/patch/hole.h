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

/*
 * And at last: functions near what still waits, one after the other the
 * function at hand, give up instructions.
 */
bool hole_is_wanted(const struct builder *builder, uint64_t start,
                    uint64_t end);
void hole_make_near(struct builder *builder);

#endif
