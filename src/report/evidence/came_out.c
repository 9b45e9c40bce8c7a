#include "report/evidence/came_out.h"

#include "report/input/ledger_load.h"

/* Has the module a hand in it, up to the evaluation that it belongs to? */
static bool
passes(const struct part *part, uint32_t image)
{
    for (size_t i = 0;
         i < part->stack.relevant && !part->stack.frames[i].evaluator; i++) {
        if (part->stack.frames[i].place->image == image) {
            return true;
        }
    }
    return false;
}

bool
came_out(const struct ledger *ledger, struct symbols *symbols,
         const struct parts *parts, const struct part *part)
{
    double taken = 0, released = 0;
    uint32_t image;

    if (part->birth || part->stack.relevant == 0) {
        return false;
    }
    image = part->stack.frames[0].place->image;
    if (ledger_image_is_interpreters(ledger, image)) {
        return false;
    }
    for (size_t i = 0; i < parts->count; i++) {
        const struct part *other = &parts->items[i];

        if (other->stack.relevant == 0) {
            continue;
        }
        if (other->birth ? passes(other, image)
                         : other->stack.frames[0].place->image == image) {
            taken += other->taken;
            released +=
                stack_disposed(symbols, &other->stack, other->stack.relevant)
                    ? other->released
                    : 0;
        }
    }
    return released > 0 && released >= taken;
}
