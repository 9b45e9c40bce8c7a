/*
 * census_guard - a census that meets memory which it cannot read is given up.
 *
 * It runs functions of the program's types (tp_traverse) on objects in whatever
 * state they are, and believes what these say of their size. A fault in there
 * would end a program that is fine by itself.
 */
#ifndef REFTALLY_PROBE_CENSUS_CENSUS_GUARD_H
#define REFTALLY_PROBE_CENSUS_CENSUS_GUARD_H

#include <stdbool.h>

/* Once, at start. */
void census_guard_init(void);

/*
 * Does it, one at a time. False: this thread raised SIGSEGV in it, and it ended
 * there. The signal is the host's again before this returns; what another
 * thread raises meanwhile, or somebody sends, is the host's all along.
 */
bool census_guard_call(void (*work)(void *context), void *context);

#endif
