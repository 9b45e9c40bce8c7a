#include "probe/images/unseen.h"

#include "base/mapping.h"
#include "base/refcount_shape.h"
#include "ledger/account.h"
#include "probe/state/peek.h"
#include "probe/state/recorder.h"
#include "probe/state/shadow.h"

/* What it takes to read a count, with what is to be done then. */
enum { DIRECT_NS = 20, ASKED_NS = 200 /* of the kernel */ };

/* Accounts that are unseen, or were: as they were added, one behind the other in
 * memory for the most part. */
static uint32_t *unseen;
static uint32_t unseen_count;
static int64_t look_ns;

void
unseen_add(uint32_t index)
{
    struct ledger_account *account = store_account(&recorder.store, index);

    if (unseen == NULL) {
        unseen = mapping_zeroed(recorder.store.tables[LEDGER_ACCOUNTS].limit *
                                sizeof *unseen);
    }
    account->flags |= LEDGER_ACCOUNT_UNSEEN;
    if (unseen != NULL &&
        unseen_count < recorder.store.tables[LEDGER_ACCOUNTS].limit) {
        unseen[unseen_count++] = index;
        look_ns += peek_is_direct(account->object) ? DIRECT_NS : ASKED_NS;
    }
}

int64_t
unseen_look_ns(void)
{
    return look_ns;
}

/* No free list has it; what 3.11 freezes has more than others may have. And a
 * program that ends as None was released to the last goes on to use it, below
 * zero. */
static bool
count_of(uint64_t word, int64_t *count)
{
    *count = recorder_count(word);
    return *count <= INT32_MAX &&
           (*count >= 0 ||
            (recorder.layout->refcount.immortal == IMMORTAL_NEVER &&
             *count > -REFCOUNT_FROZEN));
}

static bool
is_unseen(uint32_t index)
{
    return (store_account(&recorder.store, index)->flags &
            LEDGER_ACCOUNT_UNSEEN) != 0;
}

void
unseen_visit_some(const uint32_t *accounts, uint32_t number,
                  unseen_visitor *visit)
{
    /* Not on the stack: what a search finds there passes for pointers. */
    static uint64_t addresses[PEEK_MOST], words[PEEK_MOST];
    uint64_t there;
    int64_t count;

    for (uint32_t i = 0; i < number; i++) {
        addresses[i] = store_account(&recorder.store, accounts[i])->object;
    }
    there = peek_words(addresses, words, number);
    for (uint32_t i = 0; i < number; i++) {
        if ((there >> i & 1) != 0 && is_unseen(accounts[i]) &&
            count_of(words[i], &count)) {
            visit(accounts[i], count);
        }
    }
}

void
unseen_visit(unseen_visitor *visit)
{
    uint32_t number;

    for (uint32_t i = 0; i < unseen_count; i += number) {
        number = unseen_count - i < PEEK_MOST ? unseen_count - i : PEEK_MOST;
        unseen_visit_some(&unseen[i], number, visit);
    }
}

static void
enter(uint32_t index, int64_t count)
{
    store_account(&recorder.store, index)->references = count;
}

void
unseen_look(void)
{
    unseen_visit(enter);
}

bool
unseen_see(uint32_t index)
{
    struct ledger_account *account = store_account(&recorder.store, index);
    uint64_t word;
    int64_t count;

    if (!is_unseen(index) || !peek64(account->object, &word) ||
        !count_of(word, &count) || count < 0) {
        return false;
    }
    account->references = count;
    account->flags |= LEDGER_ACCOUNT_RESTED;
    account->flags &= (uint8_t)~LEDGER_ACCOUNT_UNSEEN;
    shadow_track(account->object);
    return true;
}

void
unseen_show(uint32_t index)
{
    if (unseen_see(index)) {
        store_account(&recorder.store, index)->flags |= LEDGER_ACCOUNT_SHOWN;
    }
}

void
unseen_hide(uint32_t index)
{
    struct ledger_account *account = store_account(&recorder.store, index);

    if ((account->flags & LEDGER_ACCOUNT_SHOWN) != 0) {
        account->flags &=
            (uint8_t) ~(LEDGER_ACCOUNT_SHOWN | LEDGER_ACCOUNT_RESTS);
        account->flags |= LEDGER_ACCOUNT_UNSEEN;
        account_forget(&recorder.accounts, index);
        shadow_forget(account->object);
    }
}
