#include "probe/watch/slot_search.h"

#include "base/clock.h"
#include "base/system.h"
#include "cpython/type_info.h"
#include "probe/census/memory_map.h"
#include "probe/census/memory_scan.h"
#include "probe/images/image_records.h"
#include "probe/state/peek.h"
#include "probe/state/recorder.h"
#include "probe/state/suspects.h"
#include "probe/watch/object_extent.h"

#include <stddef.h>

enum {
    THROUGH_WORDS = 16,     /* of an object, that may hold the one before it */
    OWNER_BYTES_MAX = 1024, /* slots lie that near to their owner's start */
    SEARCHES_BETWEEN_MAPS = 8,
    BYTES_A_MICROSECOND = 2500, /* are read, at least, by most machines */
    PAGE_BYTES = 4096,
    PART_BYTES = 4096,       /* as dear as asking the kernel what is there */
    RANGE_BITS_MAX = 36,     /* 64 GB are passed over in 20 ms or so */
    PASSED_SHARE = 1024,     /* to pass over a page is as dear as four bytes */
    ACCOUNT_BYTES = 16,      /* as dear as looking where one has its object */
    PAGE_MARKS = 1 << 18,    /* a page has that of its number, as have others */
    SEARCH_BYTES = 80000000, /* one search, at most: 20 ms or so */
    HEAD_START_BYTES = 150000000, /* for urgent ones, too */
    TYPES_KEPT = 1 << 12,
    SHARE = 100, /* one nanosecond in so many may be for searching */
};

/* All the objects of one search; most words are told apart by the filter. */
struct search {
    struct slot_target *targets;
    int count;
    uint64_t filter;
};

static struct memory_map map;
static struct memory_scan scan;
static uint32_t searches, since_map;
static uint64_t asked_bytes;    /* of this search: PART_BYTES a question */
static uint64_t spent_bytes[2]; /* and for urgent ones */
static int64_t begin_ns;        /* of the processor's time; 0: not known */

static uint64_t page_marks[PAGE_MARKS / 64];

/* What is known of a type. */
static enum { SLOTS_UNKNOWN, SLOTS_YES, SLOTS_NO } known_slots[TYPES_KEPT];

static uint64_t
page_number(uint64_t address)
{
    return address / PAGE_BYTES & (PAGE_MARKS - 1);
}

/* An owner has an account: only where such objects lie can a slot be. */
static bool
may_have_owners(uint64_t page)
{
    uint64_t number = page_number(page);

    return (page_marks[number / 64] >> number % 64 & 1) != 0;
}

static void
mark_page(uint64_t address)
{
    uint64_t number = page_number(address);

    page_marks[number / 64] |= UINT64_C(1) << number % 64;
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

static void
mark_owners(void)
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
    asked_bytes += used * ACCOUNT_BYTES;
}

/* Of this search, so far. */
static uint64_t
cost(void)
{
    return scan.scanned + scan.passed / PASSED_SHARE + asked_bytes;
}

/* Asked before each part of memory. */
static bool
is_late(void)
{
    asked_bytes += PART_BYTES;
    return cost() > SEARCH_BYTES;
}

/*
 * How many bytes may have been read so far. By the processor's time: a program
 * that waits is not searched meanwhile. Where nobody tells it, or no longer,
 * there is none.
 */
static uint64_t
allowed_bytes(void)
{
    int64_t now_ns = clock_process_ns(), worked_ns;

    begin_ns = begin_ns == 0 ? now_ns : begin_ns;
    worked_ns = now_ns > begin_ns ? now_ns - begin_ns : 0;
    return HEAD_START_BYTES + (uint64_t)suspects_share(worked_ns, SHARE) /
                                  1000 * BYTES_A_MICROSECOND;
}

void
slot_search_prepare(void)
{
    if (system_is_sealed()) {
        return;
    }
    if (since_map > SEARCHES_BETWEEN_MAPS || map.count == 0) {
        memory_map_release(&map);
        memory_map_read(&map);
        since_map = 0;
    }
}

void
slot_search_forget(void)
{
    spent_bytes[0] = spent_bytes[1] = 0;
    begin_ns = 0;
    for (uint32_t i = 0; i < TYPES_KEPT; i++) {
        known_slots[i] = SLOTS_UNKNOWN;
    }
}

static uint64_t
filter_bit(uint64_t word)
{
    return (uint64_t)1 << ((word >> 4 ^ word >> 10) & 63);
}

static void
note_word(uint64_t address, uint64_t word, void *context)
{
    const struct search *search = context;

    if ((search->filter & filter_bit(word)) == 0) {
        return;
    }
    for (int i = 0; i < search->count; i++) {
        struct slot_target *target = &search->targets[i];

        if (target->object == word && address - word >= 16) {
            if (target->found < SLOT_FOUND_MAX) {
                target->words[target->found] = address;
            }
            target->found++;
        }
    }
}

/* Much memory, and hardly a slot that is overwritten. */
static bool
is_interpreter(const struct memory_range *range)
{
    return image_record_is_interpreter(range->image);
}

/* What is larger is no heap, but address space that somebody has set aside. */
static bool
is_searched(const struct memory_range *range)
{
    return range->writable && !range->stack && !is_interpreter(range) &&
           (range->end - range->start) >> RANGE_BITS_MAX == 0;
}

/* Their range, and the filter that lets them pass. */
static void
aim(struct search *search)
{
    scan.low = UINT64_MAX;
    scan.high = 0;
    for (int i = 0; i < search->count; i++) {
        uint64_t object = search->targets[i].object;

        search->targets[i].found = 0;
        if (object != 0) {
            search->filter |= filter_bit(object);
            scan.low = object < scan.low ? object : scan.low;
            scan.high = object >= scan.high ? object + 1 : scan.high;
        }
    }
}

bool
slot_search(struct slot_target *targets, int count, bool urgent)
{
    struct search search = { targets, count, 0 };

    if (map.count == 0 || system_is_sealed() ||
        spent_bytes[urgent] > allowed_bytes() || !memory_scan_open(&scan)) {
        return false;
    }
    aim(&search);
    scan.found = note_word;
    scan.context = &search;
    scan.is_late = is_late;
    scan.scanned = scan.passed = 0;
    asked_bytes = PART_BYTES;
    mark_owners();
    for (size_t i = 0; i < map.count; i++) {
        const struct memory_range *range = &map.ranges[i];

        scan.wants = range->image != 0 ? NULL : may_have_owners;
        if (is_searched(range) &&
            (cost() > SEARCH_BYTES ||
             !memory_scan_range(&scan, range->start, range->end))) {
            break;
        }
    }
    searches++;
    since_map++;
    spent_bytes[urgent] += cost();
    return true;
}

bool
slot_in_an_image(uint64_t address)
{
    uint64_t used = *recorder.store.tables[LEDGER_IMAGES].used;

    for (uint32_t i = 1; i < used; i++) {
        const struct ledger_image *image = store_image(&recorder.store, i);

        if (address >= image->start && address < image->end) {
            return true;
        }
    }
    return false;
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

    if (index == 0 ? !slot_in_an_image(address) : !has_slots(owner->type)) {
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

bool
slot_holds(const struct slot *slot, uint64_t object)
{
    uint64_t word = 0;

    if (!memory_scan_open(&scan)) {
        return true;
    }
    return memory_scan_read(&scan, slot->address, &word) && word == object;
}

bool
slot_holds_through(const struct slot *slot, uint64_t object)
{
    uint64_t between = 0, word = 0;
    bool found = false;

    if (!memory_scan_open(&scan)) {
        return false;
    }
    if (memory_scan_read(&scan, slot->address, &between)) {
        for (uint64_t i = 0; i < THROUGH_WORDS && !found &&
                             memory_scan_read(&scan, between + 8 * i, &word);
             i++) {
            found = word == object;
        }
    }
    return found;
}

uint32_t
slot_search_cost(uint64_t *bytes)
{
    *bytes = spent_bytes[0] + spent_bytes[1];
    return searches;
}

void
slot_search_end(void)
{
    memory_map_release(&map);
    memory_scan_close(&scan);
}
