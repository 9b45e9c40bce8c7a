#include "report/evidence/code/switches.h"

#include <string.h>

#include "report/symbols/image_names.h"

enum {
    NEAR = 8, /* so far before a jump its table is read, instructions */
    ENTRIES_MAX = 4096,
};

/* Work in progress. */
struct search {
    const struct function_code *function;
    struct instruction last[NEAR];
    size_t count; /* of instructions that were read, the jump is not */
    struct switches_known found;
};

static bool
goes_on(const struct function_code *function, uint64_t at)
{
    return image_file_function_start(function->file, at) == function->entry ||
           function->code.inside(function->code.context, at);
}

/* A load with an index from a table of distances: its register. */
static uint8_t
register_of_table(const struct search *search)
{
    size_t near = search->count < NEAR ? search->count : NEAR;

    for (size_t back = 1; back <= near; back++) {
        const struct instruction *instruction =
            &search->last[(search->count - back) % NEAR];
        const struct memory_operand *memory = &instruction->memory;

        if (instruction->has_memory && memory->index < REGISTER_COUNT &&
            memory->scale == sizeof(int32_t) && memory->base < REGISTER_COUNT &&
            memory->displacement == 0) {
            return memory->base;
        }
    }
    return REGISTER_NONE;
}

/* The instructions up to the jump; false: they cannot be read. */
static bool
read_up_to(struct search *search, uint64_t jump, struct instruction *found)
{
    uint64_t at = search->function->entry;

    while (at < jump) {
        struct instruction *instruction = &search->last[search->count % NEAR];

        if (!function_bytes_decode(search->function, at, instruction)) {
            return false;
        }
        search->count++;
        at += instruction->length;
    }
    return at == jump && function_bytes_decode(search->function, at, found) &&
           found->flow == FLOW_JUMP_INDIRECT;
}

/* The last before the jump that `table` gets its address by, and the first that
 * begins behind it. */
static void
find_table(struct search *search, uint64_t jump, uint8_t table)
{
    const struct function_code *function = search->function;
    struct instruction instruction;
    uint64_t at;

    for (at = function->entry;
         at < jump && function_bytes_decode(function, at, &instruction);
         at += instruction.length) {
        if (instruction.form == FORM_LEA && instruction.names != 0 &&
            instruction.register_ == table) {
            search->found.table = instruction.names;
        }
    }
    for (at = function->entry;
         goes_on(function, at) &&
         function_bytes_decode(function, at, &instruction);
         at += instruction.length) {
        uint64_t named = instruction.form == FORM_LEA ? instruction.names : 0;

        if (named > search->found.table &&
            (search->found.next == 0 || named < search->found.next)) {
            search->found.next = named;
        }
    }
}

static void
find(struct search *search, uint64_t jump)
{
    struct instruction instruction;

    if (!read_up_to(search, jump, &instruction)) {
        return;
    }
    if (instruction.has_memory) {
        search->found.bytes = sizeof(uint64_t);
        if (instruction.memory.base == REGISTER_NONE &&
            instruction.memory.scale == sizeof(uint64_t)) {
            search->found.table = (uint32_t)instruction.memory.displacement;
        }
    }
    else {
        uint8_t table = register_of_table(search);

        search->found.bytes = sizeof(int32_t);
        if (table != REGISTER_NONE) {
            find_table(search, jump, table);
        }
    }
}

static const struct switches_known *
table_of(const struct function_code *function, uint64_t jump)
{
    uint32_t image = function->place->image;
    struct switches_known *known = &function->switches[jump % SWITCHES_KNOWN];
    struct search search = { .function = function,
                             .found = { .image = image, .jump = jump } };

    if (known->jump != jump || known->image != image) {
        find(&search, jump);
        *known = search.found;
    }
    return known;
}

static size_t
add_once(uint64_t *targets, size_t count, size_t room, uint64_t target)
{
    for (size_t i = 0; i < count; i++) {
        if (targets[i] == target) {
            return count;
        }
    }
    if (count < room) {
        targets[count] = target;
    }
    return count + 1;
}

size_t
switches_at(void *context, uint64_t jump, uint64_t *targets, size_t room)
{
    const struct function_code *function =
        (const struct function_code *)context;
    const struct switches_known *found = table_of(function, jump);
    const uint8_t *bytes;
    uint64_t start = 0;
    size_t size = 0, count = 0;

    if (found->table == 0) {
        return 0;
    }
    bytes = image_file_segment(function->file, found->table, &start, &size);
    for (size_t i = 0; bytes != NULL && i < ENTRIES_MAX && count <= room; i++) {
        uint64_t at = found->table + i * found->bytes, target = 0;
        int32_t distance;

        if (at - start + found->bytes > size || at == found->next) {
            break;
        }
        if (found->bytes == sizeof distance) {
            memcpy(&distance, bytes + (at - start), sizeof distance);
            target = found->table + (uint64_t)(int64_t)distance;
        }
        else {
            memcpy(&target, bytes + (at - start), sizeof target);
        }
        if (!goes_on(function, target)) {
            break;
        }
        count = add_once(targets, count, room, target);
    }
    return count <= room ? count : 0;
}
