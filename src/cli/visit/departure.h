/*
 * departure - the library is unloaded from a process that it has left.
 */
#ifndef REFTALLY_CLI_VISIT_DEPARTURE_H
#define REFTALLY_CLI_VISIT_DEPARTURE_H

#include "cli/visit/attach_copy.h"
#include "cli/visit/visit.h"

/*
 * It records nothing any more. It gives its memory back, and is unloaded, unless
 * a thread may still be in it, or it says that it is needed; then it stays where
 * it is, and does nothing. False: it gave nothing back, and `error` says why.
 */
bool departure_make(const struct visit_target *target,
                    const struct attach_copy *copy, unsigned seconds,
                    struct error *error);

/* The same for one that was refused, if it was loaded at all. False: it stays. */
bool departure_is_complete(const struct visit_target *target,
                           const struct attach_copy *copy, unsigned seconds);

#endif
