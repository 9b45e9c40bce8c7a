/*
 * visit - has a running interpreter load a library and call a function of it.
 *
 * The main thread calls it, where it comes to a safe point of its own: it holds
 * the interpreter's lock then, and none of malloc's or the dynamic linker's. Up
 * to 3.13 a call is left for it where Py_AddPendingCall leaves calls, with all
 * threads stopped for as long as it takes to write that down; from 3.14 on it is
 * given a script to run, as PEP 768 has it. A child that is forked meanwhile does
 * nothing. What it does is for the library to answer (attach.h).
 */
#ifndef REFTALLY_CLI_VISIT_VISIT_H
#define REFTALLY_CLI_VISIT_VISIT_H

#include "cli/visit/visit_answer.h"

/* False: the function was not called, and nothing is left behind, or it was
 * not content; `error` says why. */
bool visit_make(const struct visit_target *target, const struct visit *visit,
                struct error *error);

#endif
