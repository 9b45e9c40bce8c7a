#include "probe/watch/gainers.h"

#include "base/mapping.h"
#include "cpython/memory.h"
#include "cpython/type_info.h"
#include "probe/admission/counted.h"
#include "probe/admission/resting.h"
#include "probe/images/adopt.h"
#include "probe/images/types.h"
#include "probe/images/unseen.h"
#include "probe/state/peek.h"
#include "probe/state/recorder.h"
#include "probe/state/shadow.h"

enum {
    OBJECT_BYTES = 16, /* of which one byte of the shadow knows */
    WORD_OBJECTS = 8,  /* whose bytes are compared together */
    WORD_BYTES = WORD_OBJECTS * OBJECT_BYTES,
    PAGE_WORDS = (1 << ACCOUNT_INDEX_PAGE_SHIFT) / WORD_BYTES,
};

/* What was remembered; of the shadow, those parts where the index has pages. */
static struct {
    uint64_t *shadow;
    uint64_t shadow_room; /* bytes */
    uint32_t pages;
    int64_t *references; /* by account */
    uint32_t accounts;
    uint64_t serial; /* of the youngest account then */
} then;

static uint64_t
page_start(uint32_t page)
{
    return (uint64_t)recorder.accounts.index.regions[page]
           << ACCOUNT_INDEX_PAGE_SHIFT;
}

static bool
make_room(uint64_t bytes)
{
    if (then.references == NULL) {
        then.references =
            mapping_zeroed(recorder.store.tables[LEDGER_ACCOUNTS].limit *
                           sizeof *then.references);
    }
    if (bytes > then.shadow_room) {
        mapping_return(then.shadow, then.shadow_room);
        then.shadow_room = 0;
        then.shadow = mapping_zeroed(2 * bytes);
        then.shadow_room = then.shadow != NULL ? 2 * bytes : 0;
    }
    return then.references != NULL && bytes <= then.shadow_room;
}

/* What the shadow says of eight neighbours. */
static uint64_t
word_at(uint64_t object)
{
    return load64((uint64_t)(uintptr_t)shadow_at(object));
}

static void
remember_page(uint32_t page)
{
    uint64_t *words = &then.shadow[(uint64_t)(page - 1) * PAGE_WORDS];
    uint64_t start = page_start(page);

    for (uint32_t i = 0; i < PAGE_WORDS; i++) {
        words[i] = word_at(start + i * WORD_BYTES);
    }
}

bool
gainers_remember(void)
{
    uint32_t pages, accounts;

    adopt_late_types();
    pages = recorder.shadow_hashed ? 0 : recorder.accounts.index.page_count;
    accounts = (uint32_t)*recorder.store.tables[LEDGER_ACCOUNTS].used;
    then.pages = then.accounts = 0;
    if (!make_room((uint64_t)pages * PAGE_WORDS * sizeof *then.shadow)) {
        return false;
    }
    unseen_look();
    for (uint32_t i = 1; i < accounts; i++) {
        then.references[i] = store_account(&recorder.store, i)->references;
    }
    for (uint32_t page = 1; page <= pages; page++) {
        remember_page(page);
    }
    then.pages = pages;
    then.accounts = accounts;
    then.serial = recorder.accounts.serial;
    return true;
}

/* `account` is 0 for what has none. */
typedef void gain_visit(uint64_t object, uint32_t account, int64_t gained,
                        void *context);

static void
visit_accounts(gain_visit *visit, void *context)
{
    unseen_look();
    for (uint32_t i = 1; i < then.accounts; i++) {
        const struct ledger_account *account =
            store_account(&recorder.store, i);

        if (account->state != LEDGER_ACCOUNT_FREE && account->references > 0 &&
            account->serial <= then.serial &&
            account->references != then.references[i]) {
            visit(account->object, i, account->references - then.references[i],
                  context);
        }
    }
}

/* What got an account since is among the accounts, if it had one then. */
static void
visit_counted(uint64_t object, uint8_t before, gain_visit *visit, void *context)
{
    int64_t counted =
        before & SHADOW_COUNTED ? before >> SHADOW_COUNT_SHIFT : 0;
    uint32_t account = account_find(&recorder.accounts, object);
    int64_t now = account != 0
                      ? store_account(&recorder.store, account)->references
                      : (int64_t)counted_references(object);

    if (counted != 0 && now > 0 && now != counted) {
        visit(object, account, now - counted, context);
    }
}

static void
visit_word(uint64_t object, uint64_t before, gain_visit *visit, void *context)
{
    for (; before != 0; before >>= 8) {
        visit_counted(object, (uint8_t)before, visit, context);
        object += OBJECT_BYTES;
    }
}

static void
visit_page(uint32_t page, gain_visit *visit, void *context)
{
    const uint64_t *words = &then.shadow[(uint64_t)(page - 1) * PAGE_WORDS];
    uint64_t start = page_start(page);

    for (uint32_t i = 0; i < PAGE_WORDS; i++) {
        uint64_t object = start + i * WORD_BYTES;

        if (words[i] != word_at(object)) {
            visit_word(object, words[i], visit, context);
        }
    }
}

static void
visit_changed(gain_visit *visit, void *context)
{
    visit_accounts(visit, context);
    for (uint32_t page = 1; page <= then.pages; page++) {
        visit_page(page, visit, context);
    }
}

static void
add(uint64_t object, uint32_t account, int64_t gained, void *context)
{
    (void)object;
    (void)account;
    *(int64_t *)context += gained;
}

int64_t
gainers_sum(void)
{
    int64_t sum = 0;

    visit_changed(add, &sum);
    return sum;
}

struct listing {
    int64_t least;
    struct reftally_gainer *gainers;
    uint32_t room, count;
};

/* It may have died unseen: then nobody knows. */
static void
name_type(uint64_t object, struct reftally_gainer *gainer)
{
    const struct python_layout *layout = recorder.layout;
    size_t length = 0;
    uint64_t type;

    if (peek64(object + layout->object.type, &type) && types_exist(type)) {
        length =
            type_full_name(layout, type, gainer->type, sizeof gainer->type - 1);
    }
    gainer->type[length] = '\0';
}

static void
list(uint64_t object, uint32_t account, int64_t gained, void *context)
{
    struct listing *listing = context;

    (void)account;
    if (gained < listing->least) {
        return;
    }
    if (listing->count < listing->room) {
        listing->gainers[listing->count].gained = (long)gained;
        name_type(object, &listing->gainers[listing->count]);
    }
    listing->count++;
}

uint32_t
gainers_list(int64_t least, struct reftally_gainer *gainers, uint32_t room)
{
    struct listing listing = { least, gainers, room, 0 };

    visit_changed(list, &listing);
    return listing.count;
}

struct following {
    int64_t least;
    uint32_t count;
};

static void
follow(uint64_t object, uint32_t index, int64_t gained, void *context)
{
    struct following *following = context;
    struct ledger_account *account;

    if (gained < following->least) {
        return;
    }
    if (index == 0 && (index = counted_open(object)) == 0) {
        return;
    }
    account = store_account(&recorder.store, index);
    if ((account->flags & LEDGER_ACCOUNT_FOLLOWED) != 0) {
        return;
    }
    resting_wake(index);
    unseen_show(index);
    account_forget(&recorder.accounts, index);
    account->flags |= LEDGER_ACCOUNT_FOLLOWED | LEDGER_ACCOUNT_RESTED;
    following->count++;
}

uint32_t
gainers_follow(int64_t least)
{
    struct following following = { .least = least };

    visit_changed(follow, &following);
    return following.count;
}

void
gainers_let_go(void)
{
    uint64_t used = *recorder.store.tables[LEDGER_ACCOUNTS].used;

    for (uint32_t i = 1; i < used; i++) {
        struct ledger_account *account = store_account(&recorder.store, i);

        if (account->state != LEDGER_ACCOUNT_FREE &&
            (account->flags & LEDGER_ACCOUNT_FOLLOWED) != 0) {
            account->flags &= (uint8_t)~LEDGER_ACCOUNT_FOLLOWED;
            account_forget(&recorder.accounts, i);
            unseen_hide(i);
        }
    }
}
