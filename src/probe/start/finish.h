/*
 * finish - the end of a recording: what is alive is looked at, what was unused
 * is swept out, and the ledger says how the process ended.
 */
#ifndef REFTALLY_PROBE_START_FINISH_H
#define REFTALLY_PROBE_START_FINISH_H

/* The process ends: `how` says in which way. The first call counts. */
void finish_recording(const char *how);

/* From now on that is for a child of this process (ending.h). */
void finish_leave_to_child(void);

#endif
