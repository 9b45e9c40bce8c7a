#include "report/evidence/code/keepers.h"

#include "report/symbols/function_names.h"

/* A format says how many references a builder of values steals. */
static bool
is_built(const struct function_code *function, const struct handing_loss *loss)
{
    return loss->given &&
           (function_code_callee(function, loss->used) & FUNCTION_CHOOSES) != 0;
}

size_t
keepers_find(struct symbols *symbols, uint32_t image, uint64_t start,
             size_t size, const char *name, struct code_memory *memory,
             struct keeper *found, size_t room)
{
    struct handing_start begin = { .address = start };
    struct function_code function;
    struct handing handing;
    size_t count = 0;

    if (!function_code_at(&function, symbols, image, start, memory)) {
        return 0;
    }
    begin.variable = function_bytes_uses(&function, start, size, name);
    if (begin.variable == 0) {
        return 0;
    }
    handing_follow(&function.code, &begin, &memory->handing, &handing);
    for (size_t i = 0; i < handing.loss_count && count < room; i++) {
        const struct handing_loss *loss = &handing.losses[i];

        if (loss->twice != 0 && !is_built(&function, loss)) {
            found[count++] = (struct keeper){
                .place = symbols_place(symbols, image, loss->twice),
                .stored = handing.stored,
                .vague = handing.doubtful || handing.unclear,
            };
        }
    }
    return count;
}
