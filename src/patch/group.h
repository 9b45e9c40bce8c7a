/*
 * group - instructions that move into one stub together.
 *
 * A site alone is often shorter than the jump that replaces it; its neighbours
 * move with it as long as nothing jumps between them.
 */
#ifndef REFTALLY_PATCH_GROUP_H
#define REFTALLY_PATCH_GROUP_H

#include "patch/builder.h"

struct group group_of(const struct builder *builder, size_t first, size_t last);
uint64_t group_bytes(struct group group);

/* The group with instructions behind it, until it has so many bytes. */
struct group group_extend(const struct builder *builder, struct group group,
                          uint64_t bytes);

/* Numbers the sites found in the function at hand, and makes their groups. */
void group_add_sites(struct builder *builder, size_t found_count);

/* Makes the group at the entry of the function at hand. */
void group_add_entry(struct builder *builder, const struct plan_entry *entry);

#endif
