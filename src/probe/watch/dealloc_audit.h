/*
 * dealloc_audit - what an object held when it died, and did not give back.
 *
 * When a count has come down to zero, what the object's fields point at is
 * noted; until its deallocation is over, releases of these objects are noted,
 * too. A field whose object was not released is written to LEDGER_LOSSES, with
 * the function that released the others. It may have been borrowed, or handed
 * on: which objects were left over is for the reporter to say.
 *
 * Only types of extension modules are audited, of each type the first deaths
 * and then fewer and fewer: all that it costs is bounded. Needs no breakpoints.
 */
#ifndef REFTALLY_PROBE_WATCH_DEALLOC_AUDIT_H
#define REFTALLY_PROBE_WATCH_DEALLOC_AUDIT_H

#include "ledger/account.h"

#include <stdbool.h>
#include <stdint.h>

/* Sets recorder.dealloc_audit if the settings ask for it. */
void dealloc_audit_init(void);

/*
 * While recorder.dealloc_audit is set: the count of an object came down to zero
 * at that stack, where the stack pointer was that ...
 */
void dealloc_audit_death(uint32_t account, uint32_t tag,
                         uint64_t stack_pointer);

/* ... an object whose account is marked as watched is about to change ... */
void dealloc_audit_change(uint32_t account, const struct change *change,
                          uint64_t stack_pointer);

/* ... the interpreter is about to let go of everything. */
void dealloc_audit_end(void);

#endif
