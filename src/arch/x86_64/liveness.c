#include "arch/liveness.h"

enum {
    ROUNDS_MAX = 64,
    ALL = 0xffff | RESOURCE_FLAGS,
    ARGUMENTS = 1 << REGISTER_RDI | 1 << REGISTER_RSI | 1 << REGISTER_RDX |
                1 << REGISTER_RCX | 1 << REGISTER_R8 | 1 << REGISTER_R9 |
                1 << REGISTER_RAX | /* how many vector registers */
                1 << REGISTER_R10,  /* of a nested function */
    CALLER_SAVED = ARGUMENTS | 1 << REGISTER_R11,
    RESULTS = 1 << REGISTER_RAX | 1 << REGISTER_RDX,
};

struct solver {
    const struct liveness_part *parts;
    size_t count;
    uint32_t lost;     /* registers that callers expect to be lost */
    uint32_t indirect; /* live where an indirect jump may lead */
};

/* Whoever calls what it does not know gives all those registers up. */
static uint32_t
lost_by(const struct function *function)
{
    uint32_t lost = 0;

    for (size_t i = 0; i < function->count; i++) {
        lost |= function->instructions[i].touches;
        if (function->instructions[i].flow == FLOW_CALL_INDIRECT) {
            lost |= CALLER_SAVED;
        }
    }
    return lost & CALLER_SAVED & ~(uint32_t)RESULTS;
}

static uint32_t
live_behind(const struct liveness_part *part, size_t i)
{
    return i + 1 < part->function.count ? part->live[i + 1] : ALL;
}

static uint32_t
live_at(const struct solver *solver, uint64_t address)
{
    for (size_t i = 0; i < solver->count; i++) {
        const struct liveness_part *part = &solver->parts[i];
        const struct instruction *target =
            function_find(&part->function, address);

        if (target != NULL) {
            return part->live[target - part->function.instructions];
        }
    }
    return ALL;
}

/* What is live when the instruction has been executed. */
static uint32_t
live_after(const struct solver *solver, const struct liveness_part *part,
           size_t i)
{
    const struct instruction *instruction = &part->function.instructions[i];

    switch (instruction->flow) {
    case FLOW_NEXT:
        return live_behind(part, i);
    case FLOW_BRANCH:
        return live_behind(part, i) | live_at(solver, instruction->target);
    case FLOW_JUMP:
        return live_at(solver, instruction->target);
    case FLOW_JUMP_INDIRECT: /* or a call in tail position */
        return solver->indirect | ARGUMENTS | (0xffff & ~CALLER_SAVED);
    case FLOW_CALL:
        return (live_behind(part, i) & 0xffff) | ARGUMENTS;
    case FLOW_CALL_INDIRECT:
        return (live_behind(part, i) & 0xffff & ~(uint32_t)CALLER_SAVED) |
               ARGUMENTS;
    case FLOW_RETURN:
        return 0xffff & ~solver->lost;
    case FLOW_STOP:
        return 0;
    default:
        return ALL;
    }
}

static bool
solve_round(struct solver *solver, const struct liveness_part *part)
{
    bool changed = false;

    for (size_t i = part->function.count; i-- > 0;) {
        const struct instruction *instruction = &part->function.instructions[i];
        uint32_t live = (live_after(solver, part, i) & ~instruction->writes) |
                        instruction->reads;

        changed = changed || live != part->live[i];
        part->live[i] = live;
        if (part->entered[i] && (live & ~solver->indirect) != 0) {
            solver->indirect |= live;
            changed = true;
        }
    }
    return changed;
}

static void
set_all(const struct solver *solver, uint32_t live)
{
    for (size_t p = 0; p < solver->count; p++) {
        for (size_t i = 0; i < solver->parts[p].function.count; i++) {
            solver->parts[p].live[i] = live;
        }
    }
}

void
liveness_solve(const struct liveness_part *parts, size_t count)
{
    struct solver solver = { .parts = parts, .count = count };

    for (size_t p = 0; p < count; p++) {
        solver.lost |= lost_by(&parts[p].function);
    }
    set_all(&solver, 0);
    for (unsigned round = 0; round < ROUNDS_MAX; round++) {
        bool changed = false;

        for (size_t p = 0; p < count; p++) {
            changed |= solve_round(&solver, &parts[p]);
        }
        if (!changed) {
            return;
        }
    }
    set_all(&solver, ALL);
}
