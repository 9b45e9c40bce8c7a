#include "probe/images/images.h"

#include "base/note.h"
#include "base/system.h"
#include "patch/apply.h"
#include "patch/image_file.h"
#include "patch/live_edits.h"
#include "patch/plan_cache.h"
#include "patch/planner.h"
#include "probe/images/image_records.h"
#include "probe/images/interpreter.h"
#include "probe/images/known_images.h"
#include "probe/images/plan_place.h"
#include "probe/images/stub_places.h"
#include "probe/images/undo_list.h"
#include "probe/state/entry_points.h"
#include "probe/state/peek.h"
#include "probe/state/recorder.h"

#include <string.h>

enum { POOLS_MAX = 4096 };

static uint64_t pools[POOLS_MAX]; /* of stubs */
static unsigned pool_count;
static unsigned long long loads_seen;
static struct plan_cache cache;
static bool live; /* code that is being executed is patched */

void
images_init(char *const *environment)
{
    recorder.count_max = INT32_MAX;
    plan_place_find(environment, recorder.options.cache, &cache);
    if (cache.directory == NULL && recorder.options.debug) {
        note("no plans are kept: %s", cache.missing);
    }
}

/* ---- patching ---- */

static const char *
apply_failure(enum apply_result result)
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

static uint64_t
change_entry(void)
{
    static void (*const entries[2][2][2])(void) = {
        { { entry_change, entry_change_lazy },
          { entry_change_hashed, entry_change_hashed_lazy } },
        { { entry_count, entry_count_lazy },
          { entry_count_hashed, entry_count_hashed_lazy } },
    };
    bool counts = recorder.stack_mode == LEDGER_STACK_NONE;

    if (recorder.several) {
        return (uint64_t)(uintptr_t)entry_change_long;
    }
    return (uint64_t)(uintptr_t)
        entries[counts][recorder.shadow_hashed][recorder.thread_is_lazy];
}

static enum apply_result
apply_to(const struct image *image, uint32_t first_site,
         const struct plan *plan, bool running)
{
    struct apply_hooks hooks = {
        .change = change_entry(),
        .entry = (uint64_t)(uintptr_t)entry_function,
        .first_site = first_site,
        .running = running,
        .live = live,
    };
    struct applied applied;
    struct undo *undo = NULL;
    enum apply_result result;

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

/* The plan of the image, from the cache where it may come from there. */
static bool
find_plan(const struct plan_request *request, bool cached, struct arena *arena,
          struct plan *plan)
{
    if (cached && plan_cache_load(&cache, request, arena, plan)) {
        return true;
    }
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
        .shape = recorder.layout->refcount,
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
    return apply_failure(apply_to_known(image, known, &plan));
}

static const char *
patch(struct image *image, struct known_image *known)
{
    struct arena arena = { 0 };
    const char *failure = patch_with(image, known, &arena);

    arena_release(&arena);
    return failure;
}

struct update {
    enum reason reason;
    const char *detail;
    bool fine;
    bool all; /* every image was looked at */
};

/* Types lie there, and are looked at before anything is known of them. */
static void
learn_data(const struct image *image)
{
    for (unsigned i = 0; i < image->segment_count; i++) {
        const struct image_segment *segment = &image->segments[i];

        if (segment->writable) {
            peek_learn(segment->start, segment->end, interpreter_is_in(image));
        }
    }
}

/* The image's entry if it must be patched, or NULL. */
static struct known_image *
to_be_patched(const struct image *image)
{
    struct known_image *known = NULL;
    enum known_state state = known_images_find(image, &known);

    if (state == KNOWN_STILL) {
        return NULL;
    }
    if (state == KNOWN_NEW) {
        known = known_images_add(image);
        if (known == NULL) {
            return NULL;
        }
        known->record = image_record_add(image, interpreter_is_in(image));
    }
    /* An executable that does not move lies low, and its heap behind it. */
    if (image->start <= (uint64_t)recorder.count_max) {
        recorder.count_max = (int32_t)image->start - 1;
    }
    return known->record != 0 && image->python &&
                   !image_has_code(image, (uint64_t)(uintptr_t)patch)
               ? known
               : NULL;
}

static void
say_what_was_patched(const struct image *image, uint32_t record,
                     const char *failure)
{
    const struct ledger_image *what = store_image(&recorder.store, record);

    note("%s: %u of %u sites patched%s%s", image->path, what->patched,
         what->sites, failure == NULL ? "" : ": ",
         failure == NULL ? "" : failure);
}

static void
patch_or_refuse(struct image *image, struct known_image *known,
                struct update *update)
{
    static bool refusal_said;
    const char *failure;

    learn_data(image);
    failure = system_is_sealed()
                  ? "it was loaded when the library called the system no more"
                  : patch(image, known);
    if (recorder.options.debug) {
        say_what_was_patched(image, known->record, failure);
    }
    if (failure == NULL) {
        return;
    }
    image_record_refuse(known->record, failure);
    if (interpreter_is_in(image)) {
        update->reason = REASON_PATCH_REFUSED;
        update->detail = failure;
        update->fine = false;
    }
    else if (!recorder.options.debug && !refusal_said) {
        note("%s: what it does to counts is not seen: %s", image->path,
             failure);
        refusal_said = true;
    }
}

static int
visit(struct dl_phdr_info *info, size_t size, void *context)
{
    static struct image image;
    struct update *update = context;
    struct known_image *known;

    (void)size;
    if (recorder.several && info->dlpi_adds != loads_seen) {
        update->all = false;
        return 1; /* one that came after the count may not be ready */
    }
    /* The executable's own name is asked for; it was long known by then. */
    if (system_is_sealed() && info->dlpi_name[0] == '\0') {
        update->all = false;
        return 0;
    }
    if (!image_describe(info, &image)) {
        return 0;
    }
    known = to_be_patched(&image);
    if (known != NULL) {
        patch_or_refuse(&image, known, update);
    }
    return 0;
}

static int
count_loads(struct dl_phdr_info *info, size_t size, void *context)
{
    (void)size;
    *(unsigned long long *)context = info->dlpi_adds;
    return 1;
}

unsigned long long
images_loads(void)
{
    unsigned long long loads = 0;

    dl_iterate_phdr(count_loads, &loads);
    return loads;
}

bool
images_changed(void)
{
    return images_loads() != loads_seen;
}

bool
images_update(enum reason *reason, const char **detail)
{
    struct update update = { REASON_NONE, NULL, true, true };

    known_images_begin();
    dl_iterate_phdr(count_loads, &loads_seen);
    dl_iterate_phdr(visit, &update);
    if (update.all) {
        known_images_end();
    }
    *reason = update.reason;
    *detail = update.detail;
    return update.fine;
}

bool
images_update_live(enum reason *reason, const char **detail)
{
    bool fine;

    if (!live_edits_begin()) {
        *reason = REASON_PATCH_REFUSED;
        *detail = "the system cannot tell all processors of changed code";
        return false;
    }
    live = true;
    fine = images_update(reason, detail);
    live = false;
    live_edits_end();
    return fine;
}

bool
images_undo_live(const char **detail)
{
    enum apply_result result;

    if (!live_edits_begin()) {
        *detail = "the system cannot tell all processors of changed code";
        return false;
    }
    result = undo_list_take_back();
    live_edits_end();
    *detail = apply_failure(result);
    return result == APPLY_DONE;
}

bool
images_release(void)
{
    pool_count = 0;
    return undo_list_release();
}

bool
images_count_nothing_short(void)
{
    for (unsigned i = 0; i < pool_count; i++) {
        if (!apply_redirect(pools[i], (uint64_t)(uintptr_t)entry_change_long)) {
            return false;
        }
    }
    return true;
}

/* ---- one function later ---- */

struct search {
    uint64_t address;
    struct image image;
    bool found;
};

static int
find_image(struct dl_phdr_info *info, size_t size, void *context)
{
    struct search *search = context;

    (void)size;
    search->found = image_describe(info, &search->image) &&
                    image_has_code(&search->image, search->address);
    return search->found;
}

bool
images_watch(uint64_t function, uint32_t role)
{
    static struct search search;
    struct arena arena = { 0 };
    struct plan plan;
    struct plan_entry entry = { 0 };
    bool done = false;

    search = (struct search){ .address = function };
    dl_iterate_phdr(find_image, &search);
    if (!search.found) {
        return false;
    }
    entry.address = function - search.image.bias;
    entry.role = role;
    for (uint32_t i = 1; i < *recorder.store.tables[LEDGER_IMAGES].used; i++) {
        const struct ledger_image *record = store_image(&recorder.store, i);

        if (record->start == search.image.start &&
            record->end == search.image.end &&
            plan_watch(&search.image, &entry, &arena, &plan) &&
            plan_is_proved(&plan)) {
            done = apply_to(&search.image, image_record_add_sites(i, &plan),
                            &plan, true) == APPLY_DONE;
            break;
        }
    }
    arena_release(&arena);
    return done;
}
