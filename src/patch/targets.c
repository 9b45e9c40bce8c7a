#include "patch/targets.h"

#include "arch/x86_64/decode.h"

#include <string.h>

enum { SWITCH_TABLE_MAX = 4096, ENTRY_BYTES = 4 };

/*
 * Addresses in data that code takes, which may be switch tables: a bit for each
 * entry of one. A table ends where the next begins, whatever is found there
 * would look like.
 */
struct tables {
    uint64_t start, end;
    uint8_t *bits;
};

static void
set(const struct targets *targets, uint8_t *bits, uint64_t address)
{
    /* One behind the end is the end of an instruction. */
    if (address >= targets->start && address <= targets->end) {
        uint64_t offset = address - targets->start;

        bits[offset / 8] |= (uint8_t)(1u << (offset % 8));
    }
}

static void
add(struct targets *targets, uint64_t address)
{
    set(targets, targets->bits, address);
    set(targets, targets->computed, address);
}

void
targets_add(struct targets *targets, uint64_t address)
{
    set(targets, targets->bits, address);
}

void
targets_add_function(struct targets *targets, const struct function *function)
{
    for (size_t i = 0; i < function->count; i++) {
        const struct instruction *instruction = &function->instructions[i];

        set(targets, targets->starts, instruction->address);
        set(targets, targets->starts,
            instruction->address + instruction->length);
        if (instruction->branch_bytes != 0) {
            targets_add(targets, instruction->target);
        }
    }
}

static bool
is_set(const struct targets *targets, const uint8_t *bits, uint64_t address)
{
    uint64_t offset = address - targets->start;

    return address >= targets->start && address < targets->end &&
           (bits[offset / 8] & (1u << (offset % 8))) != 0;
}

void
targets_add_unused(struct targets *targets, uint64_t start, uint64_t end)
{
    for (; start < end; start++) {
        uint64_t offset = start - targets->start;

        /* Inside of an instruction it only looked like a target. */
        if (!is_set(targets, targets->starts, start) && start < targets->end) {
            targets->bits[offset / 8] &= (uint8_t) ~(1u << offset % 8);
        }
        set(targets, targets->starts, start);
    }
}

bool
targets_have(const struct targets *targets, uint64_t address)
{
    return is_set(targets, targets->bits, address);
}

bool
targets_cut(const struct targets *targets, uint64_t address, unsigned length)
{
    uint64_t first = address - targets->start, bits, computed;

    if (address < targets->start || address >= targets->end) {
        return false;
    }
    memcpy(&bits, targets->bits + first / 8, sizeof bits);
    memcpy(&computed, targets->computed + first / 8, sizeof computed);
    bits = (bits & ~computed) >> first % 8;
    return (bits & ((1ull << length) - 1) & ~1ull) != 0;
}

struct proof
targets_proof(struct targets *targets)
{
    size_t bytes = proof_bytes(targets->end - targets->start);

    for (size_t i = 0; i < bytes; i++) {
        targets->bits[i] &=
            (uint8_t)(targets->starts[i] | ~targets->computed[i]);
    }
    return (struct proof){
        .start = targets->start,
        .end = targets->end,
        .starts = targets->starts,
        .targets = targets->bits,
    };
}

bool
targets_leave(const struct targets *targets, uint64_t address)
{
    return is_set(targets, targets->leaving, address);
}

bool
targets_have_computed(const struct targets *targets, uint64_t address)
{
    return is_set(targets, targets->computed, address);
}

/* Absolute pointers: vtables, method tables, computed gotos, jump tables. Some
 * linkers put constants beside the code. */
static void
add_data_pointers(const struct image *image, struct targets *targets)
{
    for (unsigned i = 0; i < image->segment_count; i++) {
        const struct image_segment *segment = &image->segments[i];
        uint64_t start = (segment->start + 7) & ~(uint64_t)7;

        for (uint64_t at = start; at + 8 <= segment->end; at += 8) {
            uint64_t value = *(const uint64_t *)(uintptr_t)at;

            add(targets, value - image->bias);
            if (segment->executable && image->code_shift != 0) {
                memcpy(&value, image_code(image, at), sizeof value);
                add(targets, value - image->bias);
            }
        }
    }
}

static bool
cover_data(const struct image *image, struct arena *arena,
           struct tables *tables)
{
    tables->start = image->start - image->bias;
    tables->end = image->end - image->bias;
    tables->bits =
        arena_add(arena, (tables->end - tables->start) / ENTRY_BYTES / 8 + 1);
    return tables->bits != NULL;
}

static uint8_t *
table_bits(const struct tables *tables, uint64_t address, uint8_t *mask)
{
    uint64_t entry = (address - tables->start) / ENTRY_BYTES;

    *mask = (uint8_t)(1u << entry % 8);
    return &tables->bits[entry / 8];
}

static bool
note_table(const struct tables *tables, uint64_t address)
{
    uint8_t mask;

    if (address < tables->start || address >= tables->end ||
        (address - tables->start) % ENTRY_BYTES != 0) {
        return false;
    }
    *table_bits(tables, address, &mask) |= mask;
    return true;
}

static bool
is_table(const struct tables *tables, uint64_t address)
{
    uint8_t mask;

    return (*table_bits(tables, address, &mask) & mask) != 0;
}

/* Position-independent switch: 32-bit distances from the table's start. */
static void
add_switch_table(const struct image *image, struct targets *targets,
                 const struct tables *tables, uint64_t table)
{
    uint64_t address = table + image->bias;
    const struct image_segment *home = NULL;

    for (unsigned i = 0; i < image->segment_count; i++) {
        const struct image_segment *segment = &image->segments[i];

        if (address >= segment->start && address < segment->end) {
            home = segment;
        }
    }
    if (home == NULL || home->writable) {
        return;
    }
    for (unsigned i = 0; i < SWITCH_TABLE_MAX; i++) {
        uint64_t at = address + i * ENTRY_BYTES, target;
        int32_t distance;

        if (at + ENTRY_BYTES > home->end ||
            (i > 0 && is_table(tables, at - image->bias))) {
            return;
        }
        memcpy(&distance, (const void *)(uintptr_t)at, ENTRY_BYTES);
        target = table + (uint64_t)(int64_t)distance;
        if (target < targets->start || target >= targets->end) {
            return;
        }
        add(targets, target);
    }
}

static void
add_switch_tables(const struct image *image, struct targets *targets,
                  const struct tables *tables)
{
    for (uint64_t at = tables->start; at < tables->end; at += ENTRY_BYTES) {
        uint8_t mask;

        if (*table_bits(tables, at, &mask) == 0) {
            at += (uint64_t)(7 * ENTRY_BYTES); /* eight at a time */
        }
        else if (is_table(tables, at)) {
            add_switch_table(image, targets, tables, at);
        }
    }
}

static void
add_code_references(const struct image *image, struct targets *targets,
                    const struct tables *tables,
                    const struct eh_function *function)
{
    uint64_t at = function->start;

    while (at < function->end) {
        struct instruction instruction;
        uint64_t reference;

        if (!decode_flow(image_code(image, at), function->end - at,
                         at - image->bias, &instruction, &reference)) {
            return;
        }
        set(targets, targets->starts, at - image->bias);
        if (image_is_changed(image, at, instruction.length)) {
            /* Who changed it knows these places. */
            add(targets, at - image->bias);
            add(targets, at - image->bias + instruction.length);
        }
        if (instruction.flow == FLOW_CALL) {
            add(targets, instruction.target); /* perhaps into a function */
        }
        else if (instruction.branch_bytes != 0) {
            uint64_t target = instruction.target + image->bias;

            targets_add(targets, instruction.target);
            if (target < function->start || target >= function->end) {
                set(targets, targets->leaving, function->start - image->bias);
            }
        }
        if (reference != 0) {
            add(targets, reference);
            /* Other constants look like addresses by chance: they may begin
             * a table, but never end one. */
            if (!(instruction.form == FORM_LEA &&
                  note_table(tables, reference)) &&
                (reference < targets->start || reference >= targets->end)) {
                add_switch_table(image, targets, tables, reference);
            }
        }
        at += instruction.length;
    }
    set(targets, targets->starts, at - image->bias);
}

struct landing {
    struct targets *targets;
    uint64_t bias;
};

static void
add_landing_pad(void *context, uint64_t address)
{
    const struct landing *landing = context;

    add(landing->targets, address - landing->bias);
}

bool
targets_reserve(struct targets *targets, struct arena *arena, uint64_t start,
                uint64_t end)
{
    size_t bytes = proof_bytes(end - start);

    targets->start = start;
    targets->end = end;
    targets->bits = arena_add(arena, bytes);
    targets->computed = arena_add(arena, bytes);
    targets->starts = arena_add(arena, bytes);
    targets->leaving = arena_add(arena, bytes);
    return targets->bits != NULL && targets->computed != NULL &&
           targets->starts != NULL && targets->leaving != NULL;
}

static bool
cover_code(const struct image *image, struct arena *arena,
           struct targets *targets)
{
    targets->start = UINT64_MAX;
    targets->end = 0;
    for (unsigned i = 0; i < image->segment_count; i++) {
        const struct image_segment *segment = &image->segments[i];

        if (segment->executable) {
            uint64_t start = segment->start - image->bias;
            uint64_t end = segment->end - image->bias;

            targets->start = start < targets->start ? start : targets->start;
            targets->end = end > targets->end ? end : targets->end;
        }
    }
    if (targets->start >= targets->end) {
        return false;
    }
    return targets_reserve(targets, arena, targets->start, targets->end);
}

bool
targets_build(const struct image *image, struct arena *arena,
              struct targets *out)
{
    size_t count = eh_frame_count(&image->frames);
    struct tables tables;

    if (!cover_code(image, arena, out) || !cover_data(image, arena, &tables)) {
        return false;
    }
    add_data_pointers(image, out);
    for (size_t i = 0; i < count; i++) {
        struct landing landing = { out, image->bias };
        struct eh_function function;

        if (eh_frame_function(&image->frames, i, &function) &&
            image_has_code(image, function.start) &&
            image_has_code(image, function.end - 1)) {
            add(out, function.start - image->bias);
            add_code_references(image, out, &tables, &function);
            eh_frame_landing_pads(&image->frames, &function, add_landing_pad,
                                  &landing);
        }
    }
    add_switch_tables(image, out, &tables);
    return true;
}
