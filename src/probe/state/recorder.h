/*
 * recorder - everything the library knows while it records.
 *
 * The one mutable object of the library. Fields of the event path come first;
 * all of it is written by the thread that holds the interpreter's lock, or by
 * the one whose turn it is where there are several (turn.h).
 */
#ifndef REFTALLY_PROBE_STATE_RECORDER_H
#define REFTALLY_PROBE_STATE_RECORDER_H

#include "base/reason.h"
#include "cpython/layout.h"
#include "ledger/account.h"
#include "ledger/stack_tree.h"
#include "probe/state/options.h"

enum {
    RECORDER_CODE_SLOTS = 1 << 17,
    RECORDER_TYPE_SLOTS = 1 << 17,
    RECORDER_PAGE = 4096,
};

struct thread_record;
struct site_guess;
struct recent_kind;

struct recorder {
    bool recording;     /* off: every hook returns at once */
    bool busy;          /* a hook is running: a signal handler's are dropped */
    bool paused;        /* by the program itself */
    bool checkpoints;   /* some may be due: look at safe points */
    bool slot_watch;    /* slots are being watched: tell of events */
    bool owners_wanted; /* ... and of what may hold one: watchers.h */
    bool dealloc_audit; /* tell of what dies, and of what it held */
    uint8_t stack_mode; /* enum ledger_stack_mode */
    uint8_t tagging;    /* the same, or none while changes are only counted */
    bool sees_frames_end; /* every function object is tracked */
    uint8_t count_unused; /* bits above the count in the eight bytes there */
    int32_t count_max;    /* nobody has more references: it is an address */
    struct thread_record *thread; /* of the last event */
    uint32_t activation_serial;
    uint32_t frames_ended;    /* how often some may have, unseen */
    uint32_t types_forgotten; /* whose addresses may mean others now */

    /* Offsets and addresses out of the layout, for the event path. */
    uint64_t current_thread; /* address of the variable ... */
    uint64_t thread_mask;    /* ... from the thread pointer: all ones; or 0 */
    bool several;            /* interpreters may run at a time: turn.h */
    bool thread_is_lazy;     /* its address stands there: lazy_variable.h */
    uint32_t thread_id_offset;
    uint32_t evaluation_offset;
    bool has_evaluation;
    uint32_t compiler; /* in the interpreter: 1 while the just-in-time compiler
                          is on; 0: there is no compiler to look for */
    bool initialized;  /* the interpreter is ready */
    bool stacks_wait;  /* the program wants none now */
    bool asleep;       /* recording has not begun: start/waking.h */
    bool detachable;   /* what is changed, can be changed back: attached.h */
    uint64_t main_thread; /* pthread_self at start */
    struct site_guess *site_guesses;
    struct recent_kind *recent_kinds; /* kinds.h; NULL: there are none */

    struct store store;
    struct accounts accounts;
    struct stack_tree tree;

    /* A block being reallocated: its account, waiting for its new address. */
    uint32_t moving;
    bool in_region;          /* the program passes through one: kinds.c */
    uint64_t moving_counted; /* the same: the address of one without */
    uint64_t lived_on;       /* births announced anew of such objects */

    /* What stands from here on is also true of a child that does not record:
     * fork_memory.h. */
    const struct python_layout *layout __attribute__((aligned(RECORDER_PAGE)));
    uint8_t shadow_hashed;
    uint64_t runtime;   /* &_PyRuntime */
    uint64_t type_type; /* &PyType_Type */
    uint64_t code_type; /* &PyCode_Type */
    uint32_t sampling_shift;
    uint64_t memory_limit;
    uint64_t pid;
    struct options options;
};

extern struct recorder recorder;

/* The count in the eight bytes that stand there; negative: immortal. */
static inline int64_t
recorder_count(uint64_t word)
{
    return (int64_t)(word << recorder.count_unused) >> recorder.count_unused;
}

/* Whether it can be a count, and no pointer of an allocator. */
static inline bool
recorder_is_count(uint64_t word)
{
    return (word & recorder.layout->refcount.always_zero) == 0 &&
           recorder_count(word) <= recorder.count_max;
}

/* Of all objects so far, with an account and without. */
static inline uint64_t
recorder_births(void)
{
    const struct ledger_header *header = recorder.store.header;

    return header->births + header->thinned + header->unsampled;
}

/* Frames may have ended unseen: what is known of Python stacks is void. */
static inline void
recorder_frames_ended(void)
{
    recorder.frames_ended++;
}

/*
 * Ends the recording for good: the reason is said once, on standard error and
 * in the ledger. One-way, from any thread, as often as you like. `detail` may
 * be NULL.
 */
void recording_stop(enum reason reason, const char *detail);

/* Why it was stopped, if it was. `detail` may become NULL. */
enum reason recording_reason(const char **detail);

/* An impossible state: traps in a strict build, else stops the recording. */
void recording_bug(const char *what);

#endif
