#include "probe/census/sweep.h"

#include "cpython/memory.h"
#include "ledger/account.h"
#include "ledger/signatures.h"
#include "probe/admission/counted.h"
#include "probe/census/memory_map.h"
#include "probe/images/types.h"
#include "probe/state/recorder.h"
#include "probe/state/shadow.h"

enum { OBJECT_BYTES = 16 };

/* Of the same type, or of another: C code and __class__ can assign that. With
 * the word that has its count. */
static bool
still_there(struct memory_map *map, const struct ledger_account *account,
            uint64_t *count)
{
    uint64_t type, type_at = account->object + recorder.layout->object.type;

    return memory_map_word(map, account->object, count) &&
           memory_map_word(map, type_at, &type) &&
           (type == store_type(&recorder.store, account->type)->address ||
            types_exist(type));
}

bool
sweep_is_alive(struct memory_map *map, uint32_t index)
{
    const struct ledger_account *account =
        store_account(&recorder.store, index);
    uint64_t word;

    return account->references > 0 && still_there(map, account, &word) &&
           recorder_count(word) == account->references;
}

static void
sweep_account(struct memory_map *map, uint32_t index)
{
    const struct ledger_account *account =
        store_account(&recorder.store, index);
    struct ledger_header *header = recorder.store.header;
    uint64_t word;
    bool possible;

    word = still_there(map, account, &word) ? word : 0;
    possible = (word & recorder.layout->refcount.always_zero) == 0;

    if (account->references == 0) {
        signatures_fold(&recorder.accounts, index);
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

static void
write_counted(uint64_t object, void *context)
{
    struct memory_map *map = context;
    uint64_t type;
    const struct type_facts *facts =
        sweep_counts(map, object) &&
                memory_map_word(map, object + recorder.layout->object.type,
                                &type)
            ? types_known(type)
            : NULL;
    uint32_t record;

    if (facts == NULL) {
        counted_end(object);
        return;
    }
    record = store_add(&recorder.store, LEDGER_COUNTED, 1);
    if (record == 0) {
        recorder.store.header->counted_dropped++;
        return;
    }
    *store_counted(&recorder.store, record) = (struct ledger_counted){
        .object = object,
        .type = facts->number,
        .references = counted_references(object),
    };
}

bool
sweep_counts(struct memory_map *map, uint64_t object)
{
    uint64_t word;

    return memory_map_word(map, object, &word) &&
           recorder_count(word) == counted_references(object);
}

/* Objects without an account are where the index has pages. */
void
sweep_counted(sweep_visit *visit, void *context)
{
    const struct account_index *index = &recorder.accounts.index;

    if (recorder.shadow_hashed) {
        return;
    }
    for (uint32_t page = 1; page <= index->page_count; page++) {
        uint64_t start = (uint64_t)index->regions[page]
                         << ACCOUNT_INDEX_PAGE_SHIFT;
        uint64_t end = start + ((uint64_t)1 << ACCOUNT_INDEX_PAGE_SHIFT);

        /* Eight of its bytes are looked at together. */
        for (uint64_t at = start; at < end; at += 8 * OBJECT_BYTES) {
            if (load64((uint64_t)(uintptr_t)shadow_at(at)) == 0) {
                continue;
            }
            for (uint64_t i = 0; i < 8; i++) {
                if (counted_references(at + i * OBJECT_BYTES) != 0) {
                    visit(at + i * OBJECT_BYTES, context);
                }
            }
        }
    }
}

/* Those of objects without an account are counted by kind. */
static void
sum_deaths(void)
{
    uint64_t kinds = *recorder.store.tables[LEDGER_KINDS].used;
    uint64_t types = *recorder.store.tables[LEDGER_TYPES].used;

    for (uint32_t i = 1; i < types; i++) {
        store_type(&recorder.store, i)->deaths_estimated = 0;
    }
    for (uint32_t i = 1; i < kinds; i++) {
        const struct ledger_kind *kind = store_kind(&recorder.store, i);

        store_type(&recorder.store, kind->type)->deaths_estimated +=
            kind->births - kind->alive;
    }
    for (uint32_t i = 1; i < types; i++) {
        struct ledger_type *type = store_type(&recorder.store, i);

        if (type->deaths_estimated < type->deaths) {
            type->deaths_estimated = type->deaths; /* where there are none */
        }
    }
}

void
sweep(void)
{
    uint64_t used = *recorder.store.tables[LEDGER_ACCOUNTS].used;
    struct memory_map map;

    if (!memory_map_read(&map)) {
        return;
    }
    sweep_counted(write_counted, &map);
    sum_deaths();
    for (uint64_t i = 1; i < used; i++) {
        const struct ledger_account *account =
            store_account(&recorder.store, (uint32_t)i);

        if (account->state != LEDGER_ACCOUNT_FREE &&
            (account->flags &
             (LEDGER_ACCOUNT_OVERDRAWN | LEDGER_ACCOUNT_UNSEEN)) == 0) {
            sweep_account(&map, (uint32_t)i);
        }
    }
    memory_map_release(&map);
}
