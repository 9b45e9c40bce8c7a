#include "arch/x86_64/handing_parted.h"

#include "arch/decode.h"
#include "arch/x86_64/handing_call.h"

enum {
    BLOCKS_MAX = 128, /* that one branch leads to; then nobody knows */
    ARGUMENTS = 1 << REGISTER_RDI | 1 << REGISTER_RSI | 1 << REGISTER_RDX |
                1 << REGISTER_RCX | 1 << REGISTER_R8 | 1 << REGISTER_R9,
    LOST_BY_CALLS =
        ARGUMENTS | 1 << REGISTER_RAX | 1 << REGISTER_R10 | 1 << REGISTER_R11,
};

/* Where some way comes to, and what holds the pointer there. */
struct block {
    uint64_t address;
    uint16_t holds;
};

struct ways {
    const struct handing_code *code;
    struct block blocks[BLOCKS_MAX];
    size_t count;
};

void
handing_parted_pass(const struct handing_scene *scene,
                    struct handing_path *path, uint64_t branch)
{
    if (path->parting_count < HANDING_PARTINGS_MAX) {
        path->partings[path->parting_count++] = (struct handing_parting){
            .behind = (uint32_t)(branch - scene->code->address),
            .holds = path->holds,
        };
    }
}

static void
add(struct ways *ways, uint64_t address, uint16_t holds)
{
    for (size_t i = 0; i < ways->count; i++) {
        if (ways->blocks[i].address == address &&
            (holds & ~ways->blocks[i].holds) == 0) {
            return;
        }
    }
    if (ways->count < BLOCKS_MAX) {
        ways->blocks[ways->count++] = (struct block){ address, holds };
    }
}

static bool
is_call(const struct instruction *instruction)
{
    return instruction->flow == FLOW_CALL ||
           instruction->flow == FLOW_CALL_INDIRECT;
}

/* Does it come back, as calls do, but not that of __assert_fail? */
static bool
comes_back(const struct handing_code *code,
           const struct instruction *instruction)
{
    return is_call(instruction) &&
           !handing_call_stops(code, instruction->address) &&
           (instruction->flow == FLOW_CALL_INDIRECT ||
            !handing_call_stops(code, instruction->target));
}

/* Where the way may go on by a jump. A call in tail position has the pointer, if
   any argument is it. */
static bool
is_read_past(struct ways *ways, const struct instruction *jump,
             struct block block)
{
    if (!ways->code->inside(ways->code->context, jump->target)) {
        return (block.holds & ARGUMENTS) != 0;
    }
    add(ways, jump->target, block.holds);
    if (jump->flow == FLOW_BRANCH) {
        add(ways, block.address, block.holds);
    }
    return false;
}

/* Is it read there? If not, and the way goes on, where to is added. */
static bool
is_read_in(struct ways *ways, struct block block)
{
    const struct handing_code *code = ways->code;
    struct instruction instruction;

    while (block.holds != 0 && block.address - code->address < code->size &&
           decode_instruction(code->bytes + (block.address - code->address),
                              code->size - (block.address - code->address),
                              block.address, &instruction)) {
        bool calls = is_call(&instruction);

        if ((instruction.reads & block.holds) != 0 ||
            (calls && (block.holds & ARGUMENTS) != 0)) {
            return true;
        }
        block.address += instruction.length;
        block.holds &=
            (uint16_t) ~(instruction.touches | (calls ? LOST_BY_CALLS : 0));
        if (instruction.flow == FLOW_BRANCH || instruction.flow == FLOW_JUMP) {
            return is_read_past(ways, &instruction, block);
        }
        if (instruction.flow != FLOW_NEXT && !comes_back(code, &instruction)) {
            break;
        }
    }
    return false;
}

static bool
is_read_behind(const struct handing_scene *scene, uint64_t branch,
               uint16_t holds)
{
    struct ways ways = { .code = scene->code };

    add(&ways, branch, holds);
    for (size_t i = 0; i < ways.count && ways.count < BLOCKS_MAX; i++) {
        if (is_read_in(&ways, ways.blocks[i])) {
            return true;
        }
    }
    return false;
}

uint64_t
handing_parted_at(const struct handing_scene *scene,
                  const struct handing_path *path)
{
    for (size_t i = path->parting_count; i-- > 0;) {
        uint64_t branch = scene->code->address + path->partings[i].behind;

        if (is_read_behind(scene, branch, path->partings[i].holds)) {
            return branch;
        }
    }
    return 0;
}
