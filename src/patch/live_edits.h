/*
 * live_edits - writes edits into code that other threads may be executing.
 *
 * No thread is stopped. First a trap is written to where each edit begins, one
 * byte; who runs into one goes on in the stub that the edit leads to. When all
 * other threads have been seen outside of what is replaced, the rest is
 * written, and the first bytes last. Each step reaches every processor before
 * the next begins (membarrier).
 *
 * The code must be writable and executable meanwhile, and the stubs in place.
 */
#ifndef REFTALLY_PATCH_LIVE_EDITS_H
#define REFTALLY_PATCH_LIVE_EDITS_H

#include "patch/plan.h"

/*
 * Around the images that are changed together. False: the system has no such
 * barrier, and nothing may be written. The end waits for threads that are still
 * about to be trapped; SIGTRAP is the host's own again afterwards.
 */
bool live_edits_begin(void);
void live_edits_end(void);

/* False: a thread did not leave the code, which is as it was. */
bool live_edits_write(const struct plan *plan, const struct image *image,
                      uint64_t pool);

/*
 * The other way round, for what was written so or when nobody could execute it.
 * Nobody enters the stubs at `pool` any more; somebody may still be in them.
 * False: a thread did not leave the code, which is as changed as it was.
 */
bool live_edits_take_back(const struct plan *plan, const struct image *image,
                          uint64_t pool);

#endif
