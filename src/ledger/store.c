#include "ledger/store.h"

/* In the order of enum ledger_table_number. */
static const uint32_t record_bytes[LEDGER_TABLES_KNOWN] = {
    [LEDGER_STRINGS] = 1,
    [LEDGER_IMAGES] = sizeof(struct ledger_image),
    [LEDGER_SITES] = sizeof(struct ledger_site),
    [LEDGER_NODES] = sizeof(struct ledger_node),
    [LEDGER_CODES] = sizeof(struct ledger_code),
    [LEDGER_PYTHON_NODES] = sizeof(struct ledger_python_node),
    [LEDGER_TYPES] = sizeof(struct ledger_type),
    [LEDGER_ACCOUNTS] = sizeof(struct ledger_account),
    [LEDGER_ENTRIES] = sizeof(struct ledger_entry),
    [LEDGER_SIGNATURES] = sizeof(struct ledger_signature),
    [LEDGER_SIGNATURE_ENTRIES] = sizeof(struct ledger_signature_entry),
    [LEDGER_MISSES] = sizeof(struct ledger_miss),
    [LEDGER_EVALUATORS] = sizeof(struct ledger_evaluator),
    [LEDGER_CHECKPOINTS] = sizeof(struct ledger_checkpoint),
    [LEDGER_CLASSES] = sizeof(struct ledger_class),
    [LEDGER_MARKS] = sizeof(struct ledger_mark),
    [LEDGER_CENSUSES] = sizeof(struct ledger_census),
    [LEDGER_HOLDERS] = sizeof(struct ledger_holder),
    [LEDGER_OWNED] = sizeof(struct ledger_owned),
    [LEDGER_OWNERS] = sizeof(struct ledger_owner),
    [LEDGER_PENDING] = sizeof(struct ledger_pending),
    [LEDGER_LOSSES] = sizeof(struct ledger_loss),
    [LEDGER_COUNTED] = sizeof(struct ledger_counted),
    [LEDGER_MOMENTS] = sizeof(struct ledger_moment),
    [LEDGER_COURSES] = sizeof(struct ledger_course),
    [LEDGER_BORDERS] = sizeof(struct ledger_border),
    [LEDGER_KINDS] = sizeof(struct ledger_kind),
    [LEDGER_CHARGES] = sizeof(struct ledger_charge),
    [LEDGER_EXITS] = sizeof(struct ledger_exit),
    [LEDGER_STEPS] = sizeof(struct ledger_step),
    [LEDGER_RISES] = sizeof(struct ledger_rise),
};

void
store_init(struct store *store, struct ledger_header *header,
           uint8_t *const bases[], const uint64_t sizes[], store_grow *grow)
{
    __builtin_memcpy(header->magic, LEDGER_MAGIC, sizeof header->magic);
    header->version = LEDGER_VERSION;
    header->header_bytes = LEDGER_HEADER_BYTES;
    header->extent_bytes = LEDGER_EXTENT_BYTES;
    store->header = header;
    store->grow = grow;
    for (uint32_t i = 1; i < LEDGER_TABLES_KNOWN; i++) {
        struct ledger_table *slot = &header->tables[i - 1];
        struct store_table *table = &store->tables[i];

        slot->number = i;
        slot->record_bytes = record_bytes[i];
        slot->used = i == LEDGER_STRINGS ? 4 : 1; /* "none" */
        table->base = bases[i];
        table->record_bytes = record_bytes[i];
        table->usable = 0;
        table->limit = sizes[i] / record_bytes[i];
        if (table->limit > UINT32_MAX) {
            table->limit = UINT32_MAX;
        }
        table->used = &slot->used;
    }
}

/* Whether it grows with what the host does. */
static bool
is_bulk(uint32_t number)
{
    switch (number) {
    case LEDGER_NODES:
    case LEDGER_PYTHON_NODES:
    case LEDGER_ACCOUNTS:
    case LEDGER_ENTRIES:
    case LEDGER_PENDING:
    case LEDGER_SIGNATURES:
    case LEDGER_SIGNATURE_ENTRIES:
    case LEDGER_CLASSES:
    case LEDGER_MARKS:
    case LEDGER_COURSES:
    case LEDGER_CHARGES:
        return true;
    default:
        return false;
    }
}

/* When the budget is spent, what is new is left out. */
static bool
may_grow(const struct store *store, uint32_t number)
{
    uint32_t reserve = is_bulk(number) ? store->extent_reserve : 0;

    return store->header->extents + reserve < store->extent_limit;
}

uint32_t
store_add(struct store *store, uint32_t number, uint32_t count)
{
    struct store_table *table = &store->tables[number];
    uint64_t first = *table->used;

    if (first + count > table->limit) {
        return 0;
    }
    while (first + count > table->usable) {
        if (!may_grow(store, number) || !store->grow(store, number)) {
            return 0;
        }
    }
    *table->used = first + count;
    return (uint32_t)first;
}

ledger_string
store_text(struct store *store, const char *text, size_t bytes)
{
    uint32_t length = bytes > UINT16_MAX ? UINT16_MAX : (uint32_t)bytes;
    uint32_t at = store_add(store, LEDGER_STRINGS, (4 + length + 3) & ~3u);
    uint8_t *out = store->tables[LEDGER_STRINGS].base + at;

    if (at == 0) {
        return 0;
    }
    __builtin_memcpy(out, &length, 4);
    for (uint32_t i = 0; i < length; i++) {
        out[4 + i] = (uint8_t)text[i];
    }
    return at;
}

uint32_t
store_fullness(const struct store *store)
{
    const struct store_table *accounts = &store->tables[LEDGER_ACCOUNTS];
    const struct store_table *entries = &store->tables[LEDGER_ENTRIES];
    uint64_t a = *accounts->used * 256 / (accounts->limit | 1);
    uint64_t e = *entries->used * 256 / (entries->limit | 1);
    uint32_t extents = store->extent_limit - store->extent_reserve;
    uint64_t x =
        (uint64_t)store->header->extents * 256 / (extents == 0 ? 1 : extents);

    a = a > e ? a : e;
    return (uint32_t)(a > x ? a : x);
}
