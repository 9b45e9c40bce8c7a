#include "report/evidence/settling.h"

#include <stdlib.h>
#include <string.h>

#include "report/text/memory.h"

/* Kinds of keys beside enum settling_kind. */
enum {
    KEY_PAIR = 4,
    KEY_PAIRS = 5,
    KEY_STORED_BIRTH = 6,
    KEY_STORED_TAKEN = 7,
    KEY_LINE_BIRTH = 8, /* from here on: lines */
    KEY_LINE_TAKEN = 9,
    KEY_SEEN = 10,
};

/* 20 bits each; what does not fit shares one number. */
enum { PART_BITS = 20, PART_MAX = (1 << PART_BITS) - 1 };

/* What of a part says that it is an instruction, and not a line. */
enum { INSTRUCTION = 1 << (PART_BITS - 1) };

/*
 * A function hands up what one of its callees gave it and keeps what another
 * did: without the callee, what was seen of it says only so much.
 */
static const double ANY_CALLEE_MAX = 4;

struct cell {
    uint64_t key; /* 0: empty */
    double total;
    double settled;
};

struct settling {
    struct cell *cells;
    size_t room;
    size_t used;
};

struct settling *
settling_create(void)
{
    return (struct settling *)memory_zeroed(1, sizeof(struct settling));
}

void
settling_free(struct settling *settling)
{
    free(settling->cells);
    free(settling);
}

/* `a` is a function; `b` and `c` are 0 for "any", else a number + 1. */
static uint64_t
key_of(unsigned kind, uint64_t a, uint64_t b, uint64_t c)
{
    a = a + 1 < PART_MAX ? a + 1 : PART_MAX;
    b = b < PART_MAX ? b : PART_MAX;
    c = c < PART_MAX ? c : PART_MAX;
    return (uint64_t)kind << (3 * PART_BITS) | a << (2 * PART_BITS) |
           b << PART_BITS | c;
}

static size_t
slot_of(const struct settling *settling, uint64_t key)
{
    uint64_t hash = key * 0x9e3779b97f4a7c15u;
    size_t at = (hash ^ hash >> 32) & (settling->room - 1);

    while (settling->cells[at].key != 0 && settling->cells[at].key != key) {
        at = (at + 1) & (settling->room - 1);
    }
    return at;
}

static void
grow(struct settling *settling)
{
    struct cell *old = settling->cells;
    size_t old_room = settling->room;

    settling->room = old_room == 0 ? 4096 : old_room * 2;
    settling->cells = (struct cell *)memory_zeroed(settling->room, sizeof *old);
    for (size_t i = 0; i < old_room; i++) {
        if (old[i].key != 0) {
            settling->cells[slot_of(settling, old[i].key)] = old[i];
        }
    }
    free(old);
}

static void
count(struct settling *settling, uint64_t key, double weight, bool settled)
{
    struct cell *cell;

    if (settling->used * 2 >= settling->room) {
        grow(settling);
    }
    cell = &settling->cells[slot_of(settling, key)];
    if (cell->key == 0) {
        cell->key = key;
        settling->used++;
    }
    cell->total += weight;
    cell->settled += settled ? weight : 0;
}

static struct cell
look_up(const struct settling *settling, uint64_t key)
{
    return settling->room == 0 ? (struct cell){ 0 }
                               : settling->cells[slot_of(settling, key)];
}

/* The function `below` frames inside of `frame`, + 1; 0 beyond the leaf. */
static uint64_t
callee(const struct stack *stack, size_t frame, size_t below)
{
    return frame < below ? 0
                         : (uint64_t)stack->frames[frame - below].function + 1;
}

static void
learn_side(struct settling *settling, enum settling_kind kind,
           const struct stack *stack, size_t common_frame, double weight)
{
    for (size_t i = 0; i <= common_frame; i++) {
        uint64_t function = stack->frames[i].function;
        uint64_t first = callee(stack, i, 1);
        uint64_t second = callee(stack, i, 2);
        bool settled = i == common_frame;

        /* A leaf has no callee: its three keys are one and the same. */
        count(settling, key_of(kind, function, 0, 0), weight, settled);
        if (first != 0) {
            count(settling, key_of(kind, function, first, 0), weight, settled);
        }
        if (second != 0) {
            count(settling, key_of(kind, function, first, second), weight,
                  settled);
        }
    }
}

/*
 * Which call it was: the line, or the instruction where no line is known, as
 * for code that a compiler has merged. 0: nothing is known.
 */
static uint64_t
call_of(const struct stack_frame *frame)
{
    if (frame->line != 0) {
        return frame->line % INSTRUCTION;
    }
    return frame->place == NULL
               ? 0
               : INSTRUCTION | (frame->place->offset % (INSTRUCTION - 1));
}

static uint64_t
line_key(bool born, const struct stack *stack, size_t frame)
{
    return key_of(born ? KEY_LINE_BIRTH : KEY_LINE_TAKEN,
                  stack->frames[frame].function, callee(stack, frame, 1),
                  call_of(&stack->frames[frame]));
}

/*
 * By the instruction, if it is known: a line may make several calls. What is
 * inlined at that line was not called by it, and may be all of that code.
 */
static uint64_t
seen_key(const struct stack *stack, size_t frame)
{
    const struct stack_frame *at = &stack->frames[frame];
    bool calls = at->place != NULL && at->place->offset != 0 &&
                 (frame == 0 || stack->frames[frame - 1].place != at->place);
    uint64_t call = calls ? INSTRUCTION | at->place->offset % (INSTRUCTION - 1)
                          : call_of(at);

    return key_of(KEY_SEEN, at->function, callee(stack, frame, 1), call);
}

void
settling_see(struct settling *settling, const struct stack *taken,
             double objects)
{
    for (size_t i = 0; i < taken->relevant; i++) {
        count(settling, seen_key(taken, i), objects, true);
    }
}

double
settling_odds(const struct settling *some, const struct settling *others,
              const struct stack *taken, size_t frame)
{
    uint64_t key = seen_key(taken, frame);
    double one = look_up(some, key).total;
    double other = look_up(others, key).total;

    return one + other > 0 ? one / (one + other) : 1;
}

static void
learn_stored(struct settling *settling, bool born, const struct stack *taken,
             bool disposed, double weight)
{
    unsigned kind = born ? KEY_STORED_BIRTH : KEY_STORED_TAKEN;

    if (taken->relevant > 0) {
        count(settling, key_of(kind, taken->frames[0].function, 0, 0), weight,
              disposed);
    }
    if (taken->relevant > 1) {
        count(settling,
              key_of(kind, taken->frames[0].function,
                     (uint64_t)taken->frames[1].function + 1, 0),
              weight, disposed);
    }
}

void
settling_learn(struct settling *settling, const struct stack *taken,
               const struct stack *released, bool born, bool disposed,
               double weight)
{
    size_t common = stack_common(taken, released);
    size_t common_taken = taken->relevant - common;
    size_t common_released = released->relevant - common;

    if (taken->relevant > 0 && released->relevant > 0) {
        uint64_t function = taken->frames[0].function;
        uint64_t answer = (uint64_t)released->frames[0].function + 1;

        count(settling, key_of(KEY_PAIR, function, answer, 0), weight, true);
        count(settling, key_of(KEY_PAIRS, function, 0, 0), weight, true);
    }
    learn_stored(settling, born, taken, disposed, weight);
    if (common == 0 || disposed) {
        return;
    }
    for (size_t i = 0; i <= common_taken; i++) {
        if (call_of(&taken->frames[i]) != 0) {
            count(settling, line_key(born, taken, i), 1, true);
        }
    }
    learn_side(settling, born ? SETTLING_BIRTH : SETTLING_TAKEN, taken,
               common_taken, weight);
    learn_side(settling, SETTLING_RELEASED, released, common_released, weight);
}

double
settling_hazard(const struct settling *settling, enum settling_kind kind,
                const struct stack *stack, size_t frame,
                struct settling_belief belief)
{
    uint64_t function = stack->frames[frame].function;
    uint64_t first = callee(stack, frame, 1);
    uint64_t second = callee(stack, frame, 2);
    struct cell cell = look_up(settling, key_of(kind, function, 0, 0));
    double scale = first != 0 && cell.total > ANY_CALLEE_MAX
                       ? ANY_CALLEE_MAX / cell.total
                       : 1;
    double hazard = (cell.settled * scale + belief.weight * belief.hazard) /
                    (cell.total * scale + belief.weight);

    if (first != 0) {
        cell = look_up(settling, key_of(kind, function, first, 0));
        hazard = (cell.settled + 2 * hazard) / (cell.total + 2);
    }
    if (second != 0) {
        cell = look_up(settling, key_of(kind, function, first, second));
        hazard = (cell.settled + 2 * hazard) / (cell.total + 2);
    }
    /* This very call was seen to balance, more than once. */
    if (call_of(&stack->frames[frame]) != 0 && kind != SETTLING_RELEASED &&
        look_up(settling, line_key(kind == SETTLING_BIRTH, stack, frame))
                .total >= 2) {
        hazard *= .3;
    }
    return hazard;
}

struct settling_seen
settling_seen(const struct settling *settling, enum settling_kind kind,
              const struct stack *stack, size_t frame)
{
    struct cell cell =
        look_up(settling, key_of(kind, stack->frames[frame].function,
                                 callee(stack, frame, 1), 0));

    return (struct settling_seen){ cell.total, cell.settled };
}

double
settling_pair(const struct settling *settling, const struct stack *taken,
              const struct stack *released)
{
    uint64_t function, answer;
    double pair, all;

    if (taken->relevant == 0 || released->relevant == 0) {
        return .05;
    }
    function = taken->frames[0].function;
    answer = (uint64_t)released->frames[0].function + 1;
    pair = look_up(settling, key_of(KEY_PAIR, function, answer, 0)).total;
    all = look_up(settling, key_of(KEY_PAIRS, function, 0, 0)).total;
    return (pair + .05) / (all + 1);
}

double
settling_stored(const struct settling *settling, bool born,
                const struct stack *taken)
{
    unsigned kind = born ? KEY_STORED_BIRTH : KEY_STORED_TAKEN;
    double share = .2;
    struct cell cell;

    if (taken->relevant == 0) {
        return 0;
    }
    cell = look_up(settling, key_of(kind, taken->frames[0].function, 0, 0));
    share = (cell.settled + 2 * share) / (cell.total + 2);
    if (taken->relevant > 1) {
        cell = look_up(settling,
                       key_of(kind, taken->frames[0].function,
                              (uint64_t)taken->frames[1].function + 1, 0));
        share = (cell.settled + 2 * share) / (cell.total + 2);
    }
    return share;
}

bool
settling_next(const struct settling *settling, size_t *at,
              struct settling_row *row)
{
    for (; *at < settling->room; ++*at) {
        const struct cell *cell = &settling->cells[*at];
        unsigned kind = (unsigned)(cell->key >> (3 * PART_BITS));

        if (cell->key == 0 || kind >= KEY_LINE_BIRTH) {
            continue;
        }
        *row = (struct settling_row){
            .kind = kind,
            .functions = { cell->key >> (2 * PART_BITS) & PART_MAX,
                           cell->key >> PART_BITS & PART_MAX,
                           cell->key & PART_MAX },
            .total = cell->total,
            .settled = cell->settled,
        };
        ++*at;
        return true;
    }
    return false;
}

void
settling_add(struct settling *settling, struct settling_row row)
{
    struct cell *cell;
    uint64_t key = key_of(row.kind, (uint64_t)row.functions[0] - 1,
                          row.functions[1], row.functions[2]);

    count(settling, key, row.total, false);
    cell = &settling->cells[slot_of(settling, key)];
    cell->settled += row.settled;
}
