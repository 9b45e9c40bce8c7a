/*
 * attach_run - where the ledger of a process that is attached to goes when nobody
 * says so: a folder of its own, as with `reftally run', which the process can
 * write to; else the current folder.
 */
#ifndef REFTALLY_CLI_RECORD_ATTACH_RUN_H
#define REFTALLY_CLI_RECORD_ATTACH_RUN_H

#include "cli/files/runs.h"
#include "cli/record/attach_request.h"
#include "cli/visit/visit_target.h"

/* False: there is no folder, and `run` is not to be ended. */
bool attach_run_begin(struct run *run, struct attach_request *request,
                      const struct visit_target *target);

#endif
