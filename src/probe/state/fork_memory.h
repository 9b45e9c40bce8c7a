/*
 * fork_memory - what a forked child finds of the recorder.
 *
 * The ledger is memory that a child shares. One that the library hears nothing
 * of, as _Fork and the system calls make it, must not write to it: it finds
 * that nothing is recorded and nobody tracked, because the kernel leaves these
 * pages empty in every child (MADV_WIPEONFORK, Linux 4.14). Whoever forks one
 * that goes on has them kept.
 */
#ifndef REFTALLY_PROBE_STATE_FORK_MEMORY_H
#define REFTALLY_PROBE_STATE_FORK_MEMORY_H

/* Of the children forked from now on, in this process and in them. */
void fork_memory_wipe(void);
void fork_memory_keep(void);

#endif
