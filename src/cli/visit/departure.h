/*
 * departure - the library is unloaded from a process that it has left.
 */
#ifndef REFTALLY_CLI_VISIT_DEPARTURE_H
#define REFTALLY_CLI_VISIT_DEPARTURE_H

#include "cli/visit/visit.h"

/*
 * Nothing leads to the library any more. False: a thread may still be in it, or
 * it says that it is needed; then it stays where it is, and does nothing.
 */
bool departure_make(const struct visit_target *target, const char *library,
                    const char *folder, unsigned seconds);

#endif
