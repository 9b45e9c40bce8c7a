/*
 * fetchers - who takes exceptions from the interpreter, and forgets them.
 *
 * PyErr_Fetch and its like give references by the pointers that are their
 * arguments: no count changes, so the account of an exception does not show who
 * has it. The code behind such a call does.
 */
#ifndef REFTALLY_REPORT_EVIDENCE_CODE_FETCHERS_H
#define REFTALLY_REPORT_EVIDENCE_CODE_FETCHERS_H

#include "report/evidence/code/function_code.h"

/*
 * The calls in the function that starts at `start` and is `size` bytes long
 * after which some path forgets what was handed out. Returns how many.
 */
size_t fetchers_find(struct symbols *symbols, uint32_t image, uint64_t start,
                     size_t size, struct code_memory *memory, uint64_t *found,
                     size_t room);

/* Does such a function put objects where a fetcher finds them? */
bool fetchers_feed(const char *function);

#endif
