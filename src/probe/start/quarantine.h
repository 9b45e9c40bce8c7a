/*
 * quarantine - memory of dead objects that is given back late.
 *
 * While it stands as the deallocator left it, whoever releases or takes the
 * object again is seen to do so, and nothing that was born there is harmed.
 */
#ifndef REFTALLY_PROBE_START_QUARANTINE_H
#define REFTALLY_PROBE_START_QUARANTINE_H

/*
 * REFTALLY_QUARANTINE: stands before the interpreter's allocator of objects.
 * To be called when the interpreter is known, and before it allocates.
 */
void quarantine_begin(void);

/* Nobody looks any more who uses the dead. */
void quarantine_end(void);

#endif
