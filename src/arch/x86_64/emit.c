#include "arch/x86_64/emit.h"

#include <string.h>

void
emit_push(struct blob *blob, uint8_t number)
{
    if (number >= 8) {
        blob_add_byte(blob, 0x41);
    }
    blob_add_byte(blob, (uint8_t)(0x50 + (number & 7)));
}

void
emit_pop(struct blob *blob, uint8_t number)
{
    if (number >= 8) {
        blob_add_byte(blob, 0x41);
    }
    blob_add_byte(blob, (uint8_t)(0x58 + (number & 7)));
}

uint8_t
emit_rex(uint8_t reg, uint8_t rm)
{
    return (uint8_t)(0x48 | (reg >= 8 ? 4 : 0) | (rm >= 8 ? 1 : 0));
}

/* The registers of an operand, with `reg` as the other one. */
static uint8_t
rex_of(uint8_t reg, const struct memory_operand *memory)
{
    uint8_t rex = reg >= 8 ? 0x4c : 0x48;

    if (memory->index < REGISTER_COUNT && memory->index >= 8) {
        rex |= 2;
    }
    if (memory->base < REGISTER_COUNT && memory->base >= 8) {
        rex |= 1;
    }
    return rex;
}

static uint8_t
scaled_index(const struct memory_operand *memory, uint8_t base)
{
    uint8_t scale = memory->scale == 8   ? 3
                    : memory->scale == 4 ? 2
                    : memory->scale == 2 ? 1
                                         : 0;
    uint8_t index = memory->index < REGISTER_COUNT ? memory->index & 7 : 4;

    return (uint8_t)(scale << 6 | index << 3 | base);
}

/* opcode (memory operand + extra), %reg */
static void
emit_operand(struct blob *blob, uint8_t opcode, uint8_t reg,
             const struct instruction *site, int32_t extra)
{
    const struct memory_operand *memory = &site->memory;
    int32_t displacement = memory->displacement + extra;
    uint8_t middle = (uint8_t)((reg & 7) << 3), mode;

    blob_add_byte(blob, rex_of(reg, memory));
    blob_add_byte(blob, opcode);
    if (memory->base == REGISTER_RIP) {
        blob_add_byte(blob, middle | 5);
        blob_add_near(blob, site->target + (uint64_t)(int64_t)extra, 0);
        return;
    }
    if (memory->base >= REGISTER_COUNT) {
        blob_add_byte(blob, middle | 4);
        blob_add_byte(blob, scaled_index(memory, 5));
        blob_add_word(blob, (uint32_t)displacement);
        return;
    }
    mode = displacement == (int8_t)displacement ? 0x40 : 0x80;
    if (memory->index == REGISTER_NONE && (memory->base & 7) != REGISTER_RSP) {
        blob_add_byte(blob, (uint8_t)(mode | middle | (memory->base & 7)));
    }
    else {
        blob_add_byte(blob, mode | middle | 4);
        blob_add_byte(blob, scaled_index(memory, memory->base & 7));
    }
    if (mode == 0x40) {
        blob_add_byte(blob, (uint8_t)displacement);
    }
    else {
        blob_add_word(blob, (uint32_t)displacement);
    }
}

void
emit_address(struct blob *blob, uint8_t reg, const struct instruction *site)
{
    const struct memory_operand *memory = &site->memory;

    if (memory->base < REGISTER_COUNT && memory->index == REGISTER_NONE &&
        memory->displacement == 0) {
        blob_add_byte(blob, emit_rex(reg, memory->base));
        blob_add_byte(blob, 0x8b);
        blob_add_byte(blob,
                      (uint8_t)(0xc0 | (reg & 7) << 3 | (memory->base & 7)));
    }
    else {
        emit_operand(blob, 0x8d, reg, site, 0);
    }
}

void
emit_load(struct blob *blob, uint8_t reg, const struct instruction *site,
          int32_t extra)
{
    emit_operand(blob, 0x8b, reg, site, extra);
}

void
emit_filter(struct blob *blob, uint8_t reg, uint8_t mask,
            enum stub_filter filter)
{
    blob_add_byte(blob, emit_rex(0, reg)); /* shr $4,reg */
    blob_add_byte(blob, 0xc1);
    blob_add_byte(blob, (uint8_t)(0xe8 | (reg & 7)));
    blob_add_byte(blob, 4);
    if (filter == STUB_FILTER_HASH) { /* and $mask,reg */
        if (reg >= 8) {
            blob_add_byte(blob, 0x41);
        }
        blob_add_byte(blob, 0x81);
        blob_add_byte(blob, (uint8_t)(0xe0 | (reg & 7)));
        blob_add_word(blob, (1u << SHADOW_HASH_BITS) - 1);
    }
    if (reg >= 8) {
        blob_add_byte(blob, 0x41);
    }
    blob_add_byte(blob, filter == STUB_FILTER_HASH ? 0x80 : 0xf6);
    blob_add_byte(blob, (uint8_t)((filter == STUB_FILTER_HASH ? 0xb8 : 0x80) |
                                  (reg & 7)));
    blob_add_word(blob, SHADOW_BASE);
    blob_add_byte(blob, filter == STUB_FILTER_HASH ? 0 : mask);
}

void
emit_test(struct blob *blob, uint8_t reg, bool wide)
{
    uint8_t rex = (uint8_t)((wide ? 0x48 : 0x40) | (reg >= 8 ? 5 : 0));

    if (rex != 0x40) {
        blob_add_byte(blob, rex);
    }
    blob_add_byte(blob, 0x85);
    blob_add_byte(blob, (uint8_t)(0xc0 | (reg & 7) << 3 | (reg & 7)));
}

void
emit_red_zone(struct blob *blob, bool enter)
{
    if (enter) {
        EMIT(blob, 0x48, 0x8d, 0x64, 0x24, 0x80); /* lea -128(%rsp),%rsp */
    }
    else {
        EMIT(blob, 0x48, 0x8d, 0xa4, 0x24, 0x80, 0, 0, 0);
    }
}

uint32_t
emit_jump_forward(struct blob *blob, uint8_t condition)
{
    if (condition != 0) {
        blob_add_byte(blob, 0x0f);
        blob_add_byte(blob, condition);
    }
    else {
        blob_add_byte(blob, 0xe9);
    }
    blob_add_word(blob, 0);
    return blob->size - 4;
}

void
emit_landing(struct blob *blob, uint32_t field)
{
    uint32_t distance = blob->cold->size - (field + 4);

    if (!blob->full) {
        memcpy(blob->bytes + field, &distance, 4);
    }
    blob_add_cross(blob, field);
}

static void
emit_to_hot(struct blob *cold, uint8_t opcode, uint32_t to)
{
    blob_add_byte(cold, opcode);
    blob_add_cross(cold, cold->size);
    blob_add_word(cold, to - (cold->size + 4));
}

void
emit_jump_back(struct blob *cold, uint32_t to)
{
    emit_to_hot(cold, 0xe9, to);
}

void
emit_call(struct blob *cold, uint32_t thunk)
{
    emit_to_hot(cold, 0xe8, thunk);
}

void
emit_jump_out(struct blob *blob, uint64_t target)
{
    blob_add_byte(blob, 0xe9);
    blob_add_branch(blob, target);
}

static void
emit_branch(struct blob *blob, uint8_t condition, uint64_t target)
{
    blob_add_byte(blob, 0x0f);
    blob_add_byte(blob, (uint8_t)(0x80 | condition));
    blob_add_branch(blob, target);
}

void
emit_inverted(struct blob *blob, const struct instruction *branch)
{
    emit_branch(blob, branch->condition ^ 1, branch->address + branch->length);
}

bool
emit_moved(struct blob *blob, const struct function *function,
           const struct instruction *instruction)
{
    const uint8_t *bytes =
        function->bytes + (instruction->address - function->address);

    if (!instruction->movable) {
        return false;
    }
    blob_add_place(blob, instruction->address);
    if (instruction->flow == FLOW_BRANCH) {
        emit_branch(blob, instruction->condition, instruction->target);
    }
    else if (instruction->flow == FLOW_JUMP) {
        emit_jump_out(blob, instruction->target);
    }
    else if (instruction->displacement_offset != 0) {
        uint8_t field = instruction->displacement_offset;
        uint32_t behind = instruction->length - field - 4u;

        blob_add(blob, bytes, field);
        blob_add_near(blob, instruction->target, behind);
        blob_add(blob, bytes + field + 4, behind);
    }
    else {
        blob_add(blob, bytes, instruction->length);
    }
    return true;
}
