/*
 * snapshot - what a living process has, for somebody who asks.
 *
 * Whoever wants a report raises `asked` in the ledger's header. At the next
 * safe point a child that nobody waits for copies the ledger to NAME.now, takes
 * a census on a copy of the memory and says that it is done; the process itself
 * rests only while the copy is made.
 */
#ifndef REFTALLY_PROBE_START_SNAPSHOT_H
#define REFTALLY_PROBE_START_SNAPSHOT_H

/* At start. */
void snapshot_init(void);

/* In a child: nobody may wait for a descriptor that is open here by chance. */
void snapshot_close_all(void);

#endif
