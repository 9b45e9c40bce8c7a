#include "report/evidence/code/consumers.h"

#include <string.h>

#include "arch/landing.h"

/* The callee, to be read in memory of its own. */
static struct function_code
callee_of(const struct function_code *caller, const struct handing_call *call)
{
    struct function_code callee = *caller;
    size_t size;
    const uint8_t *bytes =
        function_bytes_from(&caller->code, call->target, &size);

    callee.entry = call->target;
    callee.place =
        symbols_place(caller->symbols, caller->place->image, call->target);
    callee.code.framed = landing_keeps_frame(bytes, size);
    callee.numbering = &caller->consumers->numbering;
    callee.consumers = NULL;
    callee.cautious = false;
    return callee;
}

/* Whoever keeps what it is given, keeps it where it succeeds. */
static void
read_callee(const struct function_code *caller, const struct handing_call *call,
            struct consumers_known *known)
{
    struct function_code callee = callee_of(caller, call);
    struct handing handing;
    bool object =
        symbols_function(callee.symbols, function_bytes_outermost(callee.place))
            ->returns == RETURN_OBJECT;

    callee.code.context = &callee;
    handing_follow(&callee.code,
                   &(struct handing_start){ .address = call->target,
                                            .registers = call->arguments,
                                            .asks = true },
                   &caller->consumers->handing, &handing);
    for (size_t i = 0; i < handing.lent_count; i++) {
        known->keep |= !handing.lent[i].returned &&
                       !handing_lent_fails(&handing.lent[i], object);
    }
    known->take = handing.loss_count > 0 || handing.returned ||
                  handing.unclear || handing.doubtful;
    known->store_count = handing.store_count;
    memcpy(known->stores, handing.stores, sizeof known->stores);
}

static bool
is_noted(const struct consumers_memory *memory, const struct handing_slot *slot)
{
    for (size_t i = 0; i < memory->store_count; i++) {
        if (memory->stores[i].where == slot->where &&
            memory->stores[i].fixed == slot->fixed) {
            return true;
        }
    }
    return false;
}

static void
note_stores(struct consumers_memory *memory,
            const struct consumers_known *known)
{
    for (size_t i = 0; known->keep && i < known->store_count; i++) {
        if (memory->store_count < HANDING_STORES_MAX &&
            !is_noted(memory, &known->stores[i])) {
            memory->stores[memory->store_count++] = known->stores[i];
        }
    }
}

/* What is known of that argument of the function; NULL: it cannot be read. */
static const struct consumers_known *
know(const struct function_code *caller, const struct handing_call *call)
{
    struct handing_call own = *call;
    struct consumers_known *known;
    uint32_t image = caller->place->image;
    size_t size;

    own.target = function_bytes_target(caller, call->target, call->slot);
    function_bytes_from(&caller->code, own.target, &size);
    if (caller->consumers == NULL || call->arguments == 0 || size == 0 ||
        own.target < caller->code.address) {
        return NULL;
    }
    known = &caller->consumers->known[(own.target >> 4) % CONSUMERS_KNOWN];
    if (known->target != own.target || known->image != image ||
        known->arguments != own.arguments) {
        *known = (struct consumers_known){ .target = own.target,
                                           .image = image,
                                           .arguments = own.arguments };
        read_callee(caller, &own, known);
    }
    return known;
}

bool
consumers_keep(const struct function_code *caller,
               const struct handing_call *call)
{
    const struct consumers_known *known = know(caller, call);

    if (known == NULL) {
        return false;
    }
    note_stores(caller->consumers, known);
    return known->keep;
}

bool
consumers_may_take(const struct function_code *caller,
                   const struct handing_call *call)
{
    const struct consumers_known *known = know(caller, call);

    return known == NULL || known->take;
}
