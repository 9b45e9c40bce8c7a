#include "probe/watch/slot_search.h"

#include "base/clock.h"
#include "base/system.h"
#include "probe/census/memory_map.h"
#include "probe/census/memory_scan.h"
#include "probe/images/image_records.h"
#include "probe/state/suspects.h"

#include <stddef.h>

enum {
    THROUGH_WORDS = 16, /* of an object, that may hold the one before it */
    SEARCHES_BETWEEN_MAPS = 8,
    BYTES_A_MICROSECOND = 2500, /* are read, at least, by most machines */
    PART_BYTES = 4096,          /* as dear as asking the kernel what is there */
    RANGE_BITS_MAX = 36,        /* 64 GB are passed over in 20 ms or so */
    PASSED_SHARE = 1024,     /* to pass over a page is as dear as four bytes */
    ACCOUNT_BYTES = 16,      /* as dear as looking where one has its object */
    SEARCH_BYTES = 80000000, /* one search, at most: 20 ms or so */
    HEAD_START_BYTES = 150000000, /* for urgent ones, too */
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
    slot_owners_forget();
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
    asked_bytes += slot_owners_mark() * ACCOUNT_BYTES;
    for (size_t i = 0; i < map.count; i++) {
        const struct memory_range *range = &map.ranges[i];

        scan.wants = range->image != 0 ? NULL : slot_owners_may_lie_in;
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
