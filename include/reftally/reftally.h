/*
 * reftally - what a program may say to the library while it is recorded.
 *
 * The functions exist only in a process that was started with libreftally.so
 * preloaded: look them up with dlsym(RTLD_DEFAULT, ...), or from Python with
 * ctypes.PyDLL(None), which keeps the GIL. All of them may be called at any
 * time by a thread that holds the GIL.
 */
#ifndef REFTALLY_REFTALLY_H
#define REFTALLY_REFTALLY_H

#ifdef __cplusplus
extern "C" {
#endif

/* No births are recorded from now on; objects already known still are. */
void reftally_pause(void);
void reftally_resume(void);

/*
 * A checkpoint: what is alive now is counted, so that a report can tell what
 * grows from one to the next. `label` names it, NULL does not. Called without
 * the GIL, it happens a moment later.
 */
void reftally_checkpoint(const char *label);

/* A checkpoint after one more round of what is repeated: growth is per call. */
void reftally_round(void);

/*
 * The number of references the ledger believes the object has, at this moment.
 * -1: the object is not tracked. `object` is its address, as id() gives it; it
 * need not be a valid one.
 */
long reftally_references(const void *object);

/* How many writes to the object's count were seen; -1: not tracked. */
long reftally_changes(const void *object);

#ifdef __cplusplus
}
#endif

#endif
