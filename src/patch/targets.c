#include "patch/targets.h"

#include "patch/switch_tables.h"

#include <string.h>

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
add(const struct targets *targets, uint64_t address)
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
add_switched(void *context, uint64_t target)
{
    struct targets *targets = context;
    bool code = target >= targets->start && target < targets->end;

    if (code) {
        add(targets, target);
    }
    return code;
}

static void
add_code_references(const struct image *image, struct targets *targets,
                    const struct switch_tables *tables,
                    const struct function *function)
{
    struct switch_visitor visitor = { add_switched, targets };

    for (size_t i = 0; i < function->count; i++) {
        const struct instruction *instruction = &function->instructions[i];
        uint64_t at = instruction->address, named = instruction->names;

        set(targets, targets->starts, at);
        if (image_is_changed(image, at + image->bias, instruction->length)) {
            /* Who changed it knows these places. */
            add(targets, at);
            add(targets, at + instruction->length);
        }
        if (instruction->flow == FLOW_CALL) {
            add(targets, instruction->target); /* perhaps into a function */
        }
        else if (instruction->branch_bytes != 0) {
            targets_add(targets, instruction->target);
            if (instruction->target - function->address >=
                function->size_bytes) {
                set(targets, targets->leaving, function->address);
            }
        }
        if (named != 0) {
            add(targets, named);
            /* Other constants look like addresses by chance: they may begin
             * a table, but never end one. */
            if (!(instruction->form == FORM_LEA &&
                  switch_tables_note(tables, named)) &&
                (named < targets->start || named >= targets->end)) {
                switch_tables_follow(tables, image, named, &visitor);
            }
        }
    }
    if (function->count > 0) {
        const struct instruction *last =
            &function->instructions[function->count - 1];

        set(targets, targets->starts, last->address + last->length);
    }
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
targets_build(const struct image *image, struct decoded *decoded,
              const struct function *room, struct arena *arena,
              struct targets *out)
{
    size_t count = eh_frame_count(&image->frames);
    struct switch_tables tables;

    if (!cover_code(image, arena, out) ||
        !switch_tables_reserve(&tables, arena, image)) {
        return false;
    }
    add_data_pointers(image, out);
    for (size_t i = 0; i < count; i++) {
        struct landing landing = { out, image->bias };
        struct function function = *room;
        struct eh_function range;

        if (!eh_frame_function(&image->frames, i, &range) ||
            !image_has_code(image, range.start) ||
            !image_has_code(image, range.end - 1)) {
            continue;
        }
        add(out, range.start - image->bias);
        decoded_function(decoded, image, range.start - image->bias,
                         range.end - image->bias, &function);
        add_code_references(image, out, &tables, &function);
        eh_frame_landing_pads(&image->frames, &range, add_landing_pad,
                              &landing);
    }
    switch_tables_follow_all(&tables, image,
                             &(struct switch_visitor){ add_switched, out });
    return true;
}
