/*
 * startup - from the dynamic linker's call to the first recorded change, and
 * the orderly end.
 */
#include "base/clock.h"
#include "base/mapping.h"
#include "base/note.h"
#include "base/system.h"
#include "cpython/memory.h"
#include "ledger/hash.h"
#include "probe/admission/resting.h"
#include "probe/admission/thinning.h"
#include "probe/census/census.h"
#include "probe/census/checkpoint.h"
#include "probe/census/sweep.h"
#include "probe/event/hook.h"
#include "probe/event/initialization.h"
#include "probe/event/seal.h"
#include "probe/file/ledger_file.h"
#include "probe/file/ledger_guard.h"
#include "probe/images/adopt.h"
#include "probe/images/images.h"
#include "probe/images/interpreter.h"
#include "probe/images/types.h"
#include "probe/stack/frame_spine.h"
#include "probe/stack/native_stack.h"
#include "probe/stack/python_stack.h"
#include "probe/start/description.h"
#include "probe/start/ending.h"
#include "probe/start/ending_signals.h"
#include "probe/start/lifecycle.h"
#include "probe/start/snapshot.h"
#include "probe/state/entry_points.h"
#include "probe/state/recorder.h"
#include "probe/state/shadow.h"
#include "probe/state/short_ways.h"
#include "probe/state/turn.h"
#include "probe/watch/slot_watch.h"

#include <cpuid.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* Slots for twice as many records as the table may hold, a power of two. */
static bool
map_slots(struct slots *slots, uint32_t table)
{
    uint64_t most = SLOTS_FIRST;
    uint32_t *memory;

    while (most < 2 * recorder.store.tables[table].limit) {
        most *= 2;
    }
    memory = mapping_zeroed(most * sizeof *memory);
    slots_init(slots, memory, (uint32_t)(most - 1));
    return memory != NULL;
}

static bool
map_indexes(void)
{
    struct accounts *accounts = &recorder.accounts;
    struct account_index *index = &accounts->index;
    struct stack_tree *tree = &recorder.tree;

    accounts->store = &recorder.store;
    accounts->tagged = recorder.stack_mode != LEDGER_STACK_NONE;
    tree->store = &recorder.store;
    index->page_limit = recorder.shadow_hashed ? 1024 : 64 * 1024;
    index->directory = mapping_zeroed(
        ((uint64_t)1 << (ACCOUNT_ADDRESS_BITS - ACCOUNT_INDEX_PAGE_SHIFT)) *
        sizeof *index->directory);
    index->pages =
        mapping_zeroed((uint64_t)index->page_limit * ACCOUNT_INDEX_PAGE_SLOTS *
                       sizeof *index->pages);
    index->regions = mapping_zeroed(index->page_limit * sizeof *index->regions);
    accounts->entry_cache =
        mapping_zeroed(ACCOUNT_ENTRY_CACHE * sizeof(uint32_t));
    accounts->groups =
        mapping_zeroed(recorder.store.tables[LEDGER_ACCOUNTS].limit *
                       ACCOUNT_GROUPS * sizeof(uint32_t));
    accounts->tags =
        mapping_zeroed(recorder.store.tables[LEDGER_ACCOUNTS].limit *
                       ACCOUNT_OWN * sizeof(uint32_t));
    return index->directory != NULL && index->pages != NULL &&
           index->regions != NULL && accounts->entry_cache != NULL &&
           accounts->groups != NULL && accounts->tags != NULL &&
           map_slots(&accounts->entries, LEDGER_ENTRIES) &&
           map_slots(&accounts->signatures, LEDGER_SIGNATURES) &&
           map_slots(&accounts->misses, LEDGER_MISSES) &&
           map_slots(&tree->native, LEDGER_NODES) &&
           map_slots(&tree->python, LEDGER_PYTHON_NODES) &&
           native_stack_init() && native_walk_init() && python_stack_init() &&
           types_init() && frame_spine_init() && thinning_init() &&
           resting_init();
}

static ledger_string
text(const char *value)
{
    return store_text(&recorder.store, value, strlen(value));
}

static void
look_at_cpu(void)
{
    unsigned a, b, c, d;

    entry_has_xsave = __get_cpuid(1, &a, &b, &c, &d) && (c & bit_OSXSAVE);
}

/* strerror is not for us: it has locks and languages. */
static const char *
system_text(int number)
{
    switch (number) {
    case EACCES:
    case EPERM:
        return "permission denied";
    case ENOENT:
        return "no such directory";
    case ENOTDIR:
        return "not a directory";
    case EEXIST:
        return "it exists already";
    case EROFS:
        return "read-only file system";
    case ENOSPC:
        return "no space left on the device";
    case EDQUOT:
        return "the disk quota is reached";
    case EFBIG:
        return "the file size limit is reached";
    case ELOOP:
        return "too many symbolic links";
    case ENAMETOOLONG:
        return "the name is too long";
    case EMFILE:
    case ENFILE:
        return "too many open files";
    case ENOMEM:
        return "not enough memory or address space";
    default:
        return "the system refused";
    }
}

/* Creates everything in memory and on disk. NONE: ready to patch. */
static enum reason
prepare(char *const *environment, const char **detail)
{
    *detail = NULL;
    look_at_cpu();
    switch (shadow_map((enum options_filter)recorder.options.filter)) {
    case SHADOW_REFUSED:
        return REASON_SHADOW_REFUSED;
    case SHADOW_TAKEN:
        return REASON_SHADOW_TAKEN;
    default:
        break;
    }
    recorder.main_thread = (uint64_t)pthread_self();
    recorder.stack_mode = (uint8_t)recorder.options.stack;
    initialization_init();
    recorder.sees_frames_end = types_all_wanted();
    if (!ledger_file_create(&recorder.store, recorder.options.output,
                            recorder.options.memory)) {
        *detail = system_text(errno);
        return REASON_LEDGER_OPEN;
    }
    description_write(environment);
    if (recorder.store.header->track == 0 || !map_indexes()) {
        return REASON_NO_MEMORY;
    }
    return REASON_NONE;
}

static bool
begin(char *const *environment)
{
    const char *detail;
    enum reason reason = prepare(environment, &detail);

    if (reason == REASON_NONE) {
        hook_ready();
        /* Stubs are live from the first patched image on. */
        recorder.recording = true;
        if (images_update(&reason, &detail)) {
            adopt_static_objects();
            return true;
        }
    }
    recording_stop(reason, detail);
    return false;
}

/* The ledger says that there is nothing in it, and why. */
static void
refuse(char *const *environment, enum reason reason, const char *version)
{
    if (ledger_file_create(&recorder.store, recorder.options.output,
                           recorder.options.memory)) {
        description_write(environment);
    }
    recording_stop(reason, version);
}

bool
lifecycle_start(char **environment, interpreter_lookup *lookup)
{
    const char *version;
    enum reason reason = interpreter_find(lookup, environment, &version);

    if (reason == REASON_NO_PYTHON) {
        return false;
    }
    recorder.pid = (uint64_t)getpid();
    options_parse(&recorder.options, environment);
    if (!recorder.options.follow) {
        lifecycle_leave_preload(environment);
    }
    if (reason != REASON_NONE) {
        refuse(environment, reason, version);
        return true;
    }
    census_init();
    images_init(environment);
    if (recorder.options.debug) {
        note("CPython %s", version);
    }
    if (begin(environment)) {
        if (recorder.options.debug) {
            note("recording to %s", ledger_file_path());
        }
        lifecycle_watch_forks();
        checkpoint_watch();
        slot_watch_init();
        ending_signals_init();
        snapshot_init();
        initialization_then(ending_signals_watch);
        if (recorder.options.seal) {
            seal_wait();
        }
    }
    return true;
}

/* What is alive cannot be looked at any more. */
static void
finish_sealed(const char *how)
{
    struct ledger_header *header = recorder.store.header;

    if (recorder.recording) {
        recorder.recording = false;
        short_ways_end();
        header->end_text = text(how);
        header->end = LEDGER_FINISHED;
    }
}

void
lifecycle_finish(const char *how)
{
    struct ledger_header *header = recorder.store.header;

    if (header == NULL) {
        return;
    }
    if (system_is_sealed()) {
        finish_sealed(how);
        return;
    }
    if (recorder.pid != (uint64_t)getpid()) {
        return;
    }
    if (!recorder.recording && ending_has_begun()) {
        return; /* all is done, or could not be done */
    }
    ledger_guard_watch(true);
    if (recorder.recording) {
        bool in_turn = turn_take_if_several();

        recorder.recording = false;
        short_ways_end();
        census_end();
        sweep();
        if (in_turn) {
            turn_give_if_several();
        }
    }
    if (header->finalization == LEDGER_FINALIZING &&
        load64(recorder.runtime + recorder.layout->state.interpreters) == 0) {
        header->finalization = LEDGER_FINALIZED;
    }
    if (header->end_realtime_ns == 0) {
        header->end_realtime_ns = (uint64_t)clock_ns(CLOCK_REALTIME);
        header->end_text = text(how);
        if (header->end == LEDGER_RUNNING) {
            header->end = LEDGER_FINISHED;
        }
    }
}
