#include "report/evidence/code/exchanges.h"

#include "arch/decode.h"

enum { APART = 16 }; /* instructions between a load and its store, at most */

static uint32_t
bit(uint8_t register_)
{
    return register_ < REGISTER_COUNT ? 1u << register_ : 0;
}

/* The store to the word of that load, in the same row of instructions, where the
 * pointer that was loaded is still at hand; false: none. */
static bool
find_store(const struct function_code *function, const struct instruction *load,
           struct instruction *store)
{
    uint32_t needed =
        bit(load->memory.base) | bit(load->memory.index) | bit(load->register_);
    uint64_t at = load->address + load->length;

    if ((bit(load->register_) &
         (bit(load->memory.base) | bit(load->memory.index))) != 0) {
        return false;
    }
    for (int i = 0; i < APART; i++, at += store->length) {
        if (!function_bytes_decode(function, at, store) ||
            store->flow != FLOW_NEXT || (store->touches & needed) != 0) {
            return false;
        }
        if (store->form == FORM_STORE_REGISTER && store->width == 8 &&
            decode_same_memory(load, store)) {
            return store->register_ != load->register_;
        }
    }
    return false;
}

/* Is what the register has there released on every path, and never kept? */
static bool
is_released(const struct function_code *function,
            const struct lender_code *code, uint64_t address, uint8_t register_)
{
    const struct handing_start start = { .address = address,
                                         .registers = (uint16_t)bit(register_),
                                         .owed = 1 };
    struct handing handing;

    handing_follow(&function->code, &start, &code->memory->handing, &handing);
    code->memory->walked += handing.walked;
    return handing.gave.count > 0 && handing.gone && !handing.returned &&
           !handing.stored && !handing.unclear && !handing.number &&
           handing.loss_count == 0 && handing.lent_count == 0;
}

void
exchanges_find(const struct function_code *function,
               const struct lender_code *code, struct loan_stores *stores)
{
    struct instruction load, store;

    for (uint64_t at = code->start;
         at - code->start < code->size && stores->count < LOANS_STORES_MAX;
         at += load.length) {
        if (!function_bytes_decode(function, at, &load)) {
            return;
        }
        if (loans_loaded(function, stores, &load) &&
            find_store(function, &load, &store) &&
            !loans_has_store(stores, store.address) &&
            is_released(function, code, store.address + store.length,
                        load.register_)) {
            stores->at[stores->count++] = store.address;
            stores->exchanges++;
        }
    }
}
