#include "probe/images/images.h"

#include "base/note.h"
#include "base/system.h"
#include "patch/live_edits.h"
#include "probe/images/image_patch.h"
#include "probe/images/image_records.h"
#include "probe/images/interpreter.h"
#include "probe/images/known_images.h"
#include "probe/images/undo_list.h"
#include "probe/state/peek.h"
#include "probe/state/recorder.h"

#include <string.h>

static unsigned long long loads_seen;

void
images_init(char *const *environment)
{
    recorder.count_max = INT32_MAX;
    image_patch_init(environment);
}

struct update {
    enum reason reason;
    const char *detail;
    bool fine;
    bool all;            /* every image was looked at */
    const char *failure; /* of the first image that was not patched, or NULL */
    char path[IMAGE_PATH_MAX];
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
    return known->record != 0 && image_record_is_python(known->record) &&
                   !image_has_code(image, (uint64_t)(uintptr_t)image_patch)
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
    const char *failure;

    learn_data(image);
    failure = system_is_sealed()
                  ? "it was loaded when the library called the system no more"
                  : image_patch(image, known);
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
    else if (update->failure == NULL) {
        update->failure = failure;
        memcpy(update->path, image->path, sizeof update->path);
    }
}

/* Once; not where recording is about to stop, which is said. */
static void
say_what_is_not_seen(const struct update *update)
{
    static bool said;

    if (update->failure != NULL && update->fine && !said &&
        !recorder.options.debug) {
        note("%s: what it does to counts is not seen: %s", update->path,
             update->failure);
        said = true;
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
    image_find_path(&image);
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

static int
find_python(struct dl_phdr_info *info, size_t size, void *context)
{
    static struct image image;
    bool *found = (bool *)context;

    (void)size;
    *found = image_describe(info, &image) && !known_images_have(&image) &&
             image_refers_to_python(&image);
    return *found;
}

bool
images_python_came(void)
{
    static unsigned long long none_until;
    unsigned long long loads = images_loads();
    bool found = false;

    if (loads != none_until) {
        dl_iterate_phdr(find_python, &found);
        none_until = found ? none_until : loads;
    }
    return found;
}

bool
images_update(enum reason *reason, const char **detail)
{
    struct update update = { .reason = REASON_NONE, .fine = true, .all = true };

    known_images_begin();
    dl_iterate_phdr(count_loads, &loads_seen);
    dl_iterate_phdr(visit, &update);
    if (update.all) {
        known_images_end();
    }
    say_what_is_not_seen(&update);
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
    image_patch_live(true);
    fine = images_update(reason, detail);
    image_patch_live(false);
    live_edits_end();
    return fine;
}

bool
images_undo_live(const char **detail)
{
    enum apply_result result;

    if (undo_list_is_empty()) {
        return true;
    }
    if (!live_edits_begin()) {
        *detail = "the system cannot tell all processors of changed code";
        return false;
    }
    result = undo_list_take_back();
    live_edits_end();
    *detail = image_patch_failure(result);
    return result == APPLY_DONE;
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

    search = (struct search){ .address = function };
    dl_iterate_phdr(find_image, &search);
    if (!search.found) {
        return false;
    }
    for (uint32_t i = 1; i < *recorder.store.tables[LEDGER_IMAGES].used; i++) {
        const struct ledger_image *record = store_image(&recorder.store, i);

        if (record->start == search.image.start &&
            record->end == search.image.end) {
            return image_patch_watch(&search.image, i, function, role);
        }
    }
    return false;
}
