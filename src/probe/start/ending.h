/*
 * ending - a process that ends without finalizing its interpreter.
 *
 * What is alive is looked at all the same. A child process does that, on a copy
 * of the memory, and writes to the ledger, which both share: whatever happens to
 * it, the process itself ends as it would have ended.
 */
#ifndef REFTALLY_PROBE_START_ENDING_H
#define REFTALLY_PROBE_START_ENDING_H

/* In a child: what goes wrong there is nothing that the host should see. */
void ending_forget_handlers(void);

/* The process ends now, in the way that `how` names; nothing is done twice. */
void ending_now(const char *how);

/* ... by a call of exit or _exit: if nobody has looked at what is alive. */
void ending_by_call(const char *how);

#endif
