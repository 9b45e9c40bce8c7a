#include "patch/shortcuts.h"

enum { ENDBR64_BYTES = 4 };

/* Where an address stands, or would. */
static struct shortcut *
place_of(const struct shortcuts *shortcuts, uint32_t address)
{
    uint32_t i = address * 0x9e3779b1u;

    for (i ^= i >> 15;; i++) {
        struct shortcut *shortcut = &shortcuts->at[i & shortcuts->mask];

        if (shortcut->address == address || shortcut->address == 0) {
            return shortcut;
        }
    }
}

uint32_t
shortcuts_find(const void *shortcuts, uint32_t address)
{
    return place_of(shortcuts, address)->stub;
}

/* A short jump leads to a hole, whose edit stands before it. */
static uint32_t
stub_of(const struct plan *plan, uint32_t i)
{
    const struct plan_edit *edit = &plan->edits[i];

    return edit->stub == 0 && i > 0 ? edit[-1].stub : edit->stub;
}

bool
shortcuts_build(const struct plan *plan, const struct image *image,
                struct arena *arena, struct shortcuts *out)
{
    size_t count = eh_frame_count(&image->frames);

    out->mask = 63;
    while (out->mask < 2 * plan->edit_count) {
        out->mask = 2 * out->mask + 1;
    }
    out->at = arena_add(arena, (out->mask + 1ul) * sizeof *out->at);
    if (out->at == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < plan->edit_count; i++) {
        uint32_t address = (uint32_t)plan->edits[i].address;

        *place_of(out, address) =
            (struct shortcut){ address, stub_of(plan, i) };
    }
    for (size_t i = 0; i < count; i++) {
        struct eh_function function;

        if (eh_frame_function(&image->frames, i, &function)) {
            uint32_t start = (uint32_t)(function.start - image->bias);

            place_of(out, start)->stub = 0;
            place_of(out, start + ENDBR64_BYTES)->stub = 0;
        }
    }
    return true;
}
