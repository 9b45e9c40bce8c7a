#include "probe/images/image_patch.h"

#include "base/note.h"
#include "patch/apply.h"
#include "patch/image_file.h"
#include "patch/plan_cache.h"
#include "patch/planner.h"
#include "probe/images/image_records.h"
#include "probe/images/interpreter.h"
#include "probe/images/plan_place.h"
#include "probe/images/stub_places.h"
#include "probe/images/undo_list.h"
#include "probe/state/entry_points.h"
#include "probe/state/recorder.h"

#include <string.h>

enum {
    POOLS_MAX = 4096,
    SAID_FROM = 64 << 20, /* bytes of code that take seconds to read */
};

static uint64_t pools[POOLS_MAX]; /* of stubs */
static unsigned pool_count;
static struct plan_cache cache;
static bool live; /* code that is being executed is patched */

void
image_patch_init(char *const *environment)
{
    plan_place_find(environment, recorder.options.cache, &cache);
    if (cache.directory == NULL && recorder.options.debug) {
        note("no plans are kept: %s", cache.missing);
    }
}

void
image_patch_live(bool running)
{
    live = running;
}

const char *
image_patch_failure(enum apply_result result)
{
    switch (result) {
    case APPLY_NO_POOL:
        return "no memory within reach of the code";
    case APPLY_REFUSED:
        return "the system does not allow the code to be changed";
    case APPLY_OTHER_BYTES:
        return "the code in memory is not what was read";
    case APPLY_OCCUPIED:
        return "a thread was in the middle of its code";
    default:
        return NULL;
    }
}

/* What stubs call at each kind of change, unless it is the same for all. */
struct entries {
    void (*change)(void), (*take)(void), (*release)(void);
    void (*store32)(void), (*store64)(void);
};

static const struct entries *
entries_wanted(void)
{
    static const struct entries entries[2][2] = {
        { { entry_change, entry_change_take, entry_change_release,
            entry_change_store32, entry_change_store64 },
          { entry_change_lazy, entry_change_take_lazy,
            entry_change_release_lazy, entry_change_store32_lazy,
            entry_change_store64_lazy } },
        { { entry_count, entry_count_take, entry_count_release,
            entry_count_store32, entry_count_store64 },
          { entry_count_lazy, entry_count_take_lazy, entry_count_release_lazy,
            entry_count_store32_lazy, entry_count_store64_lazy } },
    };
    bool counts = recorder.stack_mode == LEDGER_STACK_NONE;

    return &entries[counts][recorder.thread_is_lazy];
}

/* The small table has no counts: one way for all. */
static void (*entry_hashed(void))(void)
{
    static void (*const entries[2][2])(void) = {
        { entry_change_hashed, entry_change_hashed_lazy },
        { entry_count_hashed, entry_count_hashed_lazy },
    };
    bool counts = recorder.stack_mode == LEDGER_STACK_NONE;

    return entries[counts][recorder.thread_is_lazy];
}

static uint64_t
function_entry(void)
{
    return recorder.options.frames == OPTIONS_FRAMES_AUDIT
               ? (uint64_t)(uintptr_t)entry_function_audited
               : (uint64_t)(uintptr_t)entry_function;
}

static void
set_hooks(uint64_t hooks[BLOB_HOOKS])
{
    const struct entries *entries = entries_wanted();
    void (*change)(void) =
        recorder.several ? entry_change_long : entry_hashed();

    for (uint32_t i = 0; i < BLOB_HOOK_CHANGES; i++) {
        hooks[i] = (uint64_t)(uintptr_t)change;
    }
    hooks[BLOB_HOOK_ENTRY] = function_entry();
    if (recorder.several || recorder.shadow_hashed) {
        return;
    }
    hooks[BLOB_HOOK_CHANGE] = (uint64_t)(uintptr_t)entries->change;
    hooks[BLOB_HOOK_TAKE] = (uint64_t)(uintptr_t)entries->take;
    hooks[BLOB_HOOK_RELEASE] = (uint64_t)(uintptr_t)entries->release;
    hooks[BLOB_HOOK_STORE32] = (uint64_t)(uintptr_t)entries->store32;
    hooks[BLOB_HOOK_STORE64] = (uint64_t)(uintptr_t)entries->store64;
    hooks[BLOB_HOOK_BIRTH] = (uint64_t)(uintptr_t)entry_birth;
}

static enum apply_result
apply_to(const struct image *image, uint32_t first_site,
         const struct plan *plan, bool running)
{
    struct apply_hooks hooks = {
        .first_site = first_site,
        .running = running,
        .live = live,
    };
    struct applied applied;
    struct undo *undo = NULL;
    enum apply_result result;

    set_hooks(hooks.hooks);
    if (first_site == 0 || pool_count == POOLS_MAX ||
        (recorder.detachable &&
         (undo = undo_list_prepare(plan, image)) == NULL)) {
        return APPLY_NO_POOL;
    }
    result = apply_plan(plan, image, &hooks, &applied);
    if (result == APPLY_DONE) {
        pools[pool_count++] = applied.pool;
        if (undo != NULL) {
            undo_list_add(undo, &applied);
        }
    }
    if (result == APPLY_DONE && recorder.options.watch) {
        stub_places_add(plan, image->bias, &applied);
    }
    return result;
}

/* Whoever waits for that wants to know for what. */
static void
say_what_is_read(const struct image *image, bool kept)
{
    uint64_t bytes = 0;

    for (unsigned i = 0; i < image->segment_count; i++) {
        if (image->segments[i].executable) {
            bytes += image->segments[i].end - image->segments[i].start;
        }
    }
    if (bytes >= SAID_FROM) {
        note("reading %lu MB of code of %s%s", (unsigned long)(bytes >> 20),
             image->path, kept ? ", once: what is found is kept" : "");
    }
}

/* The plan of the image, from the cache where it may come from there. */
static bool
find_plan(const struct plan_request *request, bool cached, struct arena *arena,
          struct plan *plan)
{
    if (cached && plan_cache_load(&cache, request, arena, plan)) {
        return true;
    }
    say_what_is_read(request->image, cached && cache.directory != NULL);
    return plan_build(request, arena, plan) &&
           (cached ? plan_cache_prove(&cache, request, arena, plan)
                   : plan_is_proved(plan));
}

/* Of an image that is loaded again, the sites are in the ledger. */
static enum apply_result
apply_to_known(const struct image *image, struct known_image *known,
               const struct plan *plan)
{
    bool again = known->patched && known->site_count == plan->site_count;
    enum apply_result result;

    if (!again) {
        known->first_site = image_record_add_sites(known->record, plan);
        known->site_count = plan->site_count;
    }
    result = apply_to(image, known->first_site, plan, false);
    known->patched = false;
    if (result == APPLY_DONE) {
        known_image_patched(known, plan);
    }
    else {
        image_record_forget_sites(known->record);
    }
    return result;
}

static const char *
patch_with(struct image *image, struct known_image *known, struct arena *arena)
{
    struct plan_request request = {
        .image = image,
        .shape = refcount_in_image(recorder.layout->refcount,
                                   image_record_is_interpreter(known->record)),
        .filter = recorder.shadow_hashed ? STUB_FILTER_HASH : STUB_FILTER_MAP,
    };
    enum image_file_state state =
        image_file_compare(image, arena, &request.file_digest);
    struct plan_entry entries[INTERPRETER_ENTRIES_MAX];
    struct plan plan;

    if (state == IMAGE_FILE_OTHER) {
        return "its file is gone, unreadable, or not the one that was loaded";
    }
    memset(entries, 0, sizeof entries);
    request.entries = entries;
    request.entry_count = interpreter_entries(image, entries);
    interpreter_births(image, &request);
    /* What is made for changed code is of use to nobody else. */
    if (!find_plan(&request, state == IMAGE_FILE_SAME, arena, &plan)) {
        return "its code could not be read";
    }
    return image_patch_failure(apply_to_known(image, known, &plan));
}

const char *
image_patch(struct image *image, struct known_image *known)
{
    struct arena arena = { 0 };
    const char *failure = patch_with(image, known, &arena);

    arena_release(&arena);
    return failure;
}

bool
image_patch_release(void)
{
    pool_count = 0;
    return undo_list_release();
}

bool
image_patch_count_nothing_short(void)
{
    for (unsigned i = 0; i < pool_count; i++) {
        if (!apply_redirect(pools[i], (uint64_t)(uintptr_t)entry_change_long)) {
            return false;
        }
    }
    return true;
}

bool
image_patch_watch(const struct image *image, uint32_t record, uint64_t function,
                  uint32_t role)
{
    struct plan_entry entry = { .address = function - image->bias,
                                .role = role };
    struct arena arena = { 0 };
    struct plan plan;
    bool done =
        plan_watch(image, &entry, &arena, &plan) && plan_is_proved(&plan) &&
        apply_to(image, image_record_add_sites(record, &plan), &plan, true) ==
            APPLY_DONE;

    arena_release(&arena);
    return done;
}
