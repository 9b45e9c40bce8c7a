#include "arch/x86_64/handing_call.h"

#include "arch/decode.h"
#include "arch/x86_64/handing_facts.h"
#include "arch/x86_64/handing_path.h"

enum { SOON = 8 }; /* instructions */

/*
 * What a call that has the pointer does to what is owed. Who looks for what was
 * given away too often believes that a callee took it, if that may be so.
 */
static int
given_away(const struct handing_scene *scene, enum handing_callee callee)
{
    switch (callee) {
    case HANDING_STEALS:
        return -1;
    case HANDING_TAKES:
    case HANDING_RENEWS:
        return 1;
    default:
        return scene->cautious && callee == HANDING_DOUBTFUL;
    }
}

bool
handing_call_stops(const struct handing_code *code, uint64_t address)
{
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

/* Those of a call that have the pointer, as far as they are set in a row. */
static uint16_t
arguments_of(const struct handing_path *path)
{
    uint16_t set = 0;

    for (int i = 0; i < REGISTER_ARGUMENTS; i++) {
        uint16_t argument = handing_state_bit(register_argument[i]);

        if ((path->unset & argument) != 0) {
            break;
        }
        set |= argument;
    }
    return path->holds & set;
}

/*
 * Words whose addresses somebody has: what is there now may be another's, and a
 * compiler lets variables of different times share a word. Who looks for what was
 * given away too often trusts only other copies, if there are any.
 */
static void
forget_shown(const struct handing_scene *scene, struct handing_path *path)
{
    uint64_t own = path->slots & ~path->shown;

    if (scene->cautious && (path->holds != 0 || own != 0)) {
        path->slots = own;
    }
}

bool
handing_call_step(struct handing_scene *scene,
                  const struct instruction *instruction,
                  struct handing_path *path)
{
    const struct handing_code *code = scene->code;
    const struct handing_call call = {
        .address = instruction->address,
        .target = instruction->target,
        .arguments = arguments_of(path),
        .pushed = handing_path_pushed(scene, path),
        .slot = instruction->flow == FLOW_CALL_INDIRECT,
    };
    bool given = call.arguments != 0 || call.pushed != 0;
    enum handing_callee callee = HANDING_BORROWS;

    if (!call.slot || instruction->memory.base == REGISTER_RIP) {
        callee = code->callee(code->context, &call);
    }
    if (given) {
        path->last.used = instruction->address;
        path->last.given = true;
        handing_state_balance(path, instruction, given_away(scene, callee));
        scene->handing->doubtful |= callee == HANDING_DOUBTFUL;
    }
    handing_state_forget(path, REGISTERS_CALL_CHANGES);
    handing_facts_forget(&path->facts, REGISTERS_CALL_CHANGES);
    if (given && callee == HANDING_RENEWS) {
        path->holds |= handing_state_bit(REGISTER_RESULT);
    }
    path->pushed = 0;
    path->unset = REGISTERS_ARGUMENTS;
    path->words = 0;
    path->last.passed = instruction->address;
    forget_shown(scene, path);
    /* A callee may have put something else there. */
    if (path->holds == 0 && path->slots != 0 &&
        (path->slots & ~path->shown) == 0) {
        scene->handing->unclear = true;
        return false;
    }
    return callee != HANDING_STOPS &&
           (call.slot || !handing_call_stops(code, call.target));
}
