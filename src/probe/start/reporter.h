/*
 * reporter - writes the reports of REFTALLY_REPORT, in a process of its own.
 */
#ifndef REFTALLY_PROBE_START_REPORTER_H
#define REFTALLY_PROBE_START_REPORTER_H

/* When all is over; the first call of a process counts. */
void reporter_run(char *const *environment);

#endif
