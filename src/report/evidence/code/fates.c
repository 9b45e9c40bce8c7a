#include "report/evidence/code/fates.h"

#include <stdlib.h>

#include "report/evidence/code/lost_at.h"
#include "report/evidence/code/walk_out.h"
#include "report/input/ledger_load.h"
#include "report/text/memory.h"

struct fates {
    struct followings followings;
};

struct fates *
fates_create(struct symbols *symbols)
{
    struct fates *fates = (struct fates *)memory_zeroed(1, sizeof *fates);

    fates->followings.symbols = symbols;
    return fates;
}

void
fates_free(struct fates *fates)
{
    followings_clear(&fates->followings);
    free(fates);
}

/* What to show of a path that forgets it: in the function, if possible. */
static const struct place *
past_of_loss(struct fates *fates, const struct place *place,
             const struct handing_loss *loss, uint32_t depth)
{
    uint64_t offsets[] = { loss->parted, loss->passed, loss->used,
                           loss->raised };

    for (size_t i = 0; i < sizeof offsets / sizeof *offsets; i++) {
        if (offsets[i] != 0 && lost_at_depth(fates->followings.symbols, place,
                                             offsets[i]) >= depth) {
            return symbols_place(fates->followings.symbols, place->image,
                                 offsets[i]);
        }
    }
    return NULL;
}

/*
 * `depth` is 1 for the function itself, 2 for what is inlined into it ...
 * `surely`: it had a reference, and not only if so it seems.
 */
static struct fate
fate_at(struct fates *fates, const struct place *place,
        const struct following *following, bool surely, uint32_t depth)
{
    const struct handing *handing = &following->handing;
    bool unread = false;

    for (size_t i = 0; i < handing->loss_count; i++) {
        const struct handing_loss *loss = &handing->losses[i];
        struct lost_at lost =
            lost_at_depths(fates->followings.symbols, place, following, loss);

        /* Of whom nobody knows what it returns, it may be nothing. */
        if (loss->used == 0 && following->filled == 0 && !surely) {
            unread = true;
            continue;
        }
        if (depth >= lost.outer && depth <= lost.inner) {
            return (struct fate){
                .kind = depth > lost.outer  ? FATE_LEFT
                        : handing->returned ? FATE_EITHER
                                            : FATE_LOST,
                .past = past_of_loss(fates, place, loss, depth),
                .depth = depth,
                .built = loss->used == following->built
                             ? symbols_place(fates->followings.symbols,
                                             place->image, loss->used)
                             : NULL,
            };
        }
    }
    if (handing->unclear || unread ||
        (following->filled != 0 && handing->loss_count > 0) ||
        (handing->stored && (handing->loss_count > 0 || handing->doubtful))) {
        return (struct fate){ .kind = FATE_UNKNOWN };
    }
    if (handing->stored) {
        return (struct fate){ .kind = FATE_STORED };
    }
    if (handing->doubtful) {
        return (struct fate){
            .kind = handing->returned || depth > 1 ? FATE_UNKNOWN : FATE_ENDS,
        };
    }
    return (struct fate){ .kind = following->borrowed && handing->returned &&
                                          depth == 1
                                      ? FATE_HANDED
                                      : FATE_FINE };
}

/*
 * What is inlined took a reference to return it, and who had it then forgets it:
 * the same would be read of it by itself.
 */
static bool
is_handed_up(const struct fates *fates, const struct stack_frame *inlined,
             const struct following *following, const struct fate *fate)
{
    return inlined->inlined && fate->kind == FATE_FINE &&
           following->handing.loss_count > 0 &&
           symbols_function(fates->followings.symbols, inlined->function)
                   ->returns == RETURN_OBJECT;
}

struct fate
fates_find(struct fates *fates, const struct stack *stack, bool born,
           size_t frame)
{
    struct walk_out walk = walk_out_begin(stack, born);
    struct fate fate;

    if (!walk_out_to(&fates->followings, &walk, frame) ||
        (walk.site ? born : !walk.given)) {
        return (struct fate){ .kind = FATE_UNKNOWN };
    }
    fate = fate_at(fates, stack->frames[walk.outer].place, walk.following,
                   walk.surely, (uint32_t)(walk.outer - frame) + 1);
    if (walk.site &&
        is_handed_up(fates, &stack->frames[frame], walk.following, &fate)) {
        fate.kind = FATE_HANDED;
    }
    return fate;
}

bool
fates_returned(struct fates *fates, const struct stack *stack, bool born,
               size_t frame)
{
    struct walk_out walk = walk_out_begin(stack, born);
    const struct handing *handing;

    if (!walk_out_to(&fates->followings, &walk, frame) ||
        (walk.site ? born : !walk.given)) {
        return false;
    }
    handing = &walk.following->handing;
    return handing->returned && !handing->stored && !handing->doubtful &&
           !handing->unclear && handing->loss_count == 0;
}

/*
 * The innermost of the functions inlined into that of frame `outer` that gave
 * away too many, on whichever path; false: none did.
 */
static bool
find_lent(struct fates *fates, const struct stack *stack, size_t outer,
          const struct handing *handing, struct fate_lent *lent)
{
    const struct place *place = stack->frames[outer].place;
    uint32_t deepest = 0;

    for (size_t i = 0; i < handing->lent_count; i++) {
        const struct handing_lent *one = &handing->lent[i];
        uint64_t inside = handing_lent_inside(one);
        uint64_t at = inside != 0 ? inside : one->used;
        uint32_t depth = lost_at_depth(fates->followings.symbols, place, at);

        if (depth > deepest && depth <= outer + 1) {
            deepest = depth;
            lent->place =
                symbols_place(fates->followings.symbols, place->image, at);
            lent->frame = outer - (depth - 1);
            lent->place_frame = lent->place->count - depth;
            lent->twice = one->twice;
        }
    }
    return deepest > 0;
}

bool
fates_lent(struct fates *fates, const struct stack *stack, bool born,
           bool released, size_t frame, struct fate_lent *lent)
{
    struct walk_out walk = walk_out_begin(stack, born);
    size_t outer = 0;

    if (!released) {
        return walk_out_to(&fates->followings, &walk, frame) &&
               (walk.site || walk.given) && walk.following->filled == 0 &&
               find_lent(fates, stack, walk.outer, &walk.following->handing,
                         lent);
    }
    while (outer < stack->relevant && stack->frames[outer].inlined) {
        outer++;
    }
    return frame <= outer && outer < stack->relevant &&
           find_lent(fates, stack, outer,
                     &followings_at(&fates->followings,
                                    stack->frames[outer].place, SOURCE_RELEASED)
                          ->handing,
                     lent);
}

enum moved
fates_of_overwritten(struct fates *fates, const struct place *place,
                     uint16_t registers, uint32_t *frame)
{
    struct following following;
    const struct handing *handing = &following.handing;

    *frame = 0;
    if (registers != 0) {
        following_registers(fates->followings.symbols,
                            &fates->followings.memory, place, registers,
                            &following);
    }
    else {
        following_read(fates->followings.symbols, &fates->followings.memory,
                       place, SOURCE_MOVED, &following);
    }
    if (handing->loss_count > 0 && place->count > 0) {
        *frame = place->count - lost_at_depths(fates->followings.symbols, place,
                                               &following, &handing->losses[0])
                                    .outer;
    }
    return handing->loss_count > 0 ? MOVED_LOST
           : handing->unclear      ? MOVED_UNCLEAR
                                   : MOVED_WELL;
}

/* `like` says where they are, but for the word itself. */
static size_t
add_slots(const struct handing *handing, struct fate_slot like,
          struct fate_slot *slots, size_t count, size_t room)
{
    for (size_t i = 0; i < handing->store_count; i++) {
        bool known = false;

        like.fixed = handing->stores[i].fixed;
        like.where = handing->stores[i].where;
        for (size_t s = 0; s < count; s++) {
            known |= slots[s].image == like.image &&
                     slots[s].fixed == like.fixed &&
                     slots[s].where == like.where;
        }
        if (!known && count < room) {
            slots[count++] = like;
        }
    }
    return count;
}

/* Where a pointer leads to that the caller gave is for the caller to say. */
static size_t
leave_pointed(struct fate_slot *slots, size_t first, size_t count)
{
    size_t kept = first;

    for (size_t i = first; i < count; i++) {
        if (slots[i].fixed || slots[i].where != 0) {
            slots[kept++] = slots[i];
        }
    }
    return kept;
}

size_t
fates_slots(struct fates *fates, const struct ledger *ledger,
            const struct stack *stack, uint32_t tag, bool born,
            struct fate_slot *slots, size_t count, size_t room)
{
    struct walk_out walk = walk_out_begin(stack, born);
    size_t before = count;

    while (walk_out_next(&fates->followings, &walk)) {
        uint32_t image = stack->frames[walk.outer].place->image;

        if (walk.following->filled != 0) {
            count = leave_pointed(slots, before, count);
        }
        before = count;
        if ((walk.site || walk.given) &&
            ledger_image_is_module(ledger, image)) {
            struct fate_slot like = { .image = image,
                                      .tag = tag,
                                      .frame = walk.inner };

            count =
                add_slots(&walk.following->handing, like, slots, count, room);
        }
    }
    return count;
}

bool
fates_released_slot(struct fates *fates, const struct ledger *ledger,
                    const struct stack *stack, struct fate_slot *slot)
{
    const struct place *place;
    struct handing_slot from;

    if (stack->relevant == 0) {
        return false;
    }
    place = stack->frames[0].place;
    if (place == NULL || !ledger_image_is_module(ledger, place->image) ||
        !followings_loaded(&fates->followings, place, &from)) {
        return false;
    }
    *slot = (struct fate_slot){ .image = place->image,
                                .fixed = from.fixed,
                                .where = from.where };
    return true;
}

bool
fate_frame(const struct fate *fate, struct stack_frame *frame)
{
    const struct place_frame *at;

    if (fate->past == NULL || fate->depth > fate->past->count) {
        return false;
    }
    at = &fate->past->frames[fate->past->count - fate->depth];
    *frame = (struct stack_frame){
        .function = at->function,
        .line = at->line,
        .file = at->file,
        .place = fate->past,
    };
    return at->line != 0 && at->file != NULL;
}
