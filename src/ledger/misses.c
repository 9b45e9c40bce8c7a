#include "ledger/misses.h"

#include "ledger/hash.h"

void
misses_add(struct accounts *accounts, const struct ledger_account *account,
           uint32_t site, int64_t delta)
{
    struct store *store = accounts->store;
    uint64_t hash = hash_mix(hash_mix(account->last_site, site), account->type);
    uint32_t slot = slots_first(&accounts->misses, hash);
    struct ledger_miss *miss;
    uint32_t index;

    store->header->changes_missed += (uint64_t)(delta < 0 ? -delta : delta);
    for (; (index = accounts->misses.at[slot]) != 0;
         slot = slots_next(&accounts->misses, slot)) {
        miss = store_miss(store, index);
        if (miss->before_site == account->last_site &&
            miss->after_site == site && miss->type == account->type) {
            break;
        }
    }
    if (index == 0) {
        index = store_add(store, LEDGER_MISSES, 1);
        if (index == 0 || accounts->misses.count > accounts->misses.mask / 2) {
            return;
        }
        accounts->misses.at[slot] = index;
        accounts->misses.count++;
        miss = store_miss(store, index);
        miss->before_site = account->last_site;
        miss->after_site = site;
        miss->type = account->type;
    }
    miss->times++;
    miss->delta += delta;
}
