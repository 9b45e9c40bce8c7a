#include "probe/watch/watched_call.h"

#include "probe/state/peek.h"
#include "probe/state/recorder.h"
#include "probe/watch/slot_search.h"
#include "probe/watch/watcher.h"

enum {
    EXITS_MAX = 4096, /* are written */
    PATIENCE = 4096,  /* events until it returns */
    STRAYS_MAX = 8,   /* other calls that returned to the same place */
    HEAD_BYTES = 16,
    RESULT_BYTES = 512, /* of what it made; larger objects are not looked at */
};

static uint32_t written;

bool
watched_call_may_begin(void)
{
    return written < EXITS_MAX;
}

bool
watched_call_is_on(const struct watched_call *call)
{
    return call->breakpoint.ring != NULL;
}

void
watched_call_stop(struct watched_call *call)
{
    if (watched_call_is_on(call)) {
        breakpoint_remove(&call->breakpoint);
        watcher_counts.breakpoints--;
    }
}

/* How many of these words hold the object. */
static uint32_t
count_words(const uint64_t *words, uint64_t count, uint64_t object)
{
    uint32_t found = 0;

    for (uint64_t i = 0; i < count; i++) {
        found += words[i] == object;
    }
    return found;
}

/* Read through the kernel: who switches stacks may have given this one less. */
static void
look_at_caller(struct watched_call *call, uint64_t limit)
{
    static uint64_t words[SAMPLE_STACK_WORDS];
    uint64_t bytes = limit - call->to.stack_pointer;

    bytes = bytes < sizeof words ? bytes : sizeof words;
    call->words = (uint32_t)(peek_bytes(call->to.stack_pointer, words, bytes) /
                             sizeof *words);
    call->held = count_words(words, call->words, call->object);
}

bool
watched_call_begin(struct watched_call *call, uint64_t limit)
{
    call->events = call->strays = 0;
    call->youngest = recorder.accounts.serial;
    look_at_caller(call, limit);
    if (!breakpoint_set_on_code(&call->breakpoint, call->to.address)) {
        watcher_counts.refused = watcher_counts.breakpoints == 0;
        return false;
    }
    watcher_counts.breakpoints++;
    return true;
}

/* Whether it was put into what the call made and returned. What is returned may
 * be any number. */
static bool
is_in_result(const struct watched_call *call, uint64_t result)
{
    static uint64_t words[RESULT_BYTES / sizeof(uint64_t)];
    bool pointer = result % 16 == 0 && result >> ACCOUNT_ADDRESS_BITS == 0;
    uint32_t index = pointer ? account_find(&recorder.accounts, result) : 0;
    const struct ledger_account *made = store_account(&recorder.store, index);
    uint64_t bytes;

    if (index == 0 || made->serial <= call->youngest) {
        return false;
    }
    bytes = slot_owner_bytes(result, made->type, RESULT_BYTES);
    bytes = peek_bytes(result, words, bytes);
    return bytes > HEAD_BYTES &&
           count_words(words + HEAD_BYTES / sizeof *words,
                       (bytes - HEAD_BYTES) / sizeof *words, call->object) > 0;
}

static void
write_exit(const struct watched_call *call,
           const struct breakpoint_sample *sample,
           const struct watched_call_now *now)
{
    uint32_t held = count_words(
        sample->stack,
        sample->stack_words < call->words ? sample->stack_words : call->words,
        call->object);
    uint64_t result = sample->registers[CPU_SAMPLED_RESULT];
    uint32_t record = watched_call_may_begin()
                          ? store_add(&recorder.store, LEDGER_EXITS, 1)
                          : 0;

    if (record == 0) {
        return;
    }
    written++;
    *store_exit(&recorder.store, record) = (struct ledger_exit){
        .serial = call->serial,
        .account = call->account,
        .tag = call->tag,
        .frame = call->frame,
        .change = (int32_t)(now->references - call->references),
        .handed = held > call->held ? held - call->held : 0,
        .returned = result == call->object       ? 1
                    : is_in_result(call, result) ? 2
                                                 : 0,
    };
}

/* Others that return to the same place have their stack elsewhere. */
bool
watched_call_look(struct watched_call *call, const struct watched_call_now *now)
{
    static struct breakpoint_sample sample;
    bool over = now->stack_pointer >= call->to.stack_pointer ||
                ++call->events > PATIENCE,
         returned = false;

    while (!returned && breakpoint_next_sample(&call->breakpoint, &sample)) {
        returned =
            sample.registers[CPU_SAMPLED_STACK] == call->to.stack_pointer;
        if (returned && now->sound) {
            write_exit(call, &sample, now);
        }
        over |= returned || ++call->strays > STRAYS_MAX;
    }
    if (over) {
        watched_call_stop(call);
    }
    return returned;
}
