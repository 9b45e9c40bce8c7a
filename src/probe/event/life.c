#include "probe/event/life.h"

#include "base/mapping.h"
#include "cpython/memory.h"
#include "ledger/account.h"
#include "ledger/signatures.h"
#include "probe/admission/kinds.h"
#include "probe/images/types.h"
#include "probe/images/unseen.h"
#include "probe/state/recorder.h"
#include "probe/state/shadow.h"

enum {
    GRAVES_LEAST = 32,    /* most are released again at once, or never */
    KEPT_COUNT = 1 << 28, /* far from none, and from an immortal one\'s */
    KEPT_MAX = 4096,      /* of those that were: then no more are looked for */
};

/* Those that died last. */
static struct grave {
    uint64_t serial;
    uint32_t account; /* 0: empty */
} * graves;
static uint32_t grave_count, next_grave, kept;

bool
life_init(void)
{
    grave_count = GRAVES_LEAST + recorder.options.quarantine;
    graves = mapping_zeroed(grave_count * sizeof *graves);
    return graves != NULL;
}

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
    forget(index);
    count_death(store_account(&recorder.store, index));
    account_enter_pending(&recorder.accounts, index);
    account_detach(&recorder.accounts, index);
}

void
life_end(uint32_t index)
{
    const struct ledger_account *account =
        store_account(&recorder.store, index);

    if ((account->flags & LEDGER_ACCOUNT_OVERDRAWN) != 0) {
        keep(index);
        store_account(&recorder.store, index)->references = 0;
    }
    else if (account->references == 0) {
        forget(index);
        count_death(account);
        signatures_fold(&recorder.accounts, index);
    }
    else {
        lose(index);
    }
}

/* It is not there any more, or is over now. */
static void
open_grave(struct grave *grave)
{
    const struct ledger_account *account =
        store_account(&recorder.store, grave->account);

    if (grave->account != 0 && account->serial == grave->serial &&
        account->state != LEDGER_ACCOUNT_FREE && account->references == 0 &&
        (account->flags & (LEDGER_ACCOUNT_BURIED | LEDGER_ACCOUNT_KEPT)) ==
            LEDGER_ACCOUNT_BURIED) {
        life_end(grave->account);
    }
    grave->account = 0;
}

static void
bury(uint32_t index)
{
    struct ledger_account *account = store_account(&recorder.store, index);
    struct grave *grave = &graves[next_grave++ % grave_count];

    if (account->state == LEDGER_ACCOUNT_ADOPTED) {
        account->flags |=
            LEDGER_ACCOUNT_OVERDRAWN; /* data is never given back */
        life_end(index);
        return;
    }
    if (account->state != LEDGER_ACCOUNT_BORN ||
        recorder.stack_mode == LEDGER_STACK_NONE || kept == KEPT_MAX) {
        life_end(index);
        return;
    }
    open_grave(grave);
    account->flags |= LEDGER_ACCOUNT_BURIED;
    *grave = (struct grave){ account->serial, index };
}

void
life_count_is_zero(uint32_t index)
{
    const struct ledger_account *account =
        store_account(&recorder.store, index);
    uint64_t type = load64(account->object + recorder.layout->object.type);
    bool same = type == store_type(&recorder.store, account->type)->address;

    /* Static data does not die: None may be used below zero. */
    if ((account->flags & LEDGER_ACCOUNT_SHOWN) != 0) {
        unseen_hide(index);
        return;
    }
    /* A finalizer may bring it back: then its life goes on. The account's own
     * type may be gone by now, where a class was assigned or a death unseen. */
    if ((!same && !types_exist(type)) ||
        load64(type + recorder.layout->type.finalize) == 0) {
        bury(index);
    }
}

/* Its account; one that is nobody's, if it has none: as long as there are no
 * accounts at all, the first record of their table is not there either. */
static const struct ledger_account *
account_of(uint64_t object)
{
    static const struct ledger_account none;
    uint32_t index = account_find(&recorder.accounts, object);

    return index == 0 ? &none : store_account(&recorder.store, index);
}

bool
life_waits(uint64_t object)
{
    const struct ledger_account *account = account_of(object);

    return account->references == 0 &&
           (account->flags & LEDGER_ACCOUNT_BURIED) != 0;
}

static bool
is_kept(const struct ledger_account *account)
{
    return (account->flags & LEDGER_ACCOUNT_KEPT) != 0 &&
           account->state == LEDGER_ACCOUNT_BORN;
}

bool
life_is_kept(uint64_t object)
{
    return is_kept(account_of(object));
}

bool
life_can_be_kept(uint64_t object)
{
    const struct ledger_account *account = account_of(object);
    uint64_t type = load64(object + recorder.layout->object.type);

    return life_waits(object) &&
           (account->flags & LEDGER_ACCOUNT_OVERDRAWN) == 0 &&
           recorder_count(load64(object)) == 0 &&
           store_type(&recorder.store, account->type)->address == type &&
           types_exist(type);
}

void
life_keep(uint64_t object)
{
    store_account(&recorder.store, account_find(&recorder.accounts, object))
        ->flags |= LEDGER_ACCOUNT_KEPT;
    /* Counts have 32 bits that nobody else uses, or more. */
    *(volatile uint32_t *)(uintptr_t)object = KEPT_COUNT;
}

bool
life_end_keeping(uint64_t object)
{
    uint32_t index = account_find(&recorder.accounts, object);
    struct ledger_account *account = store_account(&recorder.store, index);
    bool used = (account->flags & LEDGER_ACCOUNT_OVERDRAWN) != 0;

    if (!is_kept(account)) {
        return true;
    }
    if (used) {
        keep(index);
    }
    else {
        account->flags &= (uint8_t)~LEDGER_ACCOUNT_KEPT;
        life_end(index);
    }
    return !used;
}

void
life_freed(uint32_t index)
{
    const struct ledger_account *account =
        store_account(&recorder.store, index);

    if (account->references != 0) {
        life_end(index);
    }
    else if ((account->flags & LEDGER_ACCOUNT_BURIED) == 0) {
        bury(index);
    }
}

void
life_used_again(uint32_t index)
{
    struct ledger_account *account = store_account(&recorder.store, index);

    account->flags |= LEDGER_ACCOUNT_OVERDRAWN;
    kept++;
    if (!is_kept(account)) {
        keep(index);
    }
}

void
life_close(void)
{
    for (uint32_t i = 0; i < grave_count; i++) {
        open_grave(&graves[i]);
    }
}
