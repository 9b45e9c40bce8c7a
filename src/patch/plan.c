#include "patch/plan.h"

#include <reftally/ledger_format.h>
#include <string.h>

enum { FIELD_BYTES = 4, JUMP_BYTES = 5, SHORT_JUMP_BYTES = 2, REACH = 127 };
enum { FILLER = 0xcc /* a trap */ };

/* A short jump leads to the edit before it, and that to a stub. */
static bool
leads_to_hole(const struct plan *plan, uint32_t i)
{
    const struct plan_edit *edit = &plan->edits[i];
    int distance = edit->distance - SHORT_JUMP_BYTES;

    return i > 0 && edit[-1].stub != 0 && distance >= -REACH - 1 &&
           distance <= REACH &&
           edit[-1].address - edit->address ==
               (uint64_t)(int64_t)edit->distance;
}

static bool
edits_are_right(struct plan *plan)
{
    uint64_t original_bytes = 0;

    for (uint32_t i = 0; i < plan->edit_count; i++) {
        const struct plan_edit *edit = &plan->edits[i];
        bool far = edit->stub != 0;
        bool hole = far && plan_edit_is_hole(plan, i);

        if (edit->length > EDIT_BYTES_MAX ||
            (far ? edit->stub < BLOB_CODE_START || edit->stub >= plan->blob.size
                 : !leads_to_hole(plan, i)) ||
            !proof_take(&plan->proof, edit->address, edit->length,
                        far ? JUMP_BYTES : SHORT_JUMP_BYTES, hole)) {
            return false;
        }
        original_bytes += edit->length;
    }
    return original_bytes == plan->original_bytes;
}

static bool
sites_are_right(const struct plan *plan)
{
    for (uint32_t i = 0; i < plan->site_count; i++) {
        const struct plan_site *site = &plan->sites[i];

        if (site->offset < plan->proof.start ||
            site->offset >= plan->proof.end ||
            site->leave >= LEDGER_LEAVE_REASONS) {
            return false;
        }
    }
    return true;
}

static bool
fields_are_right(const struct plan *plan)
{
    const struct blob *blob = &plan->blob;

    for (uint32_t i = 0; i < blob->near_count; i++) {
        if (blob->near[i] < BLOB_CODE_START ||
            blob->near[i] + (uint64_t)FIELD_BYTES > blob->size) {
            return false;
        }
    }
    for (uint32_t i = 0; i < blob->site_count; i++) {
        uint32_t word;

        if (blob->sites[i] < BLOB_CODE_START ||
            blob->sites[i] + (uint64_t)FIELD_BYTES > blob->size) {
            return false;
        }
        memcpy(&word, blob->bytes + blob->sites[i], sizeof word);
        if ((word & STUB_SITE_MASK) >= plan->site_count) {
            return false;
        }
    }
    return true;
}

/* They are searched by halves. */
static bool
places_are_right(const struct plan *plan)
{
    const struct blob *blob = &plan->blob;

    for (uint32_t i = 0; i < blob->place_count; i++) {
        const struct blob_place *place = &blob->places[i];

        if (place->offset < BLOB_CODE_START || place->offset > blob->size ||
            (i > 0 && place->offset < place[-1].offset) ||
            place->address < plan->proof.start ||
            place->address >= plan->proof.end) {
            return false;
        }
    }
    return true;
}

bool
plan_is_proved(struct plan *plan)
{
    return plan->blob.size >= BLOB_CODE_START && sites_are_right(plan) &&
           fields_are_right(plan) && places_are_right(plan) &&
           edits_are_right(plan);
}

void
plan_edit_bytes(const struct plan_edit *edit, uint64_t bias, uint64_t pool,
                uint8_t *out)
{
    memset(out, FILLER, edit->length);
    if (edit->stub != 0) {
        stub_jump(out, bias + edit->address, pool + edit->stub);
    }
    else {
        out[0] = 0xeb;
        out[1] = (uint8_t)(edit->distance - SHORT_JUMP_BYTES);
    }
}
