#include "ledger/reader.h"

static bool
fail(struct reader_error *error, enum reader_problem problem, uint32_t table,
     uint64_t record, const char *what)
{
    *error = (struct reader_error){ problem, table, record, what };
    return false;
}

static bool
string_is_sound(const struct ledger *ledger, uint64_t string)
{
    const struct ledger_view *view = &ledger->views[LEDGER_STRINGS];
    uint32_t length;

    if (string == 0) {
        return true;
    }
    if (string % 4 != 0 || string >= view->used || view->used - string < 4) {
        return false;
    }
    length = *(const uint32_t *)((const char *)view->records + string);
    return length <= view->used - string - 4;
}

/*
 * What cannot be: in a torn ledger the field is cleared and counted, in a
 * finished one it is damage.
 */
static bool
clear_or_fail(struct ledger *ledger, const struct record_layout *layout,
              uint64_t index, const struct field *field, void *record,
              struct reader_error *error)
{
    if (!ledger_is_open(ledger)) {
        return fail(error, READER_DAMAGED, layout->table, index, field->name);
    }
    field_write(field, record, 0, 0);
    ledger->repairs++;
    return true;
}

/* Free records carry no meaning: what stands in them is not looked at. */
static bool
record_is_free(uint32_t table, const void *record)
{
    if (table == LEDGER_ACCOUNTS) {
        return ((const struct ledger_account *)record)->state ==
               LEDGER_ACCOUNT_FREE;
    }
    if (table == LEDGER_ENTRIES) {
        return ((const struct ledger_entry *)record)->account == 0;
    }
    return false;
}

static bool
field_is_sound(const struct ledger *ledger, const struct record_layout *layout,
               const struct field *field, const void *record, uint64_t index)
{
    uint64_t value = field_read(field, record, 0);

    if (field->kind == FIELD_STRING) {
        return string_is_sound(ledger, value);
    }
    if (field->kind == FIELD_INDEX) {
        /* Trees: a parent stands before its children, so walks end. */
        if (layout->table == field->target && field->offset == 0 &&
            value != 0 && value >= index) {
            return false;
        }
        return value == 0 || value < ledger->views[field->target].used;
    }
    return true;
}

static bool
node_value_is_sound(const struct ledger *ledger, const struct ledger_node *node)
{
    if (node->kind == LEDGER_NODE_SITE) {
        return node->value < ledger->views[LEDGER_SITES].used;
    }
    if (node->kind == LEDGER_NODE_EVALUATION) {
        return node->value == 0 ||
               node->value < ledger->views[LEDGER_CODES].used;
    }
    if (node->kind == LEDGER_NODE_SHADOW) {
        return node->value != 0 &&
               node->value < ledger->views[LEDGER_CODES].used;
    }
    if (node->kind == LEDGER_NODE_PYTHON) {
        return node->value == 0 ||
               node->value < ledger->views[LEDGER_PYTHON_NODES].used;
    }
    return true;
}

static bool
verify_table(struct ledger *ledger, const struct record_layout *layout,
             struct reader_error *error)
{
    struct ledger_view *view = &ledger->views[layout->table];

    for (uint64_t i = 1; i < view->used; i++) {
        char *record = (char *)view->records + i * layout->bytes;

        if (record_is_free(layout->table, record)) {
            continue;
        }
        for (uint32_t f = 0; f < layout->field_count; f++) {
            const struct field *field = &layout->fields[f];

            if (!field_is_sound(ledger, layout, field, record, i) &&
                !clear_or_fail(ledger, layout, i, field, record, error)) {
                return false;
            }
        }
        if (layout->table == LEDGER_NODES &&
            !node_value_is_sound(ledger, (struct ledger_node *)record)) {
            const struct field *kind = &layout->fields[1];

            if (!clear_or_fail(ledger, layout, i, kind, record, error)) {
                return false;
            }
        }
    }
    return true;
}

/*
 * Every account's chain has exactly entry_count entries, all of them its own.
 * The counts add up to no more than there are entries, which bounds the work
 * whatever the file says.
 */
static bool
verify_chains(struct ledger *ledger, struct reader_error *error)
{
    struct ledger_account *accounts =
        (struct ledger_account *)ledger->views[LEDGER_ACCOUNTS].records;
    struct ledger_entry *entries =
        (struct ledger_entry *)ledger->views[LEDGER_ENTRIES].records;
    uint64_t budget = ledger->views[LEDGER_ENTRIES].used;

    for (uint32_t i = 1; i < ledger_used(ledger, LEDGER_ACCOUNTS); i++) {
        struct ledger_account *account = &accounts[i];
        uint32_t *link = &account->entries;
        uint32_t length = 0;

        if (account->state == LEDGER_ACCOUNT_FREE) {
            continue;
        }
        while (*link != 0 && length < account->entry_count && budget > 0 &&
               entries[*link].account == i) {
            link = &entries[*link].next;
            length++;
            budget--;
        }
        if (*link != 0 || length != account->entry_count) {
            if (!ledger_is_open(ledger)) {
                return fail(error, READER_DAMAGED, LEDGER_ACCOUNTS, i,
                            "entries");
            }
            *link = 0;
            account->entry_count = length;
            ledger->repairs++;
        }
    }
    return true;
}

/* A record says where a run of others begins, and how many they are. */
static bool
run_is_sound(struct ledger *ledger, uint32_t table, uint32_t record,
             uint32_t first, uint32_t *count, uint32_t target, const char *name,
             struct reader_error *error)
{
    if (*count == 0 || (uint64_t)first + *count <= ledger->views[target].used) {
        return true;
    }
    if (!ledger_is_open(ledger)) {
        return fail(error, READER_DAMAGED, table, record, name);
    }
    *count = 0;
    ledger->repairs++;
    return true;
}

static bool
verify_runs(struct ledger *ledger, struct reader_error *error)
{
    struct ledger_signature *signatures =
        (struct ledger_signature *)ledger->views[LEDGER_SIGNATURES].records;
    struct ledger_owned *owned =
        (struct ledger_owned *)ledger->views[LEDGER_OWNED].records;

    for (uint32_t i = 1; i < ledger_used(ledger, LEDGER_SIGNATURES); i++) {
        if (!run_is_sound(ledger, LEDGER_SIGNATURES, i, signatures[i].first,
                          &signatures[i].count, LEDGER_SIGNATURE_ENTRIES,
                          "count", error)) {
            return false;
        }
    }
    for (uint32_t i = 1; i < ledger_used(ledger, LEDGER_OWNED); i++) {
        if (!run_is_sound(ledger, LEDGER_OWNED, i, owned[i].first_owner,
                          &owned[i].owner_count, LEDGER_OWNERS, "owner_count",
                          error)) {
            return false;
        }
    }
    return true;
}

static bool
pending_is_sound(const struct ledger *ledger, uint32_t index)
{
    const struct ledger_account *account = ledger_account_at(ledger, index);
    const struct ledger_pending *pending;

    if (account->pending > LEDGER_PENDING_MAX ||
        index >= ledger_used(ledger, LEDGER_PENDING) ||
        (account->taken_entry != 0 &&
         account->taken_entry >= ledger_used(ledger, LEDGER_ENTRIES))) {
        return false;
    }
    pending = ledger_pending_at(ledger, index);
    for (uint32_t i = 0; i < account->pending; i++) {
        const struct ledger_pending_change *change = &pending->changes[i];
        uint32_t tag = change->what & ~(uint32_t)LEDGER_PENDING_RELEASED;

        if (tag == 0 || tag >= ledger_used(ledger, LEDGER_NODES) ||
            (change->python != 0 &&
             change->python >= ledger_used(ledger, LEDGER_PYTHON_NODES))) {
            return false;
        }
    }
    return true;
}

static bool
verify_pending(struct ledger *ledger, struct reader_error *error)
{
    struct ledger_account *accounts =
        (struct ledger_account *)ledger->views[LEDGER_ACCOUNTS].records;

    for (uint32_t i = 1; i < ledger_used(ledger, LEDGER_ACCOUNTS); i++) {
        if (accounts[i].state == LEDGER_ACCOUNT_FREE ||
            accounts[i].pending == 0 || pending_is_sound(ledger, i)) {
            continue;
        }
        if (!ledger_is_open(ledger)) {
            return fail(error, READER_DAMAGED, LEDGER_ACCOUNTS, i, "pending");
        }
        accounts[i].pending = 0;
        ledger->repairs++;
    }
    return true;
}

static void
clear_bytes(void *bytes, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        ((char *)bytes)[i] = 0;
    }
}

bool
reader_verify(struct ledger *ledger, struct reader_error *error)
{
    const struct record_layout *layout = &record_layout_header;

    *error = (struct reader_error){ 0 };
    ledger->repairs = 0;
    for (uint32_t f = 0; f < layout->field_count; f++) {
        const struct field *field = &layout->fields[f];

        if (!field_is_sound(ledger, layout, field, ledger->header, 1) &&
            !clear_or_fail(ledger, layout, 0, field, ledger->header, error)) {
            return false;
        }
    }
    for (uint32_t table = 1; table < LEDGER_TABLES_KNOWN; table++) {
        layout = record_layout_find(table);
        if (layout == NULL) {
            continue;
        }
        clear_bytes(ledger->views[table].records, layout->bytes);
        if (!verify_table(ledger, layout, error)) {
            return false;
        }
    }
    return verify_chains(ledger, error) && verify_runs(ledger, error) &&
           verify_pending(ledger, error);
}
