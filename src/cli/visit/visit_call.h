/*
 * visit_call - a call is left in the ring of Py_AddPendingCall: up to 3.13.
 *
 * Two pages of our own in the process hold what is called: code that calls
 * dlopen, dlsym and the function found, and the data of it.
 */
#ifndef REFTALLY_CLI_VISIT_VISIT_CALL_H
#define REFTALLY_CLI_VISIT_VISIT_CALL_H

#include "cli/visit/visit_answer.h"

bool visit_by_call(const struct visit_target *target, const struct visit *visit,
                   struct error *error);

#endif
