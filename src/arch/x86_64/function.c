#include "arch/x86_64/function.h"

enum {
    FREE_STEPS_MAX = 96, /* instructions looked at before giving up */
    FREE_PATHS_MAX = 16,
};

bool
function_decode(struct function *function)
{
    size_t offset = 0;

    function->count = 0;
    for (size_t i = 0; i < function->size_bytes; i++) {
        function->index_at[i] = 0;
    }
    while (offset < function->size_bytes) {
        struct instruction *instruction =
            &function->instructions[function->count];

        if (!decode_instruction(function->bytes + offset,
                                function->size_bytes - offset,
                                function->address + offset, instruction)) {
            return false;
        }
        function->count++;
        function->index_at[offset] = (uint32_t)function->count;
        offset += instruction->length;
    }
    return true;
}

const struct instruction *
function_find(const struct function *function, uint64_t address)
{
    uint64_t offset = address - function->address;
    uint32_t index;

    if (address < function->address || offset >= function->size_bytes) {
        return NULL;
    }
    index = function->index_at[offset];
    return index == 0 ? NULL : &function->instructions[index - 1];
}

struct path {
    size_t index;
    uint32_t wanted; /* not yet overwritten on this path */
};

/*
 * Follows one path until every wanted resource is overwritten or read.
 * Returns those read; pushes the other side of branches.
 */
static uint32_t
path_read(const struct function *function, struct path path,
          struct path *others, size_t *other_count, unsigned *steps)
{
    while (path.wanted != 0) {
        const struct instruction *instruction;
        const struct instruction *target;
        uint32_t read;

        if (path.index >= function->count || ++*steps > FREE_STEPS_MAX) {
            return path.wanted;
        }
        instruction = &function->instructions[path.index];
        read = instruction->reads & path.wanted;
        if (read != 0) {
            return read |
                   path_read(function,
                             (struct path){ path.index, path.wanted & ~read },
                             others, other_count, steps);
        }
        path.wanted &= ~instruction->writes;
        switch (instruction->flow) {
        case FLOW_NEXT:
            path.index++;
            break;
        case FLOW_BRANCH:
            target = function_find(function, instruction->target);
            if (target == NULL || *other_count == FREE_PATHS_MAX) {
                return path.wanted;
            }
            others[*other_count].index =
                (size_t)(target - function->instructions);
            others[(*other_count)++].wanted = path.wanted;
            path.index++;
            break;
        case FLOW_JUMP:
            target = function_find(function, instruction->target);
            if (target == NULL) {
                return path.wanted;
            }
            path.index = (size_t)(target - function->instructions);
            break;
        case FLOW_CALL:
        case FLOW_CALL_INDIRECT:
        case FLOW_RETURN:
            return path.wanted & ~(uint32_t)RESOURCE_FLAGS;
        case FLOW_STOP:
            return 0;
        default:
            return path.wanted;
        }
    }
    return 0;
}

uint32_t
function_free_resources(const struct function *function, size_t index,
                        uint32_t wanted)
{
    struct path paths[FREE_PATHS_MAX];
    size_t count = 1;
    unsigned steps = 0;
    uint32_t read = 0;

    paths[0] = (struct path){ index, wanted };
    while (count > 0) {
        struct path path = paths[--count];

        path.wanted &= ~read;
        read |= path_read(function, path, paths, &count, &steps);
    }
    return wanted & ~read;
}

bool
function_uses_red_zone(const struct function *function)
{
    bool calls = false;

    for (size_t i = 0; i < function->count; i++) {
        const struct instruction *instruction = &function->instructions[i];

        calls = calls || instruction->flow == FLOW_CALL ||
                instruction->flow == FLOW_CALL_INDIRECT;
        if (instruction->has_memory &&
            instruction->memory.base == REGISTER_RSP &&
            instruction->memory.displacement < 0) {
            return true;
        }
    }
    /* A leaf may reach it through another register, copied from rsp. */
    return !calls;
}
