#include "probe/event/life.h"

#include "cpython/memory.h"
#include "probe/admission/kinds.h"
#include "probe/images/types.h"
#include "probe/state/recorder.h"
#include "probe/state/shadow.h"

static void
forget(uint32_t index)
{
    kinds_closed(index);
    shadow_forget(store_account(&recorder.store, index)->object);
    if (recorder.moving == index) {
        recorder.moving = 0;
    }
}

/* The memory holds no such object any more, and nobody saw it die. */
static void
lose(uint32_t index)
{
    forget(index);
    recorder.store.header->vanished++;
    account_close(&recorder.accounts, index);
}

void
life_immortal(uint32_t index)
{
    forget(index);
    recorder.store.header->immortalized++;
    account_close(&recorder.accounts, index);
}

static void
count_death(const struct ledger_account *account)
{
    struct ledger_type *type = store_type(&recorder.store, account->type);

    recorder.store.header->deaths++;
    type->deaths++;
    type->deaths_estimated++;
}

/* It died too early: who released it is to be found out from its account. */
static void
keep(uint32_t index)
{
    struct ledger_account *account = store_account(&recorder.store, index);

    forget(index);
    count_death(account);
    account_enter_pending(&recorder.accounts, index);
    account_detach(&recorder.accounts, index);
    account->references = 0;
}

void
life_end(uint32_t index)
{
    const struct ledger_account *account =
        store_account(&recorder.store, index);

    if ((account->flags & LEDGER_ACCOUNT_OVERDRAWN) != 0) {
        keep(index);
    }
    else if (account->references == 0) {
        forget(index);
        count_death(account);
        account_fold(&recorder.accounts, index);
    }
    else {
        lose(index);
    }
}

void
life_count_is_zero(uint32_t index)
{
    const struct ledger_account *account =
        store_account(&recorder.store, index);
    uint64_t type = load64(account->object + recorder.layout->object.type);
    bool same = type == store_type(&recorder.store, account->type)->address;

    /* A finalizer may bring it back: then its life goes on. The account's own
     * type may be gone by now, where a class was assigned or a death unseen. */
    if ((!same && !types_exist(type)) ||
        load64(type + recorder.layout->type.finalize) == 0) {
        life_end(index);
    }
}
