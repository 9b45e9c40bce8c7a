#include "probe/images/undo_list.h"

#include "base/arena.h"
#include "base/own_image.h"
#include "base/system.h"
#include "patch/bystanders.h"
#include "patch/code_pages.h"

#include <string.h>
#include <sys/mman.h>

struct undo {
    struct undo *previous;
    struct image image;
    struct plan plan; /* no more of it than edits and what was there */
    struct applied applied;
    bool undone;
};

static struct arena arena;
static struct undo *latest;

struct undo *
undo_list_prepare(const struct plan *plan, const struct image *image)
{
    size_t edits = plan->edit_count * sizeof *plan->edits;
    struct undo *undo = arena_add(&arena, sizeof *undo);

    if (undo == NULL) {
        return NULL;
    }
    undo->image = *image;
    undo->plan.edits = arena_add(&arena, edits);
    undo->plan.original = arena_add(&arena, plan->original_bytes);
    if (undo->plan.edits == NULL || undo->plan.original == NULL) {
        return NULL;
    }
    memcpy(undo->plan.edits, plan->edits, edits);
    memcpy(undo->plan.original, plan->original, plan->original_bytes);
    undo->plan.edit_count = plan->edit_count;
    undo->plan.original_bytes = plan->original_bytes;
    return undo;
}

void
undo_list_add(struct undo *undo, const struct applied *applied)
{
    undo->applied = *applied;
    undo->previous = latest;
    latest = undo;
}

bool
undo_list_is_empty(void)
{
    return latest == NULL;
}

enum apply_result
undo_list_take_back(void)
{
    enum apply_result result = APPLY_DONE;

    for (struct undo *undo = latest; undo != NULL && result == APPLY_DONE;
         undo = undo->previous) {
        if (!undo->undone) {
            result =
                apply_take_back(&undo->plan, &undo->image, undo->applied.pool);
            undo->undone = result == APPLY_DONE;
        }
    }
    /* Two plans may be of the same image: not before both are taken back. */
    for (struct undo *undo = latest; undo != NULL && result == APPLY_DONE;
         undo = undo->previous) {
        code_pages_disown(&undo->plan, &undo->image);
    }
    return result;
}

/* A hook comes back to the stub that called it. */
static bool
is_in_stub(uint64_t pc)
{
    if (own_image_holds(pc)) {
        return true;
    }
    for (const struct undo *undo = latest; undo != NULL;
         undo = undo->previous) {
        if (pc - undo->applied.pool < undo->applied.pool_bytes) {
            return true;
        }
    }
    return false;
}

bool
undo_list_release(void)
{
    if (!bystanders_left(is_in_stub)) {
        return false;
    }
    for (; latest != NULL; latest = latest->previous) {
        system_unmap((void *)(uintptr_t)latest->applied.pool,
                     latest->applied.pool_bytes);
    }
    arena_release(&arena);
    return true;
}
