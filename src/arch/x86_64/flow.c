#include "arch/flow.h"

#include "arch/x86_64/flow_step.h"

enum {
    FLOW_ROUNDS = 6,
    SWITCHES_MAX = 32, /* indirect jumps of an ordinary function */
};

static bool
flow_join(struct flow_state *into, const struct flow_state *from)
{
    bool news = ((from->values & ~into->values) |
                 (from->constants & ~into->constants)) != 0 ||
                (from->framed && !into->framed) || from->marked > into->marked;

    if (news) {
        into->values |= from->values;
        into->constants |= from->constants;
        into->framed |= from->framed;
        into->marked =
            from->marked > into->marked ? from->marked : into->marked;
        into->news = true;
    }
    return news;
}

bool
flow_ends_block(const struct instruction *instruction)
{
    return instruction->flow == FLOW_JUMP ||
           instruction->flow == FLOW_JUMP_INDIRECT ||
           instruction->flow == FLOW_RETURN || instruction->flow == FLOW_STOP;
}

/* An interpreter's loop jumps to every opcode from every other one: no count
 * is carried along, and following them all would select too much. */
static bool
is_dispatch_loop(const struct function *function)
{
    unsigned jumps = 0;

    for (size_t i = 0; i < function->count; i++) {
        jumps += function->instructions[i].flow == FLOW_JUMP_INDIRECT;
    }
    return jumps > SWITCHES_MAX;
}

/* ---- links between the parts of a function ---- */

/* The link of an address, or where it would be. */
static struct flow_link *
link_at(const struct flow_links *links, uint64_t address)
{
    size_t slot = (size_t)((address * 0x9e3779b97f4a7c15u) >> 32) & links->mask;

    while (links->at[slot].address != 0 && links->at[slot].address != address) {
        slot = (slot + 1) & links->mask;
    }
    return &links->at[slot];
}

static bool
spills_join(struct flow_spills *into, const struct flow_spills *from)
{
    struct flow_spills old = *into;

    into->loaded |= from->loaded;
    into->changed |= from->changed;
    into->origin |= from->origin;
    return old.loaded != into->loaded || old.changed != into->changed ||
           old.origin != into->origin;
}

static void
set_bit(uint8_t *bits, uint64_t index)
{
    bits[index / 8] |= (uint8_t)(1u << index % 8);
}

static bool
has_bit(const uint8_t *bits, uint64_t index)
{
    return (bits[index / 8] >> index % 8 & 1) != 0;
}

static void
link_out(struct flow_links *links, uint64_t target,
         const struct flow_state *state, const struct flow_spills *spills)
{
    struct flow_link *link;
    bool changed;

    if (links == NULL || target < links->start || target >= links->end) {
        return;
    }
    link = link_at(links, target);
    if (link->address == 0) {
        if (links->count > links->mask / 4 * 3) {
            return;
        }
        links->count++;
        link->address = target;
        set_bit(links->known, target - links->start);
    }
    changed = flow_join(&link->state, state);
    if (spills_join(&link->spills, spills) || changed) {
        set_bit(links->learned, target - links->start);
    }
}

bool
flow_take_learned(const struct flow_links *links, uint64_t start, uint64_t end)
{
    bool learned = false;

    for (uint64_t at = start - links->start; at < end - links->start;) {
        if (at % 8 == 0 && links->learned[at / 8] == 0) {
            at += 8;
            continue;
        }
        if (has_bit(links->learned, at)) {
            links->learned[at / 8] &= (uint8_t) ~(1u << at % 8);
            learned = true;
        }
        at++;
    }
    return learned;
}

static void
link_in(const struct function *function, const struct flow_links *links,
        struct flow_state *flow, struct flow_spills *spills)
{
    for (size_t i = 0; i < function->count; i++) {
        uint64_t address = function->instructions[i].address;

        flow[i] = (struct flow_state){ 0 };
        if (links != NULL && address >= links->start && address < links->end &&
            has_bit(links->known, address - links->start)) {
            const struct flow_link *link = link_at(links, address);

            flow[i] = link->state;
            spills_join(spills, &link->spills);
        }
    }
}

/* ---- solving ---- */

/* What is known where an indirect jump may lead. */
static struct flow_state
switched_state(struct flow_state state)
{
    state.zero = 0;
    state.one = 0;
    state.immortal = 0;
    state.state = 0;
    state.marked = 0;
    return state;
}

struct passing {
    const struct flow_context *context;
    struct flow_state *flow;
    const struct flow_spills *spills;
};

/* To where instruction i leads. Whether anything was learned there. */
static bool
pass_on(const struct function *function, size_t i,
        const struct flow_state *after, const struct passing *to)
{
    const struct instruction *instruction = &function->instructions[i];
    bool changed = false;

    if (instruction->flow == FLOW_BRANCH || instruction->flow == FLOW_JUMP) {
        const struct instruction *target =
            function_find(function, instruction->target);

        if (target != NULL) {
            changed =
                flow_join(&to->flow[target - function->instructions], after);
        }
        else {
            link_out(to->context->links, instruction->target, after,
                     to->spills);
        }
    }
    if (!flow_ends_block(instruction) && i + 1 < function->count) {
        changed |= flow_join(&to->flow[i + 1], after);
    }
    return changed;
}

void
flow_solve(const struct function *function, const struct flow_context *context,
           struct flow_state *flow, struct flow_spills *spills)
{
    struct flow_state switched = { 0 };
    bool follow = !is_dispatch_loop(function);
    size_t everything = function->count; /* how many more are looked at */
    bool changed = true;

    *spills = (struct flow_spills){ 0 };
    link_in(function, context->links, flow, spills);
    for (unsigned round = 0; changed && round < FLOW_ROUNDS; round++) {
        changed = false;
        for (size_t i = 0; i < function->count; i++) {
            const struct instruction *instruction = &function->instructions[i];
            struct flow_state after;

            if (i > 0 && flow_ends_block(instruction - 1)) {
                changed |= flow_join(&flow[i], &switched);
            }
            if (!flow[i].news && everything == 0) {
                continue;
            }
            everything -= everything > 0;
            flow[i].news = false;
            if (flow_spill(spills, instruction, &flow[i])) {
                changed = true;
                everything = function->count;
            }
            flow_step(&flow[i], instruction, context, spills, &after);
            if (follow && instruction->flow == FLOW_JUMP_INDIRECT) {
                struct flow_state there = switched_state(after);

                changed |= flow_join(&switched, &there);
            }
            changed |= pass_on(function, i, &after,
                               &(struct passing){ context, flow, spills });
        }
    }
}
