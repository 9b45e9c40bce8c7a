#include "report/symbols/library_frames.h"

#include "report/text/memory.h"

static bool
is_user(const struct stack_frame *frame)
{
    return frame->file != NULL && !frame->library;
}

bool *
library_users_none(const struct ledger *ledger)
{
    return (bool *)memory_zeroed(ledger_used(ledger, LEDGER_IMAGES) + 1,
                                 sizeof(bool));
}

void
library_users_add(bool *users, const struct stack *stack)
{
    for (size_t i = 0; i < stack->count; i++) {
        if (is_user(&stack->frames[i])) {
            users[stack->frames[i].place->image] = true;
        }
    }
}

void
library_users_settle(const bool *users, struct stack *stack)
{
    for (size_t i = 0; i < stack->count; i++) {
        struct stack_frame *frame = &stack->frames[i];

        frame->serves = frame->library && users[frame->place->image];
    }
}

size_t
library_frame_user(const struct stack *stack, size_t frame)
{
    const struct stack_frame *inner = &stack->frames[frame];

    if (!inner->library) {
        return frame;
    }
    for (size_t i = frame + 1; i < stack->count; i++) {
        const struct stack_frame *outer = &stack->frames[i];

        if (outer->place->image != inner->place->image) {
            break;
        }
        if (is_user(outer)) {
            return i;
        }
    }
    return frame;
}

bool
library_frame_serves(const struct stack *stack, size_t frame)
{
    const struct stack_frame *frames = stack->frames;
    size_t inner = frame;
    uint32_t image;

    if (!frames[frame].library || frames[frame].serves) {
        return frames[frame].library;
    }
    image = frames[frame].place->image;
    while (inner > 0 && frames[inner - 1].place->image == image) {
        inner--;
    }
    for (size_t i = inner; i < stack->count && frames[i].place->image == image;
         i++) {
        if (is_user(&frames[i])) {
            return true;
        }
    }
    return false;
}
