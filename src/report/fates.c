#include "report/fates.h"

#include <stdlib.h>
#include <string.h>

#include "report/following.h"
#include "report/memory.h"

/* What was found out about a place. */
struct known {
    bool asked;
    struct following following;
};

struct fates {
    struct symbols *symbols;
    struct known *known; /* by number of the place */
    size_t count;
    struct following_memory memory;
};

struct fates *
fates_create(struct symbols *symbols)
{
    struct fates *fates = (struct fates *)memory_zeroed(1, sizeof *fates);

    fates->symbols = symbols;
    return fates;
}

void
fates_free(struct fates *fates)
{
    free(fates->known);
    free(fates);
}

static const struct following *
following_at(struct fates *fates, const struct place *place, enum source source)
{
    struct known *known;

    if (place->number >= fates->count) {
        size_t count = (size_t)place->number * 2 + 64;

        fates->known = (struct known *)memory_resize(fates->known, count,
                                                     sizeof *fates->known);
        memset(fates->known + fates->count, 0,
               (count - fates->count) * sizeof *fates->known);
        fates->count = count;
    }
    known = &fates->known[place->number];
    if (!known->asked) {
        known->asked = true;
        following_read(fates->symbols, &fates->memory, place, source,
                       &known->following);
    }
    return &known->following;
}

/* How many of the outer functions of two places are the same ones. */
static uint32_t
common_frames(const struct place *a, const struct place *b)
{
    uint32_t common = 0;

    while (common < a->count && common < b->count &&
           a->frames[a->count - 1 - common].function ==
               b->frames[b->count - 1 - common].function) {
        common++;
    }
    return common;
}

/* How many of the functions at `place` an instruction belongs to. */
static uint32_t
depth_at(struct fates *fates, const struct place *place, uint64_t offset)
{
    return common_frames(place,
                         symbols_place(fates->symbols, place->image, offset));
}

/* What the function returns that stands so deep at a place. */
static enum return_kind
returns_at(struct fates *fates, const struct place *place, uint32_t depth)
{
    return symbols_function(fates->symbols,
                            place->frames[place->count - depth].function)
        ->returns;
}

/* Deeper than any function: it was lost in one that is not there. */
enum { NOWHERE = 1 << 16 };

/* Functions one of which lost it: 1 is that of the machine code itself. */
struct depths {
    uint32_t outer, inner;
};

/*
 * Did a function take another reference to what its caller had already? If it
 * gave one away, and is left with one, it will hardly return that.
 */
static bool
was_passed_in(struct fates *fates, const struct place *place,
              const struct following *following, uint32_t depth)
{
    return following->had_since != 0 && following->owed_since == 0 &&
           depth_at(fates, place, following->had_since) < depth;
}

/*
 * A function that takes several references to what it was given, and puts one
 * away, has no other use for the rest. Where a path of one that has it joins
 * the one that it takes without it, the function has not returned it.
 */
static bool
is_of_one_call(struct fates *fates, const struct place *place,
               const struct following *following,
               const struct handing_loss *loss, uint32_t *depth)
{
    const struct place *taken =
        symbols_place(fates->symbols, place->image, loss->twice);
    uint64_t had =
        following->had_since != 0 ? following->had_since : place->offset;

    if (loss->twice != 0 && loss->lowered != 0 &&
        depth_at(fates, taken, loss->lowered) >= taken->count &&
        depth_at(fates, taken, had) < taken->count) {
        *depth = depth_at(fates, place, loss->twice) == taken->count
                     ? taken->count
                     : NOWHERE;
        return true;
    }
    *depth = loss->joined != 0 ? depth_at(fates, place, loss->joined) : 0;
    return loss->joined != 0 && loss->raised == 0;
}

/*
 * How deep in the functions at `place` the reference was lost: in the innermost
 * that both has it and loses it, or in the one that took a second one and left
 * it to its caller. It leaves a function only with an object that is returned,
 * or where the caller gives it to somebody and had it from nowhere else; whether
 * it did, nobody knows when the caller never looks at it.
 */
static struct depths
depths_of_loss(struct fates *fates, const struct place *place,
               const struct following *following,
               const struct handing_loss *loss)
{
    uint32_t used = depth_at(fates, place, loss->used);
    uint32_t passed =
        loss->passed != 0 ? depth_at(fates, place, loss->passed) : used;
    uint32_t raised =
        loss->raised != 0 ? depth_at(fates, place, loss->raised) : 0;
    uint32_t lowered =
        loss->lowered != 0 ? depth_at(fates, place, loss->lowered) : 0;
    uint32_t had = place->count;
    uint32_t depth;

    if (is_of_one_call(fates, place, following, loss, &depth)) {
        return (struct depths){ depth, depth };
    }
    if (raised > used &&
        (raised > lowered || was_passed_in(fates, place, following, raised))) {
        return (struct depths){ raised, raised };
    }
    if (following->owed_since != 0 && raised <= lowered) {
        had = depth_at(fates, place, following->owed_since);
    }
    used = used < had ? used : had;
    while (had > used &&
           (returns_at(fates, place, had) != RETURN_OTHER ||
            (loss->given && !was_passed_in(fates, place, following, had)))) {
        had--;
    }
    used = had;
    while (used > passed && returns_at(fates, place, used) == RETURN_OBJECT) {
        used--;
    }
    return (struct depths){ used, had };
}

/* What to show of a path that forgets it: in the function, if possible. */
static const struct place *
past_of_loss(struct fates *fates, const struct place *place,
             const struct handing_loss *loss, uint32_t depth)
{
    uint64_t offsets[] = { loss->passed, loss->used, loss->raised };

    for (size_t i = 0; i < sizeof offsets / sizeof *offsets; i++) {
        if (offsets[i] != 0 && depth_at(fates, place, offsets[i]) >= depth) {
            return symbols_place(fates->symbols, place->image, offsets[i]);
        }
    }
    return NULL;
}

/* `depth` is 1 for the function itself, 2 for what is inlined into it ... */
static struct fate
fate_at(struct fates *fates, const struct place *place,
        const struct following *following, uint32_t depth)
{
    const struct handing *handing = &following->handing;

    for (size_t i = 0; i < handing->loss_count; i++) {
        const struct handing_loss *loss = &handing->losses[i];
        struct depths lost = depths_of_loss(fates, place, following, loss);

        if (depth >= lost.outer && depth <= lost.inner) {
            return (struct fate){
                .kind = depth > lost.outer  ? FATE_LEFT
                        : handing->returned ? FATE_EITHER
                                            : FATE_LOST,
                .past = past_of_loss(fates, place, loss, depth),
                .depth = depth,
                .built = loss->used == following->built
                             ? symbols_place(fates->symbols, place->image,
                                             loss->used)
                             : NULL,
            };
        }
    }
    if (handing->unclear || handing->stored) {
        return (struct fate){ .kind = FATE_UNKNOWN };
    }
    if (handing->doubtful) {
        return (struct fate){
            .kind = handing->returned || depth > 1 ? FATE_UNKNOWN : FATE_ENDS,
        };
    }
    return (struct fate){ .kind = FATE_FINE };
}

/* Does the function give what it returns? If so it seems, or by its promise. */
static bool
is_given(struct fates *fates, uint32_t function, bool seems)
{
    uint32_t flags = symbols_function(fates->symbols, function)->flags;

    return (flags & (FUNCTION_GIVES | FUNCTION_CHOOSES)) != 0 ||
           ((flags & FUNCTION_LENDS) == 0 && seems);
}

/* From the change outward, one machine function after the other. */
struct walk {
    bool given; /* what the call before returned is the reference in question */
    bool site;  /* it is the first of them */
};

/* NULL: the frame is inlined into the next one. */
static const struct following *
walk_frame(struct fates *fates, struct walk *walk, const struct stack_frame *at,
           bool born)
{
    if (at->evaluator) {
        walk->given = false;
    }
    return at->inlined ? NULL
                       : following_at(fates, at->place,
                                      !walk->site ? SOURCE_CALL
                                      : born      ? SOURCE_BIRTH
                                                  : SOURCE_TAKEN);
}

/*
 * What a call returned is the reference if it came with the object and was
 * handed on ever since, or if the callee is known to give what it returns.
 */
static void
walk_out(struct fates *fates, struct walk *walk, const struct stack_frame *at,
         const struct following *following, bool born)
{
    const struct handing *handing = &following->handing;

    if (walk->site) {
        walk->given = born || handing->returned;
    }
    walk->given = is_given(
        fates, at->function,
        walk->given && (walk->site || handing->returned || handing->unclear));
    walk->site = false;
}

struct fate
fates_find(struct fates *fates, const struct stack *stack, bool born,
           size_t frame)
{
    struct walk walk = { .given = born, .site = true };

    for (size_t i = 0; i < stack->relevant; i++) {
        const struct stack_frame *at = &stack->frames[i];
        const struct following *following = walk_frame(fates, &walk, at, born);

        if (following == NULL) {
            continue;
        }
        if (frame <= i) {
            return (walk.site ? born : !walk.given)
                       ? (struct fate){ .kind = FATE_UNKNOWN }
                       : fate_at(fates, at->place, following,
                                 (uint32_t)(i - frame) + 1);
        }
        walk_out(fates, &walk, at, following, born);
    }
    return (struct fate){ .kind = FATE_UNKNOWN };
}

enum moved
fates_of_overwritten(struct fates *fates, const struct place *place,
                     uint16_t registers, uint32_t *frame)
{
    struct following following;
    const struct handing *handing = &following.handing;

    *frame = 0;
    if (registers != 0) {
        following_registers(fates->symbols, &fates->memory, place, registers,
                            &following);
    }
    else {
        following_read(fates->symbols, &fates->memory, place, SOURCE_MOVED,
                       &following);
    }
    if (handing->loss_count > 0 && place->count > 0) {
        *frame =
            place->count -
            depths_of_loss(fates, place, &following, &handing->losses[0]).outer;
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

static bool
is_module(const struct ledger *ledger, uint32_t image)
{
    uint32_t flags = ledger_image_at(ledger, image)->flags;

    return image != 0 && (flags & LEDGER_IMAGE_PYTHON) != 0 &&
           (flags & LEDGER_IMAGE_MAIN) == 0;
}

size_t
fates_slots(struct fates *fates, const struct ledger *ledger,
            const struct stack *stack, uint32_t tag, bool born,
            struct fate_slot *slots, size_t count, size_t room)
{
    struct walk walk = { .given = born, .site = true };
    size_t innermost = 0;

    for (size_t i = 0; i < stack->relevant; i++) {
        const struct stack_frame *at = &stack->frames[i];
        const struct following *following = walk_frame(fates, &walk, at, born);

        if (following == NULL) {
            continue;
        }
        if ((walk.site || walk.given) && is_module(ledger, at->place->image)) {
            struct fate_slot like = { .image = at->place->image,
                                      .tag = tag,
                                      .frame = innermost };

            count = add_slots(&following->handing, like, slots, count, room);
        }
        innermost = i + 1;
        walk_out(fates, &walk, at, following, born);
    }
    return count;
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
