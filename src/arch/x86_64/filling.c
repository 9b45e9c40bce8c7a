#include "arch/filling.h"

#include "arch/x86_64/aims.h"

/* Where a tuple has its first item, and a list the address of its items. */
enum { ITEMS = 24 };

/* Whether the value is what such a call returned. */
static bool
is_container(const struct numbering *numbering, uint32_t value,
             handing_makes *makes)
{
    struct instruction call;
    struct handing_call asked;

    if (value % NUMBERING_KINDS != NUMBERING_WRITTEN + REGISTER_RAX ||
        !aims_find_writer(numbering, value, &call)) {
        return false;
    }
    asked = (struct handing_call){
        .address = call.address,
        .target = call.target,
        .slot = call.flow == FLOW_CALL_INDIRECT,
    };
    return (call.flow == FLOW_CALL ||
            (asked.slot && call.memory.base == REGISTER_RIP)) &&
           makes(numbering->code->context, &asked);
}

static bool
fills(struct numbering *numbering, const struct numbering_state *state,
      const struct instruction *store, handing_makes *makes)
{
    const struct numbering_state *before;
    struct instruction load;
    uint32_t value;

    if (store->form != FORM_STORE_REGISTER || store->width != 8 ||
        store->memory.base >= REGISTER_COUNT ||
        aims_is_stack(numbering, store)) {
        return false;
    }
    value = state->values[store->memory.base];
    if (is_container(numbering, value, makes)) {
        /* Where an index begins elsewhere than at 0, the rest is in it. */
        return store->memory.displacement >= ITEMS ||
               store->memory.index < REGISTER_COUNT;
    }
    if (!aims_find_writer(numbering, value, &load) || load.form != FORM_LOAD ||
        load.memory.base >= REGISTER_COUNT ||
        load.memory.displacement != ITEMS) {
        return false;
    }
    before = numbering_at(numbering, load.address);
    return before->address == load.address &&
           is_container(numbering, before->values[load.memory.base], makes);
}

size_t
filling_find(struct numbering *numbering, const struct handing_code *code,
             uint64_t entry, handing_makes *makes, uint64_t *stores,
             size_t room)
{
    size_t count = 0;

    if (!numbering_run(numbering, code, entry)) {
        return 0;
    }
    for (size_t i = 0; i < NUMBERING_STATES && count < room; i++) {
        const struct numbering_state *state = &numbering->states[i];
        struct instruction store;

        if (state->address != 0 &&
            aims_decode(numbering, state->address, &store) &&
            fills(numbering, state, &store, makes)) {
            stores[count++] = state->address;
        }
    }
    return count;
}
