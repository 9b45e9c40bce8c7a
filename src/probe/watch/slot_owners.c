#include "probe/watch/slot_owners.h"

#include "cpython/type_info.h"
#include "probe/images/image_records.h"
#include "probe/state/peek.h"
#include "probe/state/recorder.h"
#include "probe/watch/object_extent.h"

#include <stddef.h>

enum {
    OWNER_BYTES_MAX = 1024, /* slots lie that near to their owner's start */
    PAGE_BYTES = 4096,
    PAGE_MARKS = 1 << 18, /* a page has that of its number, as have others */
    TYPES_KEPT = 1 << 12,
};

static uint64_t page_marks[PAGE_MARKS / 64];

/* What is known of a type. */
static enum { SLOTS_UNKNOWN, SLOTS_YES, SLOTS_NO } known_slots[TYPES_KEPT];

static uint64_t
page_number(uint64_t address)
{
    return address / PAGE_BYTES & (PAGE_MARKS - 1);
}

static void
mark_page(uint64_t address)
{
    uint64_t number = page_number(address);

    page_marks[number / 64] |= UINT64_C(1) << number % 64;
}

bool
slot_owners_may_lie_in(uint64_t page)
{
    uint64_t number = page_number(page);

    return (page_marks[number / 64] >> number % 64 & 1) != 0;
}

static bool
is_one_of(uint32_t number, const char *const *names)
{
    uint64_t type = store_type(&recorder.store, number)->address;

    while (*names != NULL &&
           !text_equals(type_name(recorder.layout, type), *names)) {
        names++;
    }
    return *names != NULL;
}

/*
 * Of the interpreter's own types numbers and texts hold nothing. Most containers
 * have their slots in tables, or items that come and go; frames leave in theirs
 * what they have given up.
 */
static bool
has_slots(uint32_t number)
{
    static const char *const without[] = {
        "dict",      "list",      "tuple",           "frame",
        "generator", "coroutine", "async_generator", NULL
    };
    uint32_t flags = store_type(&recorder.store, number)->flags;

    return (flags & LEDGER_TYPE_BUILTIN) == 0 ||
           ((flags & LEDGER_TYPE_GC) != 0 && !is_one_of(number, without));
}

/* Asked for each account: what is known of the types with low numbers is kept. */
static bool
may_own_slots(const struct ledger_account *account)
{
    uint32_t number = account->type;

    if (account->state == LEDGER_ACCOUNT_FREE) {
        return false;
    }
    if (number >= TYPES_KEPT) {
        return has_slots(number);
    }
    if (known_slots[number] == SLOTS_UNKNOWN) {
        known_slots[number] = has_slots(number) ? SLOTS_YES : SLOTS_NO;
    }
    return known_slots[number] == SLOTS_YES;
}

uint64_t
slot_owners_mark(void)
{
    uint64_t used = *recorder.store.tables[LEDGER_ACCOUNTS].used;

    for (uint32_t i = 0; i < PAGE_MARKS / 64; i++) {
        page_marks[i] = 0;
    }
    for (uint32_t i = 1; i < used; i++) {
        const struct ledger_account *account =
            store_account(&recorder.store, i);

        if (may_own_slots(account)) {
            mark_page(account->object);
            mark_page(account->object + OWNER_BYTES_MAX);
        }
    }
    return used;
}

void
slot_owners_forget(void)
{
    for (uint32_t i = 0; i < TYPES_KEPT; i++) {
        known_slots[i] = SLOTS_UNKNOWN;
    }
}

/*
 * The interpreter's own have items that come and go: arguments of a call, what
 * a frame works with. Of others they are what the object is for.
 */
uint64_t
slot_owner_bytes(uint64_t object, uint32_t number, uint64_t most)
{
    const struct ledger_type *type = store_type(&recorder.store, number);
    const struct python_layout *layout = recorder.layout;
    struct object_extent extent = { 0, 0 };
    uint64_t items = 0;

    if (!peek64(type->address + layout->type.basicsize, &extent.basic) ||
        extent.basic > most) {
        return 0;
    }
    if ((type->flags & LEDGER_TYPE_BUILTIN) == 0 &&
        peek64(type->address + layout->type.itemsize, &extent.item) &&
        object_has_items(extent, most)) {
        peek64(object + layout->object.size, &items);
    }
    return object_extent_bytes(extent, items, most);
}

/* The tracked object that the slot is a field or an item of, 0: none. */
static uint32_t
object_around(uint64_t slot)
{
    for (uint64_t back = slot & 15; back <= OWNER_BYTES_MAX; back += 16) {
        uint32_t index = account_find(&recorder.accounts, slot - back);

        if (index != 0) {
            uint64_t bytes = slot_owner_bytes(
                slot - back, store_account(&recorder.store, index)->type,
                OWNER_BYTES_MAX);

            return back + 8 <= bytes ? index : 0;
        }
    }
    return 0;
}

static bool
describe(uint64_t address, struct slot *slot)
{
    uint32_t index = object_around(address);
    const struct ledger_account *owner = store_account(&recorder.store, index);

    if (index == 0 ? image_record_at(address) == 0 : !has_slots(owner->type)) {
        return false;
    }
    slot->address = address;
    slot->owner = index;
    slot->owner_serial = index != 0 ? owner->serial : 0;
    slot->owner_type = index != 0 ? owner->type : 0;
    slot->owner_birth = index != 0 ? owner->birth : 0;
    slot->owner_offset = index != 0 ? (uint32_t)(address - owner->object) : 0;
    return true;
}

/*
 * Elsewhere are frames, and memory that was given back: what stands there may
 * be left over. What is young changes soon.
 */
bool
slot_choose(const struct slot_target *target, struct slot *slot)
{
    bool chosen = false;

    for (uint32_t i = 0; i < target->found && i < SLOT_FOUND_MAX; i++) {
        struct slot other;

        if (describe(target->words[i], &other) &&
            (!chosen || other.owner_serial > slot->owner_serial)) {
            *slot = other;
            chosen = true;
        }
    }
    return chosen;
}
