#include "probe/stack/thread_records.h"

#include "base/mapping.h"
#include "cpython/memory.h"
#include "ledger/hash.h"
#include "probe/state/peek.h"

static struct thread_record threads[THREAD_SLOTS];

/* The record is of this thread from now on. */
static struct thread_record *
take(struct thread_record *record, uint64_t state, uint64_t id)
{
    record->state = state;
    record->id = id;
    record->count = 0;
    record->interpreter = 0;
    recorder_frames_ended();
    return record;
}

static struct thread_record *
thread_record_add(uint64_t state, uint64_t id)
{
    uint32_t slot = (uint32_t)(hash_mix(state, 0) >> 32) & (THREAD_SLOTS - 1);

    for (unsigned i = 0; i < THREAD_SLOTS; i++) {
        struct thread_record *record =
            &threads[(slot + i) & (THREAD_SLOTS - 1)];

        if (record->activations == NULL) {
            record->activations =
                mapping_zeroed(ACTIVATIONS_MAX * sizeof(struct activation));
            return record->activations == NULL ? NULL : take(record, state, id);
        }
        if (record->state == state) {
            /* Another one's: the address was used again. */
            return record->id == id ? record : take(record, state, id);
        }
    }
    /* Nobody says when a thread ends. Which calls another one was in, is
     * found out again. */
    return take(&threads[slot], state, id);
}

/*
 * From 3.12 an interpreter may have a lock of its own (PEP 684): its threads
 * run at the same time as those of the first one, and are recorded if that was
 * known before it began.
 */
static bool
has_the_lock(uint64_t state)
{
    static uint64_t first_lock;
    const struct state_layout *at = &recorder.layout->state;
    uint64_t lock;

    if (at->lock == 0 || recorder.several) {
        return true;
    }
    lock = load64(load64(state + at->interpreter) + at->lock);
    if (first_lock == 0) {
        first_lock = lock;
    }
    return lock == first_lock;
}

/*
 * Up to 3.11 the current state is a variable of the process, and whose it is
 * stands in the state: that of the thread which made it. One that holds the
 * lock may put another's there, as that of a subinterpreter; the lock keeps the
 * state with which it was taken, and what is known of that state stays known
 * until another thread does so.
 */
static bool
runs_here(uint64_t state, uint64_t id)
{
    static struct {
        uint64_t state, id;
    } taken[STATES_TAKEN];
    static uint32_t next;
    const struct state_layout *at = &recorder.layout->state;
    uint64_t holder, holder_id;
    uint32_t i = 0;

    if (at->thread_is_local || load64(state + at->thread_id) == id) {
        return true;
    }
    while (i < STATES_TAKEN && taken[i].state != state) {
        i++;
    }
    if (i < STATES_TAKEN && taken[i].id == id) {
        return true;
    }
    holder = load64(recorder.runtime + at->last_holder);
    /* Unless this thread holds the lock, that state may be gone. */
    if (!peek64(holder + at->thread_id, &holder_id) || holder_id != id) {
        return false;
    }
    if (i == STATES_TAKEN) {
        i = next;
        next = (next + 1) % STATES_TAKEN;
    }
    taken[i].state = state;
    taken[i].id = id;
    return true;
}

/* A host may have any of its threads do that, and undo it: until then there is
 * no other that runs Python. */
static bool
is_initialized(void)
{
    return (uint32_t)load64(recorder.runtime +
                            recorder.layout->state.initialized) != 0;
}

struct thread_record *
thread_record_find(void)
{
    uint64_t id = own_thread_id();
    uint64_t state = thread_state_here(id);
    struct thread_record *thread = recorder.thread;

    if (state == 0) {
        /* Before the first thread state and after the last one. */
        if (id != recorder.main_thread && is_initialized()) {
            return NULL;
        }
    }
    else if (!runs_here(state, id) || !has_the_lock(state)) {
        return NULL;
    }
    if (thread != NULL && thread->state == state && thread->id == id) {
        return thread;
    }
    thread = thread_record_add(state, id);
    recorder.thread = thread;
    return thread;
}

static uint64_t
interpreter_number(uint64_t interpreter)
{
    const struct state_layout *at = &recorder.layout->state;

    return load64(interpreter +
                  (at->number_word == 0
                       ? at->number
                       : load64(recorder.runtime + at->number_word)));
}

uint32_t
thread_record_root_of_several(struct thread_record *thread)
{
    uint64_t interpreter =
        thread->state == 0
            ? 0
            : load64(thread->state + recorder.layout->state.interpreter);

    if (interpreter == 0) {
        return 0;
    }
    if (thread->interpreter != interpreter) {
        uint64_t number = interpreter_number(interpreter);

        thread->interpreter = interpreter;
        thread->root = number == 0
                           ? 0
                           : stack_tree_native(&recorder.tree, 0,
                                               LEDGER_NODE_INTERPRETER, number);
    }
    return thread->root;
}

void
thread_records_look_again(void)
{
    for (unsigned i = 0; i < THREAD_SLOTS; i++) {
        threads[i].interpreter = 0;
    }
}

void
thread_records_forget_others(void)
{
    for (unsigned i = 0; i < THREAD_SLOTS; i++) {
        if (&threads[i] != recorder.thread) {
            threads[i].count = 0;
        }
    }
}
