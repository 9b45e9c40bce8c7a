/*
 * visit_script - a script that the interpreter is given: from 3.14 on (PEP 768).
 */
#ifndef REFTALLY_CLI_VISIT_VISIT_SCRIPT_H
#define REFTALLY_CLI_VISIT_VISIT_SCRIPT_H

#include "cli/visit/visit_answer.h"

bool visit_by_script(const struct visit_target *target,
                     const struct visit *visit, struct error *error);

#endif
