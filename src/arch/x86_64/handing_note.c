#include "arch/x86_64/handing_note.h"

#include "arch/outcome.h"
#include "arch/x86_64/handing_parted.h"

static void
note_lent(struct handing_scene *scene, const struct handing_path *path,
          bool returned, int lacks)
{
    struct handing *handing = scene->handing;
    const struct handing_loss *last = &path->last;
    const struct outcome_known known = { path->facts.zero[0],
                                         path->facts.minus_one };
    enum outcome outcome = scene->facts && !returned
                               ? outcome_find(scene->code, path->address, known)
                               : OUTCOME_OTHER;

    for (size_t i = 0; i < handing->lent_count; i++) {
        struct handing_lent *lent = &handing->lent[i];

        if (lent->used == last->used) {
            lent->twice |= lacks > 1;
            lent->overdrawn |= last->overdrawn;
            lent->moved &= path->moved;
            lent->null &= outcome == OUTCOME_ZERO;
            lent->minus_one &= outcome == OUTCOME_MINUS_ONE;
            return;
        }
    }
    if (handing->lent_count < HANDING_LENT_MAX) {
        handing->lent[handing->lent_count++] =
            (struct handing_lent){ .used = last->used,
                                   .passed = last->passed,
                                   .loaded = last->loaded,
                                   .given = last->lowered,
                                   .returned = returned,
                                   .twice = lacks > 1,
                                   .overdrawn = last->overdrawn,
                                   .moved = path->moved,
                                   .null = outcome == OUTCOME_ZERO,
                                   .minus_one = outcome == OUTCOME_MINUS_ONE };
    }
}

/* What it returns whose path puts the pointer away. */
static void
note_put(struct handing_scene *scene, const struct handing_path *path)
{
    const struct outcome_known known = { path->facts.zero[0],
                                         path->facts.minus_one };
    const enum outcome outcome =
        outcome_find(scene->code, path->address, known);

    scene->handing->put_zero |= outcome == OUTCOME_ZERO;
    scene->handing->put_other |= outcome == OUTCOME_OTHER;
}

void
handing_note_end(struct handing_scene *scene, const struct handing_path *path,
                 bool returned)
{
    struct handing *handing = scene->handing;

    if (path->before) {
        return;
    }
    if (returned) {
        handing->returned = true;
    }
    else {
        handing->gone = true;
    }
    if (scene->asks && !returned && path->balance <= 0) {
        note_put(scene, path);
    }
    if (path->balance < (returned ? 1 : 0)) {
        note_lent(scene, path, returned, returned - path->balance);
    }
    if (path->balance <= (returned ? 1 : 0) ||
        handing->loss_count == HANDING_LOSSES_MAX) {
        return;
    }
    for (size_t i = 0; i < handing->loss_count; i++) {
        if (handing->losses[i].used == path->last.used) {
            return;
        }
    }
    handing->losses[handing->loss_count] = path->last;
    handing->losses[handing->loss_count++].parted =
        handing_parted_at(scene, path);
}

static void
note_address(struct handing_addresses *addresses, uint64_t address)
{
    for (size_t i = 0; i < addresses->count; i++) {
        if (addresses->at[i] == address) {
            return;
        }
    }
    if (addresses->count < HANDING_USES_MAX) {
        addresses->at[addresses->count++] = address;
    }
}

void
handing_note_use(struct handing *handing, const struct handing_path *path,
                 int balance)
{
    if (path->before) {
        return;
    }
    if (path->last.used == path->address) {
        note_address(&handing->uses, path->address);
    }
    if (path->balance < balance) {
        note_address(&handing->gave, path->address);
    }
}
