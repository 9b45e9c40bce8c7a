/*
 * course - which way a stub goes on behind its group.
 *
 * A jump to a stub and one back cost more than all the rest of it. So a stub
 * goes on: into the stubs of the groups that come next, so that they need no
 * jump, and to where the code goes elsewhere anyhow. What lies between is
 * copied; the originals stay.
 */
#ifndef REFTALLY_PATCH_COURSE_H
#define REFTALLY_PATCH_COURSE_H

#include "patch/builder.h"

struct course {
    struct trace trace;
    struct stub_site sites[STUB_SITES_MAX];
    size_t site_count;
};

/* Group number g of the function at hand, and nothing behind it. */
void course_alone(const struct builder *builder, size_t g, struct course *out);

/* ... and as far as it pays. */
void course_find(const struct builder *builder, size_t g, struct course *out);

/* Its stub exists: the groups in it know theirs, what it leads to is a target.
 */
void course_take(struct builder *builder, const struct course *course);

#endif
