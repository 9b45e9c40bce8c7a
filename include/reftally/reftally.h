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

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* No births are recorded from now on; objects already known still are. */
void reftally_pause(void);
void reftally_resume(void);

/*
 * With 0, changes are only counted from now on, which costs half as much: what
 * is alive is known, and not who did it. With 1 they have stacks again. The
 * setting REFTALLY_STARTUP=mark is the same as 0 from the beginning.
 */
void reftally_stacks(int on);

/*
 * A checkpoint: what is alive now is counted, so that a report can tell what
 * grows from one to the next. `label` names it, NULL does not. Called without
 * the GIL, it happens a moment later.
 */
void reftally_checkpoint(const char *label);

/* A checkpoint after one more round of what is repeated: growth is per call. */
void reftally_round(void);

/*
 * A region is a part of the program that has a name and runs again and again,
 * as a request or a test does: a report can tell what grows by its passes,
 * whatever happens between them (`reftally report --region=LABEL`). Regions
 * may contain others. `inside` is 1 where the program enters it, 0 where it
 * leaves.
 */
void reftally_region(const char *label, int inside);

/*
 * Of how many kinds of objects the references became more in most passes
 * through the outermost region that was left last, by one a pass or more, but
 * for one pass; -1: nothing is recorded. It costs no report: where it is 0, nothing leaks with
 * each pass, and where it is not, a report tells whether something does.
 */
long reftally_growing(void);

/*
 * Remembers how many references each object has. 0: nothing is recorded, or
 * there is no room. It takes milliseconds, as does the next.
 */
int reftally_remember(void);

/*
 * The references that these objects have more than they had then, all
 * together; what was born since, or died, does not count.
 */
long reftally_gained(void);

/* An object that gained references, and its type as reports have it; "": the
 * object is not there any more. */
struct reftally_gainer {
    long gained;
    char type[504];
};

/*
 * Those that have `least` references more, of which as many are filled in as
 * there is room for. Returns how many there are; -1: nothing is recorded.
 */
long reftally_gainers(long least, struct reftally_gainer *gainers, long room);

/*
 * Those that have `least` references more are followed from now on: each of
 * their changes has a stack while there are any (reftally_stacks). Returns how
 * many there are; -1: nothing is recorded. With 0, no object is followed any
 * more, and what was recorded of those that were is forgotten.
 */
long reftally_follow(long least);

/*
 * The file that the ledger is written to, as an absolute path; NULL: nothing
 * is recorded, or no more.
 */
const char *reftally_ledger(void);

/*
 * The number of references the ledger believes the object has, at this moment.
 * -1: the object is not tracked. `object` is its address, as id() gives it; it
 * need not be a valid one.
 */
long reftally_references(const void *object);

/*
 * How many writes to the object's count were seen; -1: not tracked, or it has
 * no account (REFTALLY_SAMPLE=auto) and only its count is known.
 */
long reftally_changes(const void *object);

/* What the interpreter announced, and what the ledger says of the same time. */
struct reftally_announced {
    uint64_t births, deaths;
    uint64_t again; /* births of what lived already: it was resized, or a
                       finalizer brought it back */
    uint64_t wrong_births, wrong_deaths; /* the ledger has another count */
    uint64_t ledger_births, ledger_births_before;
};

/*
 * For PyRefTracer_SetTracer (from CPython 3.13), with a zeroed struct
 * reftally_announced: compares the ledger with each birth and death that the
 * interpreter announces. A birth is event 0, a death is event 1.
 */
int reftally_tracer(void *object, int event, void *announced);

#ifdef __cplusplus
}
#endif

#endif
