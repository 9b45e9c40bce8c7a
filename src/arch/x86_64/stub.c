#include "arch/x86_64/stub.h"

#include <string.h>

enum {
    RED_ZONE_BYTES = 128,
};

/* ---- bytes ---- */

static void
emit(struct blob *blob, const void *bytes, size_t size)
{
    if (blob->full || blob->capacity - blob->size < size) {
        blob->full = true;
        return;
    }
    memcpy(blob->bytes + blob->size, bytes, size);
    blob->size += (uint32_t)size;
}

static void
emit_byte(struct blob *blob, uint8_t byte)
{
    emit(blob, &byte, 1);
}

static void
emit_word(struct blob *blob, uint32_t word)
{
    emit(blob, &word, 4);
}

#define EMIT(blob, ...)                                      \
    do {                                                     \
        static const uint8_t emit_bytes[] = { __VA_ARGS__ }; \
        emit(blob, emit_bytes, sizeof emit_bytes);           \
    } while (0)

/* A field that ends `behind` bytes before the next instruction. */
static void
emit_near(struct blob *blob, uint64_t target, uint32_t behind)
{
    if (blob->near_count == blob->reloc_capacity) {
        blob->full = true;
        return;
    }
    blob->near[blob->near_count++] = blob->size;
    emit_word(blob, (uint32_t)(target - (blob->size + 4 + behind)));
}

static void
emit_site_word(struct blob *blob, uint32_t word)
{
    if (blob->site_count == blob->reloc_capacity) {
        blob->full = true;
        return;
    }
    blob->sites[blob->site_count++] = blob->size;
    emit_word(blob, word);
}

/* ---- instructions ---- */

static void
emit_push(struct blob *blob, uint8_t number)
{
    if (number >= 8) {
        emit_byte(blob, 0x41);
    }
    emit_byte(blob, (uint8_t)(0x50 + (number & 7)));
}

static void
emit_pop(struct blob *blob, uint8_t number)
{
    if (number >= 8) {
        emit_byte(blob, 0x41);
    }
    emit_byte(blob, (uint8_t)(0x58 + (number & 7)));
}

/* REX.W prefix for register field `reg` and an r/m that is a register. */
static uint8_t
rex_wide(uint8_t reg, uint8_t rm)
{
    return (uint8_t)(0x48 | (reg >= 8 ? 4 : 0) | (rm >= 8 ? 1 : 0));
}

/* reg = address of the memory operand + extra */
static void
emit_address(struct blob *blob, uint8_t reg, const struct instruction *site,
             int32_t extra)
{
    const struct memory_operand *memory = &site->memory;
    int32_t displacement = memory->displacement + extra;
    uint8_t middle = (uint8_t)((reg & 7) << 3);
    uint8_t rex = (uint8_t)(0x48 | (reg >= 8 ? 4 : 0));

    if (memory->base == REGISTER_RIP) {
        emit_byte(blob, rex);
        emit_byte(blob, 0x8d);
        emit_byte(blob, middle | 5);
        emit_near(blob, site->target + (uint64_t)(int64_t)extra, 0);
        return;
    }
    if (memory->base < REGISTER_COUNT && memory->index == REGISTER_NONE &&
        displacement == 0) {
        emit_byte(blob, rex_wide(reg, memory->base));
        emit_byte(blob, 0x8b);
        emit_byte(blob, (uint8_t)(0xc0 | middle | (memory->base & 7)));
        return;
    }
    if (memory->base < REGISTER_COUNT && memory->base >= 8) {
        rex |= 1;
    }
    if (memory->index < REGISTER_COUNT && memory->index >= 8) {
        rex |= 2;
    }
    emit_byte(blob, rex);
    emit_byte(blob, 0x8d);
    if (memory->base < REGISTER_COUNT && memory->index == REGISTER_NONE &&
        (memory->base & 7) != REGISTER_RSP) {
        emit_byte(blob, (uint8_t)(0x80 | middle | (memory->base & 7)));
    }
    else {
        uint8_t scale = memory->scale == 8   ? 3
                        : memory->scale == 4 ? 2
                        : memory->scale == 2 ? 1
                                             : 0;
        uint8_t index = memory->index < REGISTER_COUNT ? memory->index & 7 : 4;
        bool based = memory->base < REGISTER_COUNT;

        emit_byte(blob, (uint8_t)((based ? 0x80 : 0) | middle | 4));
        emit_byte(blob, (uint8_t)(scale << 6 | index << 3 |
                                  (based ? memory->base & 7 : 5)));
    }
    emit_word(blob, (uint32_t)displacement);
}

/* The shadow byte of the address in reg; reg is lost. Sets ZF when clear. */
static void
emit_filter(struct blob *blob, uint8_t reg, uint8_t mask,
            enum stub_filter filter)
{
    emit_byte(blob, rex_wide(0, reg)); /* shr $4,reg */
    emit_byte(blob, 0xc1);
    emit_byte(blob, (uint8_t)(0xe8 | (reg & 7)));
    emit_byte(blob, 4);
    if (filter == STUB_FILTER_HASH) { /* and $mask,reg */
        if (reg >= 8) {
            emit_byte(blob, 0x41);
        }
        emit_byte(blob, 0x81);
        emit_byte(blob, (uint8_t)(0xe0 | (reg & 7)));
        emit_word(blob, (1u << SHADOW_HASH_BITS) - 1);
    }
    if (reg >= 8) {
        emit_byte(blob, 0x41);
    }
    emit_byte(blob, filter == STUB_FILTER_HASH ? 0x80 : 0xf6);
    emit_byte(blob, (uint8_t)((filter == STUB_FILTER_HASH ? 0xb8 : 0x80) |
                              (reg & 7)));
    emit_word(blob, SHADOW_BASE);
    emit_byte(blob, filter == STUB_FILTER_HASH ? 0 : mask);
}

static void
emit_red_zone(struct blob *blob, bool enter)
{
    if (enter) {
        EMIT(blob, 0x48, 0x8d, 0x64, 0x24, 0x80); /* lea -128(%rsp),%rsp */
    }
    else {
        EMIT(blob, 0x48, 0x8d, 0xa4, 0x24, 0x80, 0, 0, 0);
    }
}

/* Returns the offset of the 32-bit field, to be filled by land_jump. */
static uint32_t
emit_jump_forward(struct blob *blob, uint8_t condition)
{
    if (condition != 0) {
        emit_byte(blob, 0x0f);
        emit_byte(blob, condition);
    }
    else {
        emit_byte(blob, 0xe9);
    }
    emit_word(blob, 0);
    return blob->size - 4;
}

static void
add_cross(struct blob *blob, uint32_t field)
{
    if (blob->cross_count == blob->reloc_capacity) {
        blob->full = true;
        return;
    }
    blob->cross[blob->cross_count++] = field;
}

/* The jump at `field` leads to what comes next in the cold blob. */
static void
land_jump(struct blob *blob, uint32_t field)
{
    uint32_t distance = blob->cold->size - (field + 4);

    if (!blob->full) {
        memcpy(blob->bytes + field, &distance, 4);
    }
    add_cross(blob, field);
}

/* From the cold blob to an offset of the hot one. */
static void
emit_to_hot(struct blob *cold, uint8_t opcode, uint32_t to)
{
    emit_byte(cold, opcode);
    add_cross(cold, cold->size);
    emit_word(cold, to - (cold->size + 4));
}

static void
emit_jump_back(struct blob *cold, uint32_t to)
{
    emit_to_hot(cold, 0xe9, to);
}

static void
emit_call(struct blob *cold, uint32_t thunk)
{
    emit_to_hot(cold, 0xe8, thunk);
}

/* Copies an instruction; fields relative to its place are corrected. */
static bool
emit_moved(struct blob *blob, const struct function *function,
           const struct instruction *instruction)
{
    const uint8_t *bytes =
        function->bytes + (instruction->address - function->address);

    if (!instruction->movable) {
        return false;
    }
    if (instruction->flow == FLOW_BRANCH) {
        uint8_t condition =
            bytes[0] == 0x0f ? bytes[1] : (uint8_t)(bytes[0] + 0x10);

        emit_byte(blob, 0x0f);
        emit_byte(blob, condition);
        emit_near(blob, instruction->target, 0);
    }
    else if (instruction->flow == FLOW_JUMP) {
        emit_byte(blob, 0xe9);
        emit_near(blob, instruction->target, 0);
    }
    else if (instruction->displacement_offset != 0) {
        uint8_t field = instruction->displacement_offset;
        uint32_t behind = instruction->length - field - 4u;

        emit(blob, bytes, field);
        emit_near(blob, instruction->target, behind);
        emit(blob, bytes + field + 4, behind);
    }
    else {
        emit(blob, bytes, instruction->length);
    }
    return true;
}

/* ---- one site ---- */

struct site_stub {
    const struct instruction *instruction;
    struct stub_site site;
    uint8_t scratch;
    bool scratch_saved; /* pushed, not free */
    bool flags_saved;   /* in ah and al */
    bool rax_saved;     /* to make room for the flags */
    bool red_zone;
    uint32_t slow_field; /* of the jump to the slow path */
    uint32_t back;       /* where the slow path returns to */
};

static bool
choose_registers(struct site_stub *stub, uint32_t live)
{
    /* Never rbp: code may be done with it while unwinding still needs it. */
    static const uint8_t order[] = {
        REGISTER_RAX, REGISTER_RCX, REGISTER_RDX, REGISTER_RSI, REGISTER_RDI,
        REGISTER_R8,  REGISTER_R9,  REGISTER_R10, REGISTER_R11, REGISTER_RBX,
    };
    uint32_t used = stub->instruction->reads | stub->instruction->touches;

    stub->flags_saved = (live & RESOURCE_FLAGS) != 0;
    stub->rax_saved = stub->flags_saved && (live & (1u << REGISTER_RAX)) != 0;
    stub->scratch = REGISTER_NONE;
    for (unsigned pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < sizeof order; i++) {
            uint32_t bit = 1u << order[i];

            if ((used & bit) ||
                (stub->flags_saved && order[i] == REGISTER_RAX) ||
                (pass == 0 && (live & bit))) {
                continue;
            }
            stub->scratch = order[i];
            stub->scratch_saved = pass == 1;
            return true;
        }
    }
    return false;
}

static uint32_t
pushed_words(const struct site_stub *stub)
{
    return (stub->scratch_saved ? 1u : 0u) + (stub->rax_saved ? 1u : 0u);
}

static void
emit_fast(struct blob *blob, struct site_stub *stub, enum stub_filter filter)
{
    bool birth = stub->site.site.operation == OPERATION_BIRTH;
    bool step = stub->red_zone && pushed_words(stub) > 0;

    if (step) {
        emit_red_zone(blob, true);
    }
    if (stub->scratch_saved) {
        emit_push(blob, stub->scratch);
    }
    if (birth && filter == STUB_FILTER_HASH) {
        /* The small table knows no types. */
        if (stub->rax_saved) {
            emit_push(blob, REGISTER_RAX);
        }
        if (stub->flags_saved) {
            EMIT(blob, 0x9f, 0x0f, 0x90, 0xc0);
        }
        stub->slow_field = emit_jump_forward(blob, 0);
    }
    else {
        emit_address(blob, stub->scratch, stub->instruction, birth ? 8 : 0);
        if (birth) { /* the object's type */
            emit_byte(blob, rex_wide(stub->scratch, stub->scratch));
            emit_byte(blob, 0x8b);
            if ((stub->scratch & 7) == 5) {
                emit_byte(blob, (uint8_t)(0x45 | (stub->scratch & 7) << 3));
                emit_byte(blob, 0);
            }
            else {
                emit_byte(blob, (uint8_t)((stub->scratch & 7) << 3 |
                                          (stub->scratch & 7)));
            }
        }
        if (stub->rax_saved) {
            emit_push(blob, REGISTER_RAX);
        }
        if (stub->flags_saved) {
            EMIT(blob, 0x9f, 0x0f, 0x90, 0xc0); /* lahf; seto %al */
        }
        emit_filter(blob, stub->scratch,
                    birth ? SHADOW_TYPE_UNTRACKED : SHADOW_TRACKED, filter);
        stub->slow_field = emit_jump_forward(blob, birth ? 0x84 : 0x85);
    }
    stub->back = blob->size;
    if (stub->flags_saved) {
        EMIT(blob, 0x04, 0x7f, 0x9e); /* add $127,%al; sahf */
    }
    if (stub->rax_saved) {
        emit_pop(blob, REGISTER_RAX);
    }
    if (stub->scratch_saved) {
        emit_pop(blob, stub->scratch);
    }
    if (step) {
        emit_red_zone(blob, false);
    }
}

static bool
takes_register(uint8_t operation)
{
    return operation == OPERATION_ADD_REGISTER ||
           operation == OPERATION_SUB_REGISTER ||
           operation == OPERATION_STORE_REGISTER;
}

static void
emit_slow(struct blob *hot, const struct site_stub *stub)
{
    struct blob *blob = hot->cold;
    uint32_t words = pushed_words(stub);
    bool step = stub->red_zone && words == 0;

    land_jump(hot, stub->slow_field);
    if (stub->red_zone) {
        words += RED_ZONE_BYTES / 8;
    }
    if (step) {
        emit_red_zone(blob, true);
    }
    if (stub->rax_saved) {
        EMIT(blob, 0x48, 0x87, 0x04, 0x24); /* xchg %rax,(%rsp) */
    }
    emit_address(blob, stub->scratch, stub->instruction, 0);
    emit_push(blob, stub->scratch);
    if (takes_register(stub->site.site.operation)) {
        emit_push(blob, stub->instruction->register_);
    }
    else {
        emit_byte(blob, 0x68); /* push $amount */
        emit_word(blob, (uint32_t)stub->site.site.amount);
    }
    emit_byte(blob, 0x68); /* push $site */
    emit_site_word(blob, words << STUB_SITE_BITS | stub->site.number);
    emit_call(blob, BLOB_HOOK_CHANGE_THUNK);
    EMIT(blob, 0x48, 0x8d, 0x64, 0x24, 0x18); /* lea 24(%rsp),%rsp */
    if (stub->rax_saved) {
        EMIT(blob, 0x48, 0x87, 0x04, 0x24);
    }
    if (step) {
        emit_red_zone(blob, false);
    }
    emit_jump_back(blob, stub->back);
}

/* ---- groups ---- */

void
stub_begin_blob(struct blob *blob)
{
    static const uint8_t start[BLOB_CODE_START] = {
        [BLOB_HOOK_CHANGE_THUNK] = 0xff,
        0x25,
        0xea,
        0xff,
        0xff,
        0xff,
        0xcc,
        0xcc, /* jmp *BLOB_HOOK_CHANGE_SLOT(%rip) */
        [BLOB_HOOK_ENTRY_THUNK] = 0xff,
        0x25,
        0xea,
        0xff,
        0xff,
        0xff,
        0xcc,
        0xcc,
    };

    for (struct blob *part = blob; part != NULL; part = part->cold) {
        part->size = 0;
        part->near_count = 0;
        part->site_count = 0;
        part->cross_count = 0;
        part->full = false;
    }
    emit(blob, start, sizeof start);
}

bool
stub_has_plenty(const struct blob *blob)
{
    for (; blob != NULL; blob = blob->cold) {
        if (blob->size > blob->capacity / 2 ||
            blob->near_count > blob->reloc_capacity / 2 ||
            blob->site_count > blob->reloc_capacity / 2 ||
            blob->cross_count > blob->reloc_capacity / 2) {
            return false;
        }
    }
    return true;
}

/* All fields at these offsets move by `distance`. */
static void
shift_fields(const struct blob *blob, const uint32_t *fields, uint32_t count,
             uint32_t distance)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t field;

        memcpy(&field, blob->bytes + fields[i], 4);
        field += distance;
        memcpy(blob->bytes + fields[i], &field, 4);
    }
}

static void
append_offsets(uint32_t *to, uint32_t *count, const uint32_t *from,
               uint32_t from_count, uint32_t distance)
{
    for (uint32_t i = 0; i < from_count; i++) {
        to[(*count)++] = from[i] + distance;
    }
}

bool
stub_finish_blob(struct blob *blob)
{
    struct blob *cold = blob->cold;
    uint32_t behind = blob->size;

    if (blob->full || cold->full || blob->capacity - blob->size < cold->size ||
        blob->reloc_capacity - blob->near_count < cold->near_count ||
        blob->reloc_capacity - blob->site_count < cold->site_count) {
        return false;
    }
    shift_fields(blob, blob->cross, blob->cross_count, behind);
    shift_fields(cold, cold->cross, cold->cross_count, -behind);
    shift_fields(cold, cold->near, cold->near_count, -behind);
    append_offsets(blob->near, &blob->near_count, cold->near, cold->near_count,
                   behind);
    append_offsets(blob->sites, &blob->site_count, cold->sites,
                   cold->site_count, behind);
    emit(blob, cold->bytes, cold->size);
    return !blob->full;
}

struct blob_mark {
    struct blob hot, cold;
};

static struct blob_mark
blob_mark(const struct blob *blob)
{
    return (struct blob_mark){ *blob, *blob->cold };
}

/* Takes back what was emitted since; that a blob was full is not forgotten. */
static uint32_t
blob_undo(struct blob *blob, const struct blob_mark *mark)
{
    bool full = blob->full || blob->cold->full;

    *blob->cold = mark->cold;
    *blob = mark->hot;
    blob->full = full;
    return 0;
}

static bool
goes_on(const struct instruction *instruction)
{
    return instruction->flow == FLOW_NEXT || instruction->flow == FLOW_BRANCH;
}

static bool
emit_group(struct blob *blob, const struct stub_code *code, size_t first,
           size_t last, struct site_stub *stubs, size_t count)
{
    const struct function *function = code->function;
    size_t next = 0;

    for (size_t i = first; i <= last; i++) {
        const struct instruction *instruction = &function->instructions[i];

        if (next < count && stubs[next].site.site.index == i) {
            emit_fast(blob, &stubs[next++], code->filter);
        }
        if (!emit_moved(blob, function, instruction)) {
            return false;
        }
    }
    if (goes_on(&function->instructions[last])) {
        const struct instruction *end = &function->instructions[last];

        emit_byte(blob, 0xe9);
        emit_near(blob, end->address + end->length, 0);
    }
    for (size_t i = 0; i < count; i++) {
        emit_slow(blob, &stubs[i]);
    }
    return true;
}

uint32_t
stub_emit(struct blob *blob, const struct stub_code *code, size_t first,
          size_t last, const struct stub_site *sites, size_t site_count,
          enum stub_leave *leave)
{
    struct site_stub stubs[STUB_SITES_MAX];
    struct blob_mark mark = blob_mark(blob);

    *leave = STUB_FINE;
    if (site_count > STUB_SITES_MAX) {
        *leave = STUB_UNMOVABLE;
        return 0;
    }
    for (size_t i = 0; i < site_count; i++) {
        stubs[i] = (struct site_stub){
            .instruction = &code->function->instructions[sites[i].site.index],
            .site = sites[i],
            .red_zone = code->red_zone,
        };
        if (!choose_registers(&stubs[i], code->live[sites[i].site.index])) {
            *leave = STUB_NO_REGISTER;
            return 0;
        }
    }
    if (!emit_group(blob, code, first, last, stubs, site_count)) {
        *leave = STUB_UNMOVABLE;
        return blob_undo(blob, &mark);
    }
    if (blob->full || blob->cold->full) {
        *leave = STUB_FULL;
        return blob_undo(blob, &mark);
    }
    return mark.hot.size;
}

uint32_t
stub_emit_entry(struct blob *blob, const struct function *function, size_t last,
                uint32_t number, enum stub_entry watch, enum stub_filter filter,
                enum stub_leave *leave)
{
    struct blob_mark mark = blob_mark(blob);
    uint32_t slow = 0, back = 0;
    bool filtered =
        watch == STUB_ENTRY_TRACKED_BLOCK && filter == STUB_FILTER_MAP;

    *leave = STUB_FINE;
    if (filtered) {
        EMIT(blob, 0x49, 0x89, 0xf3);       /* mov %rsi,%r11 */
        EMIT(blob, 0x49, 0xc1, 0xeb, 0x04); /* shr $4,%r11 */
        EMIT(blob, 0x41, 0xf7, 0x83);       /* testl $...,SHADOW(%r11) */
        emit_word(blob, SHADOW_BASE);
        emit_word(blob, 0x00010101u * SHADOW_TRACKED);
        slow = emit_jump_forward(blob, 0x85);
        back = blob->size;
    }
    else {
        slow = emit_jump_forward(blob, 0);
        back = blob->size;
    }
    for (size_t i = 0; i <= last; i++) {
        if (!emit_moved(blob, function, &function->instructions[i])) {
            *leave = STUB_UNMOVABLE;
            return blob_undo(blob, &mark);
        }
    }
    if (goes_on(&function->instructions[last])) {
        emit_byte(blob, 0xe9);
        emit_near(blob,
                  function->instructions[last].address +
                      function->instructions[last].length,
                  0);
    }
    land_jump(blob, slow);
    EMIT(blob->cold, 0x54, 0x55, 0x68); /* push %rsp; push %rbp; push $site */
    emit_site_word(blob->cold, number);
    emit_call(blob->cold, BLOB_HOOK_ENTRY_THUNK);
    EMIT(blob->cold, 0x48, 0x8d, 0x64, 0x24, 0x18);
    emit_jump_back(blob->cold, back);
    if (blob->full || blob->cold->full) {
        *leave = STUB_FULL;
        return blob_undo(blob, &mark);
    }
    return mark.hot.size;
}

void
stub_jump(uint8_t out[5], uint64_t from, uint64_t to)
{
    uint32_t distance = (uint32_t)(to - (from + 5));

    out[0] = 0xe9;
    memcpy(out + 1, &distance, 4);
}
