#include "arch/x86_64/handing_note.h"

static void
note_lent(struct handing *handing, const struct handing_loss *last,
          bool returned, int lacks)
{
    for (size_t i = 0; i < handing->lent_count; i++) {
        if (handing->lent[i].used == last->used) {
            handing->lent[i].twice |= lacks > 1;
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
                                   .twice = lacks > 1 };
    }
}

void
handing_note_end(struct handing *handing, const struct handing_path *path,
                 bool returned)
{
    if (path->before) {
        return;
    }
    if (returned) {
        handing->returned = true;
    }
    else {
        handing->gone = true;
    }
    if (path->balance < (returned ? 1 : 0)) {
        note_lent(handing, &path->last, returned, returned - path->balance);
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
    handing->losses[handing->loss_count++] = path->last;
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
