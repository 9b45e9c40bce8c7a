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
 * followed too, for compilers that save bytes. A value that waits on the stack
 * is known by its slot, in the whole function: unoptimised code keeps all of
 * them there.
 */
#include "arch/x86_64/sites.h"

enum {
    AMOUNT_MAX = 16,          /* larger steps are not reference counts ... */
    STATIC_AMOUNT_MAX = 4096, /* ... but of None, when it fills a table */
    BIRTH_DISTANCE = 12, /* instructions between the switch and the store */
    SAME_DISTANCE = 48,  /* instructions between a load and its store */
    FRAME_DISTANCE = 16, /* instructions before a frame is set up */
    FLOW_ROUNDS = 6,
    STATE_OFFSET_MIN = 256, /* smaller ones: fields of any structure */
    STATE_OFFSET_MAX = 64 * 1024,
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

/* The counts that _Py_SetImmortal and its kin have stored so far. */
static bool
makes_immortal(const struct refcount_shape *shape, int64_t value)
{
    return shape->immortal == IMMORTAL_NEGATIVE &&
           ((uint32_t)value == 0xffffffff || (uint32_t)value == 0xc0000000);
}

/* What was ever kept in slots of the stack, one bit each. */
struct spills {
    bool framed; /* rbp, too, is the stack */
    uint64_t loaded, changed, origin;
};

static uint64_t
spill_slot(const struct spills *spills, const struct instruction *instruction)
{
    const struct memory_operand *memory = &instruction->memory;
    bool on_stack = memory->base == REGISTER_RSP ||
                    (memory->base == REGISTER_RBP && spills->framed);

    return instruction->has_memory && on_stack && memory->index == REGISTER_NONE
               ? (uint64_t)1 << (((uint32_t)memory->displacement >> 2) & 63)
               : 0;
}

static bool
spill(struct spills *spills, const struct instruction *instruction,
      const struct site_flow *state)
{
    uint64_t slot = spill_slot(spills, instruction);
    uint16_t from = bit(instruction->register_);
    struct spills old = *spills;

    if (instruction->form != FORM_STORE_REGISTER || slot == 0) {
        return false;
    }
    spills->loaded |= (state->loaded & from) ? slot : 0;
    spills->changed |= (state->changed & from) ? slot : 0;
    spills->origin |= (state->origin & from) ? slot : 0;
    return old.loaded != spills->loaded || old.changed != spills->changed ||
           old.origin != spills->origin;
}

/* Where it points, when that is fixed. */
static uint64_t
fixed_target(const struct instruction *instruction)
{
    return instruction->memory.base == REGISTER_RIP
               ? instruction->target
               : (uint64_t)(int64_t)instruction->memory.displacement;
}

static bool
is_slot(const struct birth_mark *mark, uint64_t address)
{
    for (size_t i = 0; i < mark->slot_count; i++) {
        if (address == mark->slots[i]) {
            return true;
        }
    }
    return false;
}

/* Whether it leaves the structure's address in its register. */
static bool
loads_state(const struct instruction *instruction,
            const struct birth_mark *mark)
{
    if (mark->state == 0) {
        return false;
    }
    switch (instruction->form) {
    case FORM_LOAD:
        return fixed_address(instruction) &&
               is_slot(mark, fixed_target(instruction));
    case FORM_LEA:
        return fixed_address(instruction) &&
               fixed_target(instruction) == mark->state;
    case FORM_CONSTANT:
        return (uint32_t)instruction->amount == mark->state;
    default:
        return false;
    }
}

static bool
is_mark(const struct instruction *instruction, uint16_t state,
        const struct birth_mark *mark)
{
    const struct memory_operand *memory = &instruction->memory;
    uint64_t address;

    if (mark->start == 0 || !instruction->has_memory) {
        return false;
    }
    if (fixed_address(instruction)) {
        address = fixed_target(instruction);
        return (address >= mark->start && address < mark->end) ||
               (mark->state == 0 && is_slot(mark, address));
    }
    address = mark->state + (uint64_t)(int64_t)memory->displacement;
    return (state & bit(memory->base)) != 0 && memory->index == REGISTER_NONE &&
           address >= mark->start && address < mark->end;
}

static struct site_flow
flow_step(struct site_flow state, const struct instruction *instruction,
          const struct refcount_shape *shape, const struct birth_mark *mark,
          const struct spills *spills)
{
    uint64_t slot = spill_slot(spills, instruction);
    uint16_t to = bit(instruction->register_);
    uint16_t from = bit(instruction->source);
    struct site_flow next = state;
    uint16_t touched = (uint16_t)instruction->touches;

    if (instruction->flow == FLOW_CALL ||
        instruction->flow == FLOW_CALL_INDIRECT) {
        touched |= CALL_CLOBBERED;
    }
    next.marked -= next.marked > 0;
    if (is_mark(instruction, state.state, mark)) {
        next.marked = BIRTH_DISTANCE;
    }
    next.loaded &= (uint16_t)~touched;
    next.origin &= (uint16_t)~touched;
    next.changed &= (uint16_t)~touched;
    next.stepped &= (uint16_t)~touched;
    next.zero &= (uint16_t)~touched;
    next.one &= (uint16_t)~touched;
    next.immortal &= (uint16_t)~touched;
    next.state &= (uint16_t)~touched;
    next.state |= loads_state(instruction, mark) ? to : 0;
    switch (instruction->form) {
    case FORM_LOAD:
        if (instruction->width >= shape->width &&
            possible_address(instruction)) {
            next.loaded |= to;
        }
        next.loaded |= (spills->loaded & slot) ? to : 0;
        next.changed |= (spills->changed & slot) ? to : 0;
        next.origin |= (spills->origin & slot) ? to : 0;
        break;
    case FORM_MOVE:
        next.loaded |= (state.loaded & from) ? to : 0;
        next.origin |= (state.origin & from) ? to : 0;
        next.changed |= (state.changed & from) ? to : 0;
        next.stepped |= (state.stepped & from) ? to : 0;
        next.state |= (state.state & from) ? to : 0;
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
        next.immortal |= makes_immortal(shape, instruction->amount) ? to : 0;
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
    into->immortal |= from.immortal;
    into->state |= from.state;
    into->marked = from.marked > into->marked ? from.marked : into->marked;
    return old.loaded != into->loaded || old.origin != into->origin ||
           old.changed != into->changed || old.stepped != into->stepped ||
           old.zero != into->zero || old.one != into->one ||
           old.immortal != into->immortal || old.state != into->state ||
           old.marked != into->marked;
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

static bool
has_frame(const struct function *function)
{
    for (size_t i = 0; i < function->count && i < FRAME_DISTANCE; i++) {
        const struct instruction *instruction = &function->instructions[i];

        if (instruction->form == FORM_MOVE &&
            instruction->register_ == REGISTER_RBP &&
            instruction->source == REGISTER_RSP) {
            return true;
        }
    }
    return false;
}

/*
 * Leaves in flow[i] what holds before instruction i. Where an indirect jump
 * leads is not known: to any instruction that nothing falls through to.
 */
static void
flow_solve(const struct function *function, const struct refcount_shape *shape,
           const struct birth_mark *mark, struct site_flow *flow)
{
    struct site_flow switched = { 0 };
    struct spills spills = { .framed = has_frame(function) };
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
            changed |= spill(&spills, instruction, &flow[i]);
            after = flow_step(flow[i], instruction, shape, mark, &spills);
            if (follow && instruction->flow == FLOW_JUMP_INDIRECT) {
                after.zero = 0;
                after.one = 0;
                after.immortal = 0;
                after.state = 0;
                after.marked = 0;
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

/* Whether the variable is looked at on the way to the store or from it. */
static bool
near_mark(const struct function *function, const struct site_flow *flow,
          size_t index, const struct birth_mark *mark)
{
    if (flow[index].marked > 0) {
        return true;
    }
    for (size_t i = index;
         mark->behind && i < function->count && i - index < BIRTH_DISTANCE &&
         !ends_block(&function->instructions[i]);
         i++) {
        if (is_mark(&function->instructions[i], flow[i].state, mark)) {
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

/* Stores of a constant: a birth, a folded change, or an immortal's count. */
static uint8_t
store_of(const struct function *function, const struct site_flow *flow,
         size_t index, const struct refcount_shape *shape,
         const struct birth_mark *mark)
{
    const struct instruction *instruction = &function->instructions[index];
    int64_t value = instruction->amount;

    if (!plain_address(instruction)) {
        return OPERATION_NONE;
    }
    if (value == 1 && near_mark(function, flow, index, mark)) {
        return OPERATION_BIRTH;
    }
    return (value >= 0 && value <= AMOUNT_MAX) || makes_immortal(shape, value)
               ? OPERATION_STORE
               : OPERATION_NONE;
}

static uint8_t
register_store_of(const struct function *function, const struct site_flow *flow,
                  size_t index, const struct birth_mark *mark)
{
    const struct instruction *instruction = &function->instructions[index];
    struct site_flow before = flow[index];
    uint16_t value = bit(instruction->register_);
    bool plain = plain_address(instruction);

    if (((before.zero | before.one | before.immortal) & value) && plain) {
        return (before.one & value) && near_mark(function, flow, index, mark)
                   ? OPERATION_BIRTH
                   : OPERATION_STORE_REGISTER;
    }
    if ((before.stepped & value) &&
        (fixed_address(instruction) || loaded_from_same(function, index))) {
        return OPERATION_STORE_REGISTER;
    }
    return ((before.changed | before.origin) & value) &&
                   (plain || (possible_address(instruction) &&
                              loaded_from_same(function, index)))
               ? OPERATION_STORE_REGISTER
               : OPERATION_NONE;
}

static uint8_t
operation_of(const struct function *function, const struct site_flow *flow,
             size_t index, const struct refcount_shape *shape,
             const struct birth_mark *mark)
{
    const struct instruction *instruction = &function->instructions[index];

    if (instruction->width < shape->width || instruction->width > 8) {
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
        return store_of(function, flow, index, shape, mark);
    case FORM_STORE_REGISTER:
        return register_store_of(function, flow, index, mark);
    default:
        return OPERATION_NONE;
    }
}

size_t
sites_find(const struct function *function, const struct refcount_shape *shape,
           const struct birth_mark *mark, struct site_flow *flow,
           struct site *out)
{
    size_t count = 0;

    flow_solve(function, shape, mark, flow);
    for (size_t i = 0; i < function->count; i++) {
        const struct instruction *instruction = &function->instructions[i];
        uint8_t operation = operation_of(function, flow, i, shape, mark);

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

uint64_t
sites_birth_variable(const uint8_t *bytes, size_t size, uint64_t address,
                     uint64_t runtime)
{
    size_t offset = 0;

    while (offset < size) {
        struct instruction instruction;
        uint64_t variable;

        if (!decode_instruction(bytes + offset, size - offset, address + offset,
                                &instruction) ||
            instruction.flow == FLOW_RETURN) {
            return 0;
        }
        offset += instruction.length;
        if (!possible_address(&instruction)) {
            continue;
        }
        variable = (uint64_t)(int64_t)instruction.memory.displacement;
        if (instruction.memory.base == REGISTER_RIP) {
            variable = instruction.target;
        }
        else if (instruction.memory.base != REGISTER_NONE) {
            variable += runtime;
        }
        if (variable >= runtime + STATE_OFFSET_MIN &&
            variable - runtime < STATE_OFFSET_MAX) {
            return variable;
        }
    }
    return 0;
}
