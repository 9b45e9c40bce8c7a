/*
 * The shapes, found by comparing with every write that a hardware watchpoint
 * counts:
 *
 *   add/sub/inc/dec $k,(mem)    the plain change; k is small
 *   add/sub %reg,(mem)          repetition of a sequence
 *   mov $k,(reg)                constant-folded: a new object's 1, 2 for a new
 *                               object that is shared at once, 0 before a
 *                               finalizer runs
 *   mov (x),%r ... mov %r,(y)   load, change, store, through whatever registers
 *                               and blocks the compiler likes; also the store
 *                               of the old value where two paths meet again
 *
 * The last is found by forward dataflow: a register is `loaded` when it holds
 * a word read from memory, `changed` when it derives from one by adding a
 * small constant, and `origin` when it was loaded and something changed was
 * derived since. Storing a changed or an origin register is a site. A register
 * `stepped` derives by adding more, or another register: there the address must
 * be fixed, or the one that was loaded from. Registers that hold 0 or 1 are
 * followed too, for compilers that save bytes.
 */
#include "arch/x86_64/sites.h"

enum {
    AMOUNT_MAX = 16,          /* larger steps are not reference counts ... */
    STATIC_AMOUNT_MAX = 4096, /* ... but of None, when it fills a table */
    BIRTH_DISTANCE = 12, /* instructions between the switch and the store */
    SAME_DISTANCE = 48,  /* instructions between a load and its store */
    FLOW_ROUNDS = 6,
    SWITCHES_MAX = 32, /* indirect jumps of an ordinary function */
};

/* Registers that a call may change. */
#define CALL_CLOBBERED 0x0fc7u /* rax rcx rdx rsi rdi r8 to r11 */

static bool
small(int32_t amount)
{
    return amount >= -AMOUNT_MAX && amount <= AMOUNT_MAX && amount != 0;
}

/* The count itself lies at the object's first byte: no displacement. */
static bool
plain_address(const struct instruction *instruction)
{
    const struct memory_operand *memory = &instruction->memory;

    return instruction->has_memory && memory->base < REGISTER_COUNT &&
           memory->base != REGISTER_RSP && memory->index == REGISTER_NONE &&
           memory->displacement == 0;
}

/* Objects at fixed offsets of something: static data, arrays of objects. */
static bool
possible_address(const struct instruction *instruction)
{
    const struct memory_operand *memory = &instruction->memory;

    return instruction->has_memory && memory->base != REGISTER_OTHER &&
           memory->base != REGISTER_RSP &&
           (memory->index == REGISTER_NONE || memory->index < REGISTER_COUNT);
}

static bool
fixed_address(const struct instruction *instruction)
{
    const struct memory_operand *memory = &instruction->memory;

    return memory->base == REGISTER_RIP ||
           (memory->base == REGISTER_NONE && memory->index == REGISTER_NONE);
}

static uint16_t
bit(uint8_t number)
{
    return number < REGISTER_COUNT ? (uint16_t)(1u << number) : 0;
}

static struct site_flow
flow_step(struct site_flow state, const struct instruction *instruction,
          uint8_t width)
{
    uint16_t to = bit(instruction->register_);
    uint16_t from = bit(instruction->source);
    struct site_flow next = state;
    uint16_t touched = (uint16_t)instruction->touches;

    if (instruction->flow == FLOW_CALL ||
        instruction->flow == FLOW_CALL_INDIRECT) {
        touched |= CALL_CLOBBERED;
    }
    next.loaded &= (uint16_t)~touched;
    next.origin &= (uint16_t)~touched;
    next.changed &= (uint16_t)~touched;
    next.stepped &= (uint16_t)~touched;
    next.zero &= (uint16_t)~touched;
    next.one &= (uint16_t)~touched;
    switch (instruction->form) {
    case FORM_LOAD:
        if (instruction->width >= width && possible_address(instruction)) {
            next.loaded |= to;
        }
        break;
    case FORM_MOVE:
        next.loaded |= (state.loaded & from) ? to : 0;
        next.origin |= (state.origin & from) ? to : 0;
        next.changed |= (state.changed & from) ? to : 0;
        next.stepped |= (state.stepped & from) ? to : 0;
        break;
    case FORM_ADJUST:
        if (small(instruction->amount) &&
            ((state.loaded | state.changed | state.origin) & from)) {
            next.changed |= to;
            next.origin |= next.loaded & (uint16_t)~to;
        }
        else if (instruction->amount <= STATIC_AMOUNT_MAX &&
                 instruction->amount >= -STATIC_AMOUNT_MAX &&
                 (state.loaded & from)) {
            next.stepped |= to;
        }
        break;
    case FORM_COMBINE:
        if ((state.loaded | state.stepped) &
            (from | to | bit(instruction->memory.index))) {
            next.stepped |= to;
        }
        break;
    case FORM_CONSTANT:
        next.zero |= instruction->amount == 0 ? to : 0;
        next.one |= instruction->amount == 1 ? to : 0;
        break;
    default:
        break;
    }
    return next;
}

static bool
flow_join(struct site_flow *into, struct site_flow from)
{
    struct site_flow old = *into;

    into->loaded |= from.loaded;
    into->origin |= from.origin;
    into->changed |= from.changed;
    into->stepped |= from.stepped;
    into->zero |= from.zero;
    into->one |= from.one;
    return old.loaded != into->loaded || old.origin != into->origin ||
           old.changed != into->changed || old.stepped != into->stepped ||
           old.zero != into->zero || old.one != into->one;
}

static bool
ends_block(const struct instruction *instruction)
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

/*
 * Leaves in flow[i] what holds before instruction i. Where an indirect jump
 * leads is not known: to any instruction that nothing falls through to.
 */
static void
flow_solve(const struct function *function, uint8_t width,
           struct site_flow *flow)
{
    struct site_flow switched = { 0 };
    bool follow = !is_dispatch_loop(function);
    bool changed = true;

    for (size_t i = 0; i < function->count; i++) {
        flow[i] = (struct site_flow){ 0 };
    }
    for (unsigned round = 0; changed && round < FLOW_ROUNDS; round++) {
        changed = false;
        for (size_t i = 0; i < function->count; i++) {
            const struct instruction *instruction = &function->instructions[i];
            const struct instruction *target;
            struct site_flow after;

            if (i > 0 && ends_block(instruction - 1)) {
                changed |= flow_join(&flow[i], switched);
            }
            after = flow_step(flow[i], instruction, width);
            if (follow && instruction->flow == FLOW_JUMP_INDIRECT) {
                after.zero = 0;
                after.one = 0;
                changed |= flow_join(&switched, after);
            }
            if ((instruction->flow == FLOW_BRANCH ||
                 instruction->flow == FLOW_JUMP) &&
                (target = function_find(function, instruction->target)) !=
                    NULL) {
                changed |=
                    flow_join(&flow[target - function->instructions], after);
            }
            if (!ends_block(instruction) && i + 1 < function->count) {
                changed |= flow_join(&flow[i + 1], after);
            }
        }
    }
}

static bool
is_mark(const struct instruction *instruction, const struct birth_mark *mark)
{
    if (mark->start == 0) {
        return false;
    }
    if (instruction->has_memory && instruction->memory.base == REGISTER_NONE &&
        instruction->memory.index == REGISTER_NONE) {
        uint64_t address = (uint64_t)(int64_t)instruction->memory.displacement;

        return address >= mark->start && address < mark->end;
    }
    if (instruction->displacement_offset == 0) {
        return false;
    }
    if (instruction->target >= mark->start && instruction->target < mark->end) {
        return true;
    }
    for (size_t i = 0; i < mark->slot_count; i++) {
        if (instruction->target == mark->slots[i]) {
            return true;
        }
    }
    return false;
}

static bool
same_memory(const struct instruction *a, const struct instruction *b)
{
    return a->memory.base == b->memory.base &&
           a->memory.index == b->memory.index &&
           (a->memory.index == REGISTER_NONE ||
            a->memory.scale == b->memory.scale) &&
           (a->memory.base == REGISTER_RIP
                ? a->target == b->target
                : a->memory.displacement == b->memory.displacement);
}

/* Counts rarely lie behind a displacement: then the load must name it too. */
static bool
loaded_from_same(const struct function *function, size_t index)
{
    const struct instruction *store = &function->instructions[index];

    for (size_t i = index; i > 0 && index - i < SAME_DISTANCE; i--) {
        const struct instruction *other = &function->instructions[i - 1];

        if (other->form == FORM_LOAD && same_memory(other, store)) {
            return true;
        }
    }
    return false;
}

static uint8_t
operation_of(const struct function *function, size_t index,
             struct site_flow before, const struct refcount_shape *shape,
             bool after_mark)
{
    const struct instruction *instruction = &function->instructions[index];

    if (instruction->width != shape->width) {
        return OPERATION_NONE;
    }
    switch (instruction->form) {
    case FORM_ADD_IMMEDIATE:
        return possible_address(instruction) &&
                       (small(instruction->amount) ||
                        (fixed_address(instruction) &&
                         instruction->amount >= -STATIC_AMOUNT_MAX &&
                         instruction->amount <= STATIC_AMOUNT_MAX))
                   ? OPERATION_ADD
                   : OPERATION_NONE;
    case FORM_ADD_REGISTER:
        return plain_address(instruction) ? OPERATION_ADD_REGISTER
                                          : OPERATION_NONE;
    case FORM_SUB_REGISTER:
        return plain_address(instruction) ? OPERATION_SUB_REGISTER
                                          : OPERATION_NONE;
    case FORM_STORE_IMMEDIATE:
        if (instruction->amount < 0 || instruction->amount > AMOUNT_MAX ||
            !plain_address(instruction)) {
            return OPERATION_NONE;
        }
        return instruction->amount == 1 && after_mark ? OPERATION_BIRTH
                                                      : OPERATION_STORE;
    case FORM_STORE_REGISTER:
        if (((before.zero | before.one) & bit(instruction->register_)) &&
            plain_address(instruction)) {
            return after_mark && (before.one & bit(instruction->register_))
                       ? OPERATION_BIRTH
                       : OPERATION_STORE_REGISTER;
        }
        if ((before.stepped & bit(instruction->register_)) &&
            (fixed_address(instruction) || loaded_from_same(function, index))) {
            return OPERATION_STORE_REGISTER;
        }
        return ((before.changed | before.origin) &
                bit(instruction->register_)) &&
                       (plain_address(instruction) ||
                        (possible_address(instruction) &&
                         loaded_from_same(function, index)))
                   ? OPERATION_STORE_REGISTER
                   : OPERATION_NONE;
    default:
        return OPERATION_NONE;
    }
}

size_t
sites_find(const struct function *function, const struct refcount_shape *shape,
           const struct birth_mark *mark, struct site_flow *flow,
           struct site *out)
{
    size_t count = 0, last_mark = 0;
    bool marked = false;

    flow_solve(function, shape->width, flow);
    for (size_t i = 0; i < function->count; i++) {
        const struct instruction *instruction = &function->instructions[i];
        uint8_t operation;

        if (is_mark(instruction, mark)) {
            marked = true;
            last_mark = i;
        }
        operation = operation_of(function, i, flow[i], shape,
                                 marked && i - last_mark <= BIRTH_DISTANCE);
        if (operation != OPERATION_NONE) {
            out[count++] = (struct site){
                .index = (uint32_t)i,
                .operation = operation,
                .width = instruction->width,
                .amount =
                    operation == OPERATION_BIRTH ? 1 : instruction->amount,
            };
        }
    }
    return count;
}
