#include "probe/images/image_records.h"

#include "base/own_image.h"
#include "probe/state/recorder.h"

#include <string.h>

static ledger_string
build_id_text(const struct image *image)
{
    static const char digits[] = "0123456789abcdef";
    char text[2 * IMAGE_BUILD_ID_MAX];

    for (unsigned i = 0; i < image->build_id_bytes; i++) {
        text[2 * i] = digits[image->build_id[i] >> 4];
        text[2 * i + 1] = digits[image->build_id[i] & 15];
    }
    return image->build_id_bytes == 0
               ? 0
               : store_text(&recorder.store, text, 2 * image->build_id_bytes);
}

/* This library does, and has nothing to do with the program's objects. */
static bool
refers_to_python(const struct image *image)
{
    return !own_image_holds(image->start) && image_refers_to_python(image);
}

uint32_t
image_record_add(const struct image *image, bool interpreter)
{
    uint32_t index = store_add(&recorder.store, LEDGER_IMAGES, 1);
    struct ledger_image *record = store_image(&recorder.store, index);

    if (index != 0) {
        record->path =
            store_text(&recorder.store, image->path, strlen(image->path));
        record->build_id = build_id_text(image);
        record->bias = image->bias;
        record->start = image->start;
        record->end = image->end;
        record->flags = (refers_to_python(image) ? LEDGER_IMAGE_PYTHON : 0u) |
                        (interpreter ? LEDGER_IMAGE_MAIN : 0u);
    }
    return index;
}

void
image_record_refuse(uint32_t index, const char *why)
{
    struct ledger_image *record = store_image(&recorder.store, index);

    record->flags |= LEDGER_IMAGE_REFUSED;
    record->refused = store_text(&recorder.store, why, strlen(why));
}

uint32_t
image_record_add_sites(uint32_t index, const struct plan *plan)
{
    struct ledger_image *record = store_image(&recorder.store, index);
    uint32_t first =
        store_add(&recorder.store, LEDGER_SITES, plan->site_count + 1);

    if (first == 0 || first + plan->site_count > STUB_SITE_MASK) {
        return 0;
    }
    for (uint32_t i = 0; i < plan->site_count; i++) {
        const struct plan_site *site = &plan->sites[i];
        struct ledger_site *out = store_site(&recorder.store, first + i);

        out->image = index;
        out->offset = site->offset;
        out->operation = site->operation;
        out->tactic = site->tactic;
        out->leave = site->leave;
        out->width = site->width;
        out->amount = site->amount;
        if (site->operation == OPERATION_ENTRY) {
            continue;
        }
        record->sites++;
        if (site->tactic != TACTIC_NONE) {
            record->patched++;
        }
        else {
            record->left_alone++;
            if (site->leave < LEDGER_LEAVE_REASONS) {
                record->left_by_reason[site->leave]++;
            }
        }
    }
    return first;
}

void
image_record_forget_sites(uint32_t index)
{
    struct ledger_image *record = store_image(&recorder.store, index);

    record->sites = 0;
    record->patched = 0;
    record->left_alone = 0;
    for (unsigned i = 0; i < LEDGER_LEAVE_REASONS; i++) {
        record->left_by_reason[i] = 0;
    }
}

uint32_t
image_record_at(uint64_t address)
{
    uint64_t used = *recorder.store.tables[LEDGER_IMAGES].used;

    for (uint32_t i = 1; i < used; i++) {
        const struct ledger_image *image = store_image(&recorder.store, i);

        if (address >= image->start && address < image->end) {
            return i;
        }
    }
    return 0;
}

uint64_t
image_record_end(uint32_t index)
{
    return index != 0 ? store_image(&recorder.store, index)->end : 0;
}

bool
image_record_is_python(uint32_t index)
{
    return index != 0 && (store_image(&recorder.store, index)->flags &
                          LEDGER_IMAGE_PYTHON) != 0;
}

bool
image_record_is_interpreter(uint32_t index)
{
    return index != 0 && (store_image(&recorder.store, index)->flags &
                          LEDGER_IMAGE_MAIN) != 0;
}
