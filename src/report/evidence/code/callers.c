#include "report/evidence/code/callers.h"

#include <stdlib.h>

enum { CALLS_MAX = 32 }; /* that are looked at */

/* Is that address in one of these instructions? */
static bool
is_among(const struct function_code *function,
         const struct handing_addresses *addresses, uint64_t at)
{
    struct instruction instruction;

    for (size_t i = 0; i < addresses->count; i++) {
        if (at >= addresses->at[i] &&
            function_bytes_decode(function, addresses->at[i], &instruction) &&
            at - addresses->at[i] < instruction.length) {
            return true;
        }
    }
    return false;
}

/* What is only handed on is for the next caller to give away. */
static bool
is_given_away(const struct handing *handing)
{
    for (size_t i = 0; i < handing->lent_count; i++) {
        if (!handing->lent[i].returned) {
            return true;
        }
    }
    return false;
}

static bool
gives_away(const struct lender_code *code, const struct image_call *call,
           uint64_t at)
{
    struct function_code function;
    struct instruction instruction;
    struct handing handing;

    if (call->jumps ||
        !function_code_at(&function, code->symbols, code->image, call->address,
                          code->memory) ||
        !function_bytes_decode(&function, call->address, &instruction)) {
        return false;
    }
    function.cautious = true;
    handing_follow(
        &function.code,
        &(struct handing_start){ .address = call->address + instruction.length,
                                 .registers = 1u << REGISTER_RESULT,
                                 .cautious = true,
                                 .borrows = true },
        &code->memory->handing, &handing);
    return at != 0 ? is_among(&function, &handing.gave, at)
                   : is_given_away(&handing);
}

bool
callers_give_away(const struct lender_code *code,
                  const struct image_call *calls, size_t count, uint64_t at)
{
    for (size_t i = 0; i < count && i < CALLS_MAX; i++) {
        if (gives_away(code, &calls[i], at)) {
            return true;
        }
    }
    return false;
}

bool
callers_release(struct symbols *symbols, const struct place *callee,
                const struct place *at, struct code_memory *memory)
{
    struct image_file *file = symbols_image_file(symbols, callee->image);
    struct lender_code code = { .symbols = symbols,
                                .image = callee->image,
                                .memory = memory };
    struct image_call *calls;
    size_t count, first;
    bool release;

    if (at->image != callee->image || file == NULL) {
        return false;
    }
    code.start = image_file_function_start(file, callee->offset);
    calls = image_code_calls(file, &count);
    count = image_code_calls_to(calls, count, code.start, &first);
    release = callers_give_away(&code, calls + first, count, at->offset);
    free(calls);
    return release;
}
