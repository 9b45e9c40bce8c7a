#include "probe/sweep.h"

#include "cpython/memory.h"
#include "probe/memory_map.h"
#include "probe/recorder.h"

enum { OBJECT_BYTES = 16 };

static bool
still_there(const struct memory_map *map, const struct ledger_account *account)
{
    return memory_map_holds(map, account->object, OBJECT_BYTES) &&
           load64(account->object + recorder.layout->object.type) ==
               store_type(&recorder.store, account->type)->address;
}

bool
sweep_is_alive(const struct memory_map *map, uint32_t index)
{
    const struct ledger_account *account =
        store_account(&recorder.store, index);

    return account->references > 0 && still_there(map, account) &&
           recorder_count(load64(account->object)) == account->references;
}

static void
sweep(const struct memory_map *map, uint32_t index)
{
    const struct ledger_account *account =
        store_account(&recorder.store, index);
    struct ledger_header *header = recorder.store.header;
    uint64_t word = still_there(map, account) ? load64(account->object) : 0;
    bool possible = (word & recorder.layout->refcount.always_zero) == 0;

    if (account->references == 0) {
        account_fold(&recorder.accounts, index);
    }
    else if (possible && recorder_count(word) < 0) {
        header->immortalized++;
        account_close(&recorder.accounts, index);
    }
    else if (recorder_count(word) != account->references) {
        header->vanished++;
        account_close(&recorder.accounts, index);
    }
}

void
sweep_accounts(void)
{
    uint64_t used = *recorder.store.tables[LEDGER_ACCOUNTS].used;
    struct memory_map map;

    if (!memory_map_read(&map)) {
        return;
    }
    for (uint64_t i = 1; i < used; i++) {
        if (store_account(&recorder.store, (uint32_t)i)->state !=
            LEDGER_ACCOUNT_FREE) {
            sweep(&map, (uint32_t)i);
        }
    }
    memory_map_release(&map);
}
