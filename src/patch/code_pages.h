/*
 * code_pages - the pages that code lies in, before and behind a change of it.
 */
#ifndef REFTALLY_PATCH_CODE_PAGES_H
#define REFTALLY_PATCH_CODE_PAGES_H

#include "patch/plan.h"

/* What the dynamic linker gave a segment, or that and leave to write. False:
 * the system refuses; some may have it. */
bool code_pages_protect(const struct image *image, bool writable);

/*
 * The pages that edits lie in become the process's own, many at a time, where
 * the kernel can: in less than half the time that faults take.
 */
void code_pages_own(const struct plan *plan, const struct image *image);

/*
 * All edits were taken back: the pages that they lie in are the file's again,
 * shared with other processes. Where code is not what the file has, or is not
 * mapped from it, they stay as they are.
 */
void code_pages_disown(const struct plan *plan, struct image *image);

#endif
