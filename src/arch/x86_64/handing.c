#include "arch/x86_64/handing.h"

enum {
    STATES_BITS = 14,
    STATES_MAX = 1 << STATES_BITS, /* then the function is too large */
    PENDING_MAX = 1024,
    SLOTS_MAX = 48,
    BALANCE_MIN = -3,
    BALANCE_MAX = 3,
    SOON = 8, /* instructions */
};

/* Registers that a call may change, and those that carry arguments. */
enum { CALL_CHANGES = 0x0fc7, ARGUMENTS = 0x03c6 };

enum tested {
    TESTED_NOTHING,
    TESTED_POINTER, /* the flags tell whether the pointer is NULL */
    TESTED_OTHER,   /* ... whether it is the same as another one */
    TESTED_COUNT,   /* ... whether the object is immortal */
};

/* What holds before an instruction on one path. */
struct path {
    uint64_t address;
    uint64_t slots;                   /* that hold the pointer */
    uint64_t shown;                   /* slots whose address was taken */
    uint16_t holds;                   /* registers that do */
    uint16_t counts, raised, lowered; /* that hold its count, or one beside */
    int8_t balance;                   /* references that are owed */
    int8_t taken;                     /* and none given away since then */
    uint8_t tested;                   /* enum tested */
    bool before;                      /* has not come through yet */
    uint64_t null;                    /* where it would be, were it NULL; 0 */
    struct handing_loss last;         /* neither is part of what is compared */
};

struct follower {
    const struct handing_code *code;
    struct handing *handing;
    uint64_t through;
    bool loyal;
    int64_t slots[SLOTS_MAX]; /* displacements; rbp's are marked */
    size_t slot_count;
    struct path pending[PENDING_MAX];
    size_t pending_count;
    struct path seen[STATES_MAX];
    size_t seen_count;
};

static uint16_t
bit(uint8_t number)
{
    return number < REGISTER_COUNT ? (uint16_t)(1u << number) : 0;
}

static bool
same_path(const struct path *a, const struct path *b)
{
    return a->address == b->address && a->slots == b->slots &&
           a->holds == b->holds && a->counts == b->counts &&
           a->raised == b->raised && a->lowered == b->lowered &&
           a->balance == b->balance && a->tested == b->tested &&
           a->before == b->before;
}

/* False: this was walked before, or there is no room left. */
static bool
is_new(struct follower *follower, const struct path *path)
{
    uint64_t hash = (path->address ^ path->slots << 17 ^
                     (uint64_t)path->holds << 40 ^ (uint8_t)path->balance) *
                    0x9e3779b97f4a7c15u;
    size_t at = hash >> (64 - STATES_BITS);

    while (follower->seen[at].address != 0) {
        if (same_path(&follower->seen[at], path)) {
            return false;
        }
        at = (at + 1) & (STATES_MAX - 1);
    }
    if (follower->seen_count >= STATES_MAX / 2) {
        follower->handing->unclear = true;
        return false;
    }
    follower->seen[at] = *path;
    follower->seen_count++;
    return true;
}

static void
walk_later(struct follower *follower, const struct path *path, uint64_t address)
{
    if (follower->pending_count == PENDING_MAX) {
        follower->handing->unclear = true;
        return;
    }
    follower->pending[follower->pending_count] = *path;
    follower->pending[follower->pending_count++].address = address;
}

/* The bit of a slot of the stack; 0: the operand is elsewhere. */
static uint64_t
slot_of(struct follower *follower, const struct instruction *instruction)
{
    const struct memory_operand *memory = &instruction->memory;
    bool framed = memory->base == REGISTER_RBP && follower->code->framed;
    int64_t slot = ((int64_t)memory->displacement << 1) | framed;
    size_t at = 0;

    if (!instruction->has_memory || memory->index != REGISTER_NONE ||
        (memory->base != REGISTER_RSP && !framed)) {
        return 0;
    }
    while (at < follower->slot_count && follower->slots[at] != slot) {
        at++;
    }
    if (at == SLOTS_MAX) {
        follower->handing->unclear = true;
        at = SLOTS_MAX - 1;
    }
    else if (at == follower->slot_count) {
        follower->slots[follower->slot_count++] = slot;
    }
    return (uint64_t)1 << at;
}

static void
change_balance(struct path *path, const struct instruction *instruction,
               int amount)
{
    int balance = path->balance + amount;

    path->taken = (int8_t)(amount > 0 ? path->taken + amount : 0);
    if (path->taken > 1) {
        path->taken = 1;
        path->last.twice = instruction->address;
    }
    if (amount > 0 && balance > 1) {
        path->last.raised = instruction->address;
        path->last.lowered = 0;
    }
    else if (amount < 0 && path->last.lowered == 0) {
        path->last.lowered = instruction->address;
    }
    path->balance = (int8_t)(balance < BALANCE_MIN   ? BALANCE_MIN
                             : balance > BALANCE_MAX ? BALANCE_MAX
                                                     : balance);
}

/* Nothing on this path can return or release the object any more. */
static void
path_ends(struct follower *follower, const struct path *path, bool returned)
{
    struct handing *handing = follower->handing;

    if (path->before) {
        return;
    }
    if (returned) {
        handing->returned = true;
    }
    else {
        handing->gone = true;
    }
    if (path->balance <= (returned ? 1 : 0) ||
        handing->loss_count == HANDING_LOSSES_MAX) {
        return;
    }
    for (size_t i = 0; i < handing->loss_count; i++) {
        if (handing->losses[i].used == path->last.used) {
            return;
        }
    }
    handing->losses[handing->loss_count++] = path->last;
}

/* test register, register: which is it? */
static uint8_t
register_tested(const uint8_t *bytes, size_t size)
{
    uint8_t prefix = 0;
    uint8_t rm, reg;

    if (size > 0 && (*bytes & 0xf0) == 0x40) {
        prefix = *bytes++;
        size--;
    }
    if (size < 2 || bytes[0] != 0x85 || bytes[1] < 0xc0) {
        return REGISTER_NONE;
    }
    reg = (uint8_t)((bytes[1] >> 3 & 7) | (prefix & 4) << 1);
    rm = (uint8_t)((bytes[1] & 7) | (prefix & 1) << 3);
    return reg == rm ? rm : REGISTER_NONE;
}

/* cmp $0, slot: is it one that holds the pointer? */
static bool
is_slot_tested(struct follower *follower, const struct instruction *instruction,
               const uint8_t *bytes, const struct path *path)
{
    return (slot_of(follower, instruction) & path->slots) != 0 &&
           bytes[0] == 0x48 && bytes[1] == 0x83 && (bytes[2] >> 3 & 7) == 7 &&
           bytes[instruction->length - 1] == 0;
}

/* Condition code of a conditional branch. */
static uint8_t
condition_of(const uint8_t *bytes)
{
    return (bytes[0] == 0x0f ? bytes[1] : bytes[0]) & 0x0f;
}

static void
copy_bits(struct path *path, uint8_t to, uint8_t from, bool whole)
{
    uint16_t sets[] = { path->holds, path->counts, path->raised,
                        path->lowered };

    for (size_t i = 0; i < 4; i++) {
        sets[i] = (uint16_t)((sets[i] & ~bit(to)) |
                             ((sets[i] & bit(from)) != 0 ? bit(to) : 0));
    }
    path->holds = whole ? sets[0] : (uint16_t)(path->holds & ~bit(to));
    path->counts = sets[1];
    path->raised = sets[2];
    path->lowered = sets[3];
}

static void
forget(struct path *path, uint32_t registers)
{
    path->holds &= (uint16_t)~registers;
    path->counts &= (uint16_t)~registers;
    path->raised &= (uint16_t)~registers;
    path->lowered &= (uint16_t)~registers;
}

bool
handing_slot_of(const struct instruction *instruction,
                struct handing_slot *slot)
{
    const struct memory_operand *memory = &instruction->memory;

    slot->fixed = memory->base == REGISTER_RIP;
    slot->where =
        slot->fixed ? (int64_t)instruction->target : memory->displacement;
    return instruction->has_memory && memory->index == REGISTER_NONE &&
           (slot->fixed || memory->base < REGISTER_COUNT);
}

static void
note_store(struct handing *handing, const struct instruction *instruction)
{
    struct handing_slot slot;

    handing->stored = true;
    if (!handing_slot_of(instruction, &slot)) {
        return;
    }
    for (size_t i = 0; i < handing->store_count; i++) {
        if (handing->stores[i].where == slot.where &&
            handing->stores[i].fixed == slot.fixed) {
            return;
        }
    }
    if (handing->store_count < HANDING_STORES_MAX) {
        handing->stores[handing->store_count++] = slot;
    }
}

/* Writes to memory: to the count, of the pointer, or over a slot. */
static void
step_store(struct follower *follower, const struct instruction *instruction,
           struct path *path)
{
    uint16_t base = bit(instruction->memory.base);
    uint16_t from = instruction->form == FORM_STORE_REGISTER
                        ? bit(instruction->register_)
                        : 0;
    uint64_t slot = slot_of(follower, instruction);

    if ((path->holds & base) != 0 && decode_is_plain(instruction)) {
        change_balance(path, instruction,
                       instruction->form == FORM_ADD_IMMEDIATE
                           ? instruction->amount
                       : (path->raised & from) != 0  ? 1
                       : (path->lowered & from) != 0 ? -1
                                                     : 0);
    }
    else if (slot != 0) {
        path->slots &= ~slot;
        path->slots |= (path->holds & from) != 0 ? slot : 0;
    }
    else if ((path->holds & from) != 0 && instruction->width == 8) {
        note_store(follower->handing, instruction);
        change_balance(path, instruction, -1);
    }
}

static void
step_load(struct follower *follower, const struct instruction *instruction,
          struct path *path)
{
    uint16_t to = bit(instruction->register_);
    uint64_t slot = slot_of(follower, instruction);
    bool counts = (path->holds & bit(instruction->memory.base)) != 0 &&
                  decode_is_plain(instruction);

    forget(path, to);
    path->holds |= slot != 0 && (path->slots & slot) != 0 ? to : 0;
    path->counts |= counts ? to : 0;
}

static void
step_adjust(const struct instruction *instruction, struct path *path)
{
    bool count = (path->counts & bit(instruction->source)) != 0;
    uint16_t to = bit(instruction->register_);

    if (instruction->amount == 0) {
        copy_bits(path, instruction->register_, instruction->source, true);
        return;
    }
    forget(path, to);
    path->raised |= count && instruction->amount == 1 ? to : 0;
    path->lowered |= count && instruction->amount == -1 ? to : 0;
}

/* Everything else: vectors may carry the pointer away. */
static void
step_other(struct follower *follower, const struct instruction *instruction,
           struct path *path)
{
    uint16_t address = instruction->has_memory
                           ? (uint16_t)(bit(instruction->memory.base) |
                                        bit(instruction->memory.index))
                           : 0;
    uint16_t read = (uint16_t)(instruction->reads & path->holds & ~address);

    if (read != 0 && (instruction->writes & RESOURCE_FLAGS) == 0) {
        follower->handing->stored = true;
        change_balance(path, instruction, -1);
    }
    forget(path, instruction->touches);
}

/* False: the call does not return. */
static bool
step_call(struct follower *follower, const struct instruction *instruction,
          struct path *path)
{
    const struct handing_code *code = follower->code;
    const struct handing_call call = {
        .address = instruction->address,
        .target = instruction->target,
        .arguments = path->holds & ARGUMENTS,
        .slot = instruction->flow == FLOW_CALL_INDIRECT,
    };
    bool given = call.arguments != 0;
    enum handing_callee callee = HANDING_BORROWS;

    if (!call.slot || instruction->memory.base == REGISTER_RIP) {
        callee = code->callee(code->context, &call);
    }
    if (given) {
        path->last.used = instruction->address;
        path->last.given = true;
        change_balance(path, instruction, callee == HANDING_STEALS ? -1 : 0);
        follower->handing->doubtful |= callee == HANDING_DOUBTFUL;
    }
    forget(path, CALL_CHANGES);
    path->last.passed = instruction->address;
    /* A callee may have put something else there. */
    if (path->holds == 0 && path->slots != 0 &&
        (path->slots & ~path->shown) == 0) {
        follower->handing->unclear = true;
        return false;
    }
    return callee != HANDING_STOPS;
}

static void
note_use(struct follower *follower, const struct instruction *instruction,
         struct path *path)
{
    bool over = instruction->form == FORM_STORE_REGISTER ||
                instruction->form == FORM_STORE_IMMEDIATE;

    /* A slot that is written over was not looked at. */
    if ((instruction->reads & path->holds) != 0 ||
        (!over && (slot_of(follower, instruction) & path->slots) != 0)) {
        path->last.used = instruction->address;
        path->last.given = false;
    }
}

/* Of two pointers that are the same, only one is followed: not that path. */
static bool
is_compared(const struct instruction *instruction, const struct path *path)
{
    uint16_t address = instruction->has_memory
                           ? (uint16_t)(bit(instruction->memory.base) |
                                        bit(instruction->memory.index))
                           : 0;

    return instruction->form == FORM_OTHER && instruction->touches == 0 &&
           (instruction->reads & path->holds & ~address) != 0;
}

static enum tested
what_is_tested(struct follower *follower, const struct instruction *instruction,
               const uint8_t *bytes, const struct path *path)
{
    uint16_t tested = bit(register_tested(bytes, instruction->length));

    if ((path->holds & tested) != 0 ||
        is_slot_tested(follower, instruction, bytes, path)) {
        return TESTED_POINTER;
    }
    return is_compared(instruction, path) ? TESTED_OTHER
           : (path->counts & tested) != 0 ? TESTED_COUNT
                                          : TESTED_NOTHING;
}

static void
step_registers(struct follower *follower, const struct instruction *instruction,
               const uint8_t *bytes, struct path *path)
{
    switch (instruction->form) {
    case FORM_ADD_IMMEDIATE:
    case FORM_STORE_IMMEDIATE:
    case FORM_STORE_REGISTER:
        step_store(follower, instruction, path);
        break;
    case FORM_LOAD:
        step_load(follower, instruction, path);
        break;
    case FORM_MOVE:
        copy_bits(path, instruction->register_, instruction->source,
                  instruction->width == 8);
        break;
    case FORM_ADJUST:
        path->shown |= follower->loyal ? 0 : slot_of(follower, instruction);
        step_adjust(instruction, path);
        break;
    case FORM_SELECT: {
        struct path other = *path;

        forget(&other, instruction->touches);
        other.holds |= (path->holds & bit(instruction->source)) != 0
                           ? bit(instruction->register_)
                           : 0;
        walk_later(follower, &other,
                   instruction->address + instruction->length);
        break;
    }
    case FORM_NOP:
        break;
    default:
        step_other(follower, instruction, path);
        break;
    }
    if ((instruction->writes & RESOURCE_FLAGS) != 0) {
        path->tested = what_is_tested(follower, instruction, bytes, path);
    }
}

/* Both ways, but not the one for NULL or for an immortal. */
static bool
step_branch(struct follower *follower, const struct instruction *instruction,
            const uint8_t *bytes, struct path *path)
{
    uint8_t condition = condition_of(bytes);
    uint64_t next = instruction->address + instruction->length;
    uint8_t excluded = path->tested == TESTED_NOTHING ? 0xff
                       : path->tested == TESTED_COUNT ? 0x8
                                                      : 0x4;

    path->last.passed = instruction->address;
    if (path->tested == TESTED_POINTER && (condition & ~1) == 0x4) {
        path->null = condition == excluded ? instruction->target : next;
    }
    if (condition != excluded) {
        walk_later(follower, path, instruction->target);
    }
    return (condition ^ 1) != excluded;
}

/* Is nothing there but a call that does not return, as of __assert_fail? */
static bool
stops_soon(const struct follower *follower, uint64_t address)
{
    const struct handing_code *code = follower->code;
    struct instruction instruction;

    for (int i = 0; i < SOON; i++, address += instruction.length) {
        uint64_t offset = address - code->address;
        struct handing_call call;

        if (offset >= code->size ||
            !decode_instruction(code->bytes + offset, code->size - offset,
                                address, &instruction)) {
            return false;
        }
        call = (struct handing_call){
            .address = address,
            .target = instruction.target,
            .slot = instruction.flow == FLOW_CALL_INDIRECT,
        };
        if (instruction.flow == FLOW_CALL ||
            (call.slot && instruction.memory.base == REGISTER_RIP)) {
            return code->callee(code->context, &call) == HANDING_STOPS;
        }
        if (instruction.flow != FLOW_NEXT) {
            return instruction.flow == FLOW_STOP;
        }
    }
    return false;
}

static void
walk(struct follower *follower, struct path path)
{
    const struct handing_code *code = follower->code;

    for (;;) {
        uint64_t offset = path.address - code->address;
        struct instruction instruction;

        if (path.holds == 0 && path.slots == 0) {
            if (!stops_soon(follower, path.address)) {
                path_ends(follower, &path, false);
            }
            return;
        }
        if (offset >= code->size ||
            !decode_instruction(code->bytes + offset, code->size - offset,
                                path.address, &instruction)) {
            follower->handing->unclear = true;
            return;
        }
        if (!is_new(follower, &path)) {
            return;
        }
        if (path.address == path.null) {
            path.last.joined = path.last.passed;
        }
        path.before = path.before && path.address != follower->through;
        note_use(follower, &instruction, &path);
        switch (instruction.flow) {
        case FLOW_RETURN:
            path_ends(follower, &path, (path.holds & bit(REGISTER_RAX)) != 0);
            return;
        case FLOW_STOP:
            return;
        case FLOW_JUMP_INDIRECT:
            follower->handing->unclear = true;
            return;
        case FLOW_JUMP:
            if (!code->inside(code->context, instruction.target)) {
                if (step_call(follower, &instruction, &path)) {
                    path_ends(follower, &path, false);
                }
                return;
            }
            path.address = instruction.target;
            continue;
        case FLOW_BRANCH:
            if (!step_branch(follower, &instruction, code->bytes + offset,
                             &path)) {
                return;
            }
            break;
        case FLOW_CALL:
        case FLOW_CALL_INDIRECT:
            if (!step_call(follower, &instruction, &path)) {
                return;
            }
            break;
        default:
            step_registers(follower, &instruction, code->bytes + offset, &path);
            break;
        }
        path.address += instruction.length;
    }
}

void
handing_follow(const struct handing_code *code,
               const struct handing_start *start, struct handing_memory *memory,
               struct handing *handing)
{
    struct follower *follower = (struct follower *)memory;
    struct path path = { .address = start->address,
                         .holds = start->registers,
                         .balance = start->owed,
                         .before = start->through != 0 };

    _Static_assert(sizeof *follower <= sizeof *memory, "");
    for (size_t i = 0; i < STATES_MAX; i++) {
        follower->seen[i].address = 0;
    }
    follower->code = code;
    follower->handing = handing;
    follower->through = start->through;
    follower->loyal = start->loyal;
    follower->slot_count = follower->pending_count = follower->seen_count = 0;
    *handing = (struct handing){ 0 };
    if (start->in_slot) {
        follower->slots[follower->slot_count++] = start->slot;
        path.slots = 1;
        path.shown = !start->loyal;
    }
    walk(follower, path);
    while (follower->pending_count > 0) {
        walk(follower, follower->pending[--follower->pending_count]);
    }
}
