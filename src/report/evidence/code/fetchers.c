#include "report/evidence/code/fetchers.h"

#include <string.h>

#include "report/symbols/function_names.h"

/* What callees are given pointers to. */
enum { POINTERS_MAX = 3 };

/* Is what the call hands out forgotten on some path? */
static bool
forgets(struct function_code *function, const struct instruction *call,
        struct code_memory *memory)
{
    int64_t slots[POINTERS_MAX];
    size_t count = 0;

    if (!numbering_run(&memory->numbering, &function->code, function->entry)) {
        return false;
    }
    while (count < POINTERS_MAX &&
           function_code_slot(function, call->address, register_argument[count],
                              &slots[count])) {
        count++;
    }
    for (size_t i = 0; i < count; i++) {
        struct handing_start start = {
            .address = call->address + call->length,
            .in_slot = true,
            .loyal = true,
            .slot = slots[i],
            .owed = 1,
        };
        struct handing handing;

        handing_follow(&function->code, &start, &memory->handing, &handing);
        if (handing.loss_count > 0) {
            return true;
        }
    }
    return false;
}

static bool
hands_out(const struct function_code *function,
          const struct instruction *instruction)
{
    const char *name = function_code_imported(function, instruction);

    return name != NULL && (function_name_contract(name) & FUNCTION_HANDS) != 0;
}

size_t
fetchers_find(struct symbols *symbols, uint32_t image, uint64_t start,
              size_t size, struct code_memory *memory, uint64_t *found,
              size_t room)
{
    struct function_code function;
    struct instruction instruction;
    size_t count = 0;

    if (!function_code_at(&function, symbols, image, start, memory)) {
        return 0;
    }
    for (uint64_t at = start; at - start < size && count < room;
         at += instruction.length) {
        if (!function_bytes_decode(&function, at, &instruction)) {
            break;
        }
        if (hands_out(&function, &instruction) &&
            forgets(&function, &instruction, memory)) {
            found[count++] = at;
        }
    }
    return count;
}

bool
fetchers_feed(const char *function)
{
    static const char *const starts[] = { "PyErr_Set", "_PyErr_Set",
                                          "PyErr_Restore", "_PyErr_Restore",
                                          "PyTraceBack_Here" };

    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        if (strncmp(function, starts[i], strlen(starts[i])) == 0) {
            return true;
        }
    }
    return false;
}
