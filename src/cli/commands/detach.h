/*
 * detach - the library leaves a process that it was attached to.
 */
#ifndef REFTALLY_CLI_COMMANDS_DETACH_H
#define REFTALLY_CLI_COMMANDS_DETACH_H

#include "cli/visit/attach_copy.h"

/*
 * Ends the recording, waits until the ledger is finished, and gives memory back.
 * `seconds` are for each of two safe points. False: `error` says what stays.
 */
bool detach_process(const struct visit_target *target,
                    const struct attach_copy *copy, unsigned seconds,
                    struct error *error);

#endif
