#include "report/evidence/code/lost_at.h"

/* Were these, of the same function, inlined by calls on the same line? 0: by
 * code that no line stands for. */
static bool
is_same_call(const struct place_frame *a, const struct place_frame *b)
{
    return a->line == b->line || a->line == 0 || b->line == 0;
}

/*
 * How many of the outer functions of two places are the same ones, and not the
 * same function inlined a second time.
 */
static uint32_t
common_frames(const struct place *a, const struct place *b)
{
    uint32_t common = 0;

    while (common < a->count && common < b->count) {
        const struct place_frame *one = &a->frames[a->count - 1 - common];
        const struct place_frame *other = &b->frames[b->count - 1 - common];

        if (one->function != other->function ||
            (common > 0 && !is_same_call(one + 1, other + 1))) {
            break;
        }
        common++;
    }
    return common;
}

/* How many of the functions at `place` an instruction belongs to. */
uint32_t
lost_at_depth(struct symbols *symbols, const struct place *place,
              uint64_t offset)
{
    return common_frames(place, symbols_place(symbols, place->image, offset));
}

/* What the function returns that stands so deep at a place. */
static enum return_kind
returns_at(struct symbols *symbols, const struct place *place, uint32_t depth)
{
    return symbols_function(symbols,
                            place->frames[place->count - depth].function)
        ->returns;
}

/* Deeper than any function: it was lost in one that is not there. */
enum { NOWHERE = 1 << 16 };

/*
 * Did a function take another reference to what its caller had already? If it
 * gave one away, and is left with one, it will hardly return that.
 */
static bool
was_passed_in(struct symbols *symbols, const struct place *place,
              const struct following *following, uint32_t depth)
{
    return following->had_since != 0 && following->owed_since == 0 &&
           lost_at_depth(symbols, place, following->had_since) < depth;
}

static uint32_t
least_depth(struct symbols *symbols, const struct place *place,
            const struct handing_addresses *addresses, uint32_t depth)
{
    for (size_t i = 0; i < addresses->count; i++) {
        uint32_t at = lost_at_depth(symbols, place, addresses->at[i]);

        depth = at > 0 && at < depth ? at : depth;
    }
    return depth;
}

/*
 * A function that gives it away on some path, and none of whose callers ever
 * looks at it, has not handed it up on any other.
 */
static bool
is_its_own(struct symbols *symbols, const struct place *place,
           const struct handing *handing, uint32_t depth)
{
    bool gives = false;

    for (size_t i = 0; i < handing->gave.count; i++) {
        gives |= lost_at_depth(symbols, place, handing->gave.at[i]) >= depth;
    }
    return gives && handing->uses.count < HANDING_USES_MAX &&
           least_depth(symbols, place, &handing->uses, depth) >= depth;
}

/*
 * Where the paths join, or deeper: a function that returns no object and looked
 * at the pointer last has not handed it on.
 */
static uint32_t
kept_inside(struct symbols *symbols, const struct place *place,
            const struct handing *handing, const struct handing_loss *loss)
{
    uint32_t joined = lost_at_depth(symbols, place, loss->joined);
    uint32_t used = lost_at_depth(symbols, place, loss->used);

    while (used > joined && returns_at(symbols, place, used) != RETURN_OTHER &&
           !is_its_own(symbols, place, handing, used)) {
        used--;
    }
    return used > joined ? used : joined;
}

/*
 * A function that takes several references to what it was given, and puts one
 * away, has no other use for the rest. Where a path of one that has it joins
 * the one that it takes without it, the function has not returned it.
 */
static bool
is_of_one_call(struct symbols *symbols, const struct place *place,
               const struct following *following,
               const struct handing_loss *loss, uint32_t *depth)
{
    const struct place *taken =
        symbols_place(symbols, place->image, loss->twice);
    uint64_t had =
        following->had_since != 0 ? following->had_since : place->offset;

    if (loss->twice != 0 && loss->lowered != 0 &&
        lost_at_depth(symbols, taken, loss->lowered) >= taken->count &&
        lost_at_depth(symbols, taken, had) < taken->count) {
        *depth = lost_at_depth(symbols, place, loss->twice) == taken->count
                     ? taken->count
                     : NOWHERE;
        return true;
    }
    *depth = loss->joined != 0
                 ? kept_inside(symbols, place, &following->handing, loss)
                 : 0;
    return loss->joined != 0 && loss->raised == 0;
}

/*
 * A function that hands up no object by its result may do so by an argument
 * that says where to put it: on some path its caller then looks at it or, if it
 * had the object before, gives away what it did not own. How deep that is, at
 * most `depth`.
 */
static uint32_t
handed_out(struct symbols *symbols, const struct place *place,
           const struct following *following, uint32_t depth)
{
    const struct handing *handing = &following->handing;

    if (depth == 0 || returns_at(symbols, place, depth) != RETURN_OTHER) {
        return depth;
    }
    return least_depth(symbols, place,
                       was_passed_in(symbols, place, following, depth)
                           ? &handing->gave
                           : &handing->uses,
                       depth);
}

/* What it got from those that it called is its own to lose, whatever register
 * still has it later. */
static bool
is_wall(struct symbols *symbols, const struct place *place, uint32_t depth)
{
    return function_is_wall(symbols_function(
        symbols, place->frames[place->count - depth].function));
}

/*
 * The function whose variable a callee filled: what is inlined deepest there, if
 * it ever looks at it, or else where the pointer to it was made.
 */
static uint32_t
owner_depth(struct symbols *symbols, const struct place *place,
            const struct following *following)
{
    const struct handing_addresses *uses = &following->handing.uses;

    for (size_t i = 0; i < uses->count; i++) {
        if (lost_at_depth(symbols, place, uses->at[i]) >= place->count) {
            return place->count;
        }
    }
    return lost_at_depth(symbols, place, following->filled);
}

/*
 * A variable that a callee filled is nobody's but that function's. What it
 * returned may be its caller's to lose, but not a second one that it took.
 */
static struct lost_at
from_variable(struct symbols *symbols, const struct place *place,
              const struct following *following, uint32_t raised)
{
    uint32_t depth = owner_depth(symbols, place, following);

    return depth > 1 && raised < depth &&
                   returns_at(symbols, place, depth) == RETURN_OBJECT
               ? (struct lost_at){ NOWHERE, NOWHERE }
               : (struct lost_at){ depth, depth };
}

/*
 * A result that nobody looks at, not even for NULL, is lost by the function that
 * runs when it is written over: had that one returned it, its caller would run.
 * The machine's function has lost it in any case, for it returns another one.
 */
static uint32_t
unread_depth(struct symbols *symbols, const struct place *place,
             const struct handing_loss *loss)
{
    uint32_t ended =
        loss->ended != 0 ? lost_at_depth(symbols, place, loss->ended) : 0;

    return ended > 1 ? ended : 1;
}

struct lost_at
lost_at_depths(struct symbols *symbols, const struct place *place,
               const struct following *following,
               const struct handing_loss *loss)
{
    uint32_t used = lost_at_depth(symbols, place, loss->used);
    uint32_t passed =
        loss->passed != 0 ? lost_at_depth(symbols, place, loss->passed) : used;
    uint32_t raised =
        loss->raised != 0 ? lost_at_depth(symbols, place, loss->raised) : 0;
    uint32_t lowered =
        loss->lowered != 0 ? lost_at_depth(symbols, place, loss->lowered) : 0;
    uint32_t had = place->count;
    uint32_t depth;

    if (following->filled != 0) {
        return from_variable(symbols, place, following, raised);
    }
    if (loss->used == 0 && following->had_since == 0 &&
        following->owed_since == 0) {
        depth = unread_depth(symbols, place, loss);
        return (struct lost_at){ depth, depth };
    }
    if (is_of_one_call(symbols, place, following, loss, &depth)) {
        return (struct lost_at){ depth, depth };
    }
    if (raised > used && (raised > lowered ||
                          was_passed_in(symbols, place, following, raised))) {
        return (struct lost_at){ raised, raised };
    }
    if (following->owed_since != 0 && raised <= lowered) {
        had = lost_at_depth(symbols, place, following->owed_since);
    }
    if (following->had_since == 0 && following->owed_since == 0 &&
        is_wall(symbols, place, had)) {
        return (struct lost_at){ had, had };
    }
    had = handed_out(symbols, place, following, had);
    used = used < had ? used : had;
    while (had > used &&
           (returns_at(symbols, place, had) != RETURN_OTHER ||
            (loss->given && !was_passed_in(symbols, place, following, had)))) {
        had--;
    }
    used = had;
    while (used > passed && returns_at(symbols, place, used) == RETURN_OBJECT &&
           !is_its_own(symbols, place, &following->handing, used)) {
        used--;
    }
    return (struct lost_at){ used, had };
}
