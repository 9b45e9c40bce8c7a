#include "probe/census/memory_scan.h"

#include "arch/stub.h"
#include "base/mapping.h"
#include "cpython/memory.h"
#include "probe/state/peek.h"

#include <stddef.h>
#include <sys/mman.h>
#include <sys/uio.h>

enum {
    PAGE_BYTES = 4096,
    PART_PAGES = 32, /* read at once, as they fit into a cache */
    WORD = 8,
    AT_ONCE = 8, /* words that are looked at together: mostly none is found */
};

/* The linker knows where this library begins and ends. */
extern const char __ehdr_start[] __attribute__((visibility("hidden")));
extern const char _end[] __attribute__((visibility("hidden")));

static const uint64_t buffer_bytes = (uint64_t)PART_PAGES * PAGE_BYTES;
static const uint64_t shadow_end = SHADOW_BASE + ((uint64_t)1 << 43);

/* The end of our own memory around the address, or 0. */
static uint64_t
own_end(uint64_t address)
{
    if (address >= SHADOW_BASE && address < shadow_end) {
        return shadow_end;
    }
    if (address >= (uint64_t)(uintptr_t)__ehdr_start &&
        address < (uint64_t)(uintptr_t)_end) {
        return ((uint64_t)(uintptr_t)_end + PAGE_BYTES - 1) &
               ~(uint64_t)(PAGE_BYTES - 1);
    }
    return mapping_end(address);
}

static bool
is_in_range(const struct memory_scan *scan, uint64_t word)
{
    return word - scan->low < scan->high - scan->low;
}

static void
scan_words(const struct memory_scan *scan, const uint64_t *words, size_t count,
           uint64_t address)
{
    for (size_t i = 0; i < count; i++) {
        if (is_in_range(scan, words[i]) &&
            (scan->filter == NULL ||
             address_filter_passes(scan->filter, words[i]))) {
            scan->found(address + i * WORD, words[i], scan->context);
        }
    }
}

/* Without a branch for each. */
static inline bool
is_any_in_range(const uint64_t *words, uint64_t low, uint64_t length)
{
    unsigned found = 0;

    for (size_t i = 0; i < AT_ONCE; i++) {
        found |= words[i] - low < length;
    }
    return found != 0;
}

/* What stands in the buffer. */
static void
scan_copy(struct memory_scan *scan, const uint8_t *copy, uint64_t start,
          uint64_t bytes)
{
    const uint64_t *words = (const void *)copy;
    size_t count = bytes / WORD, i = 0;

    scan->read = copy;
    scan->read_start = start;
    scan->read_end = start + bytes;
    if (scan->low < scan->high) {
        for (; i + AT_ONCE <= count; i += AT_ONCE) {
            if (is_any_in_range(&words[i], scan->low, scan->high - scan->low)) {
                scan_words(scan, &words[i], AT_ONCE, start + i * WORD);
            }
        }
        scan_words(scan, &words[i], count - i, start + i * WORD);
    }
    scan->scanned += bytes;
}

/*
 * Runs of pages, which fit into the buffer together. Reads through the kernel:
 * another thread may unmap what we look at. Then each run is read by itself.
 */
static void
scan_runs(struct memory_scan *scan, const struct iovec *runs, unsigned count)
{
    uint64_t got = count > 1 ? peek_places(runs, count, scan->buffer) : 0,
             before = 0;

    for (unsigned i = 0; i < count; i++) {
        uint64_t start = (uint64_t)(uintptr_t)runs[i].iov_base,
                 bytes = runs[i].iov_len;

        if (before + bytes <= got) {
            scan_copy(scan, scan->buffer + before, start, bytes);
        }
        else {
            got = 0; /* what follows has lost its copy */
            scan_copy(scan, scan->buffer, start,
                      peek_bytes(start, scan->buffer, bytes));
        }
        before += bytes;
    }
}

static bool
is_wanted(const struct memory_scan *scan, uint64_t page)
{
    return scan->wants == NULL || scan->wants(page);
}

/* Whether any page of the part is. */
static bool
is_any_wanted(const struct memory_scan *scan, uint64_t start, uint64_t bytes)
{
    uint64_t page = start;

    while (page < start + bytes && !is_wanted(scan, page)) {
        page += PAGE_BYTES;
    }
    return page < start + bytes;
}

/* Puts a page behind those before it. */
static void
add_page(struct iovec *runs, unsigned *count, uint64_t page)
{
    struct iovec *last = *count > 0 ? &runs[*count - 1] : NULL;

    if (last != NULL &&
        (uint64_t)(uintptr_t)last->iov_base + last->iov_len == page) {
        last->iov_len += PAGE_BYTES;
    }
    else {
        runs[(*count)++] =
            (struct iovec){ (void *)(uintptr_t)page, PAGE_BYTES };
    }
}

/* The pages of it that are there. Returns how far it came: our own memory ends
   the part, and is passed over. */
static uint64_t
scan_part(struct memory_scan *scan, uint64_t start, uint64_t pages,
          const unsigned char *resident)
{
    /* Not on the stack: what a search finds there passes for pointers. */
    static struct iovec runs[PART_PAGES];
    uint64_t end = start + pages * PAGE_BYTES, page = start, own = 0;
    unsigned count = 0;

    for (; page < end && own == 0; page += PAGE_BYTES) {
        own = own_end(page);
        if (own == 0 && (*resident++ & 1) != 0 && is_wanted(scan, page)) {
            add_page(runs, &count, page);
        }
    }
    scan_runs(scan, runs, count);
    return own != 0 ? own : end;
}

/* A page of the library's own is there, whatever the kernel says. */
bool
memory_scan_open(struct memory_scan *scan)
{
    uint64_t word;

    if (scan->buffer == NULL) {
        scan->buffer = mapping_zeroed(buffer_bytes);
    }
    scan->read_end = 0;
    return scan->buffer != NULL &&
           peek_bytes((uint64_t)(uintptr_t)__ehdr_start, &word, sizeof word) ==
               sizeof word;
}

void
memory_scan_close(struct memory_scan *scan)
{
    mapping_return(scan->buffer, buffer_bytes);
    scan->buffer = NULL;
    scan->read_end = 0;
}

/* Whether all of it is in the buffer: any word may pass for an address. */
static bool
is_read(const struct memory_scan *scan, uint64_t address, uint64_t bytes)
{
    return address >= scan->read_start && address < scan->read_end &&
           scan->read_end - address >= bytes;
}

bool
memory_scan_read(struct memory_scan *scan, uint64_t address, uint64_t *word)
{
    if (!is_read(scan, address, WORD)) {
        uint64_t got = peek_bytes(address, scan->buffer, buffer_bytes);

        scan->read = scan->buffer;
        scan->read_start = address;
        scan->read_end = address + got;
        if (got < WORD) {
            return false;
        }
    }
    *word =
        load64((uint64_t)(uintptr_t)scan->read + address - scan->read_start);
    return true;
}

const void *
memory_scan_copy(const struct memory_scan *scan, uint64_t address,
                 uint64_t bytes)
{
    return is_read(scan, address, bytes)
               ? scan->read + (address - scan->read_start)
               : NULL;
}

bool
memory_scan_range(struct memory_scan *scan, uint64_t start, uint64_t end)
{
    unsigned char resident[PART_PAGES];

    while (start < end) {
        uint64_t bytes =
            end - start < buffer_bytes ? end - start : buffer_bytes;

        uint64_t own = own_end(start);

        if (own != 0) {
            start = own;
            continue;
        }
        if (!is_any_wanted(scan, start, bytes)) {
            start += bytes;
            scan->passed += bytes;
            continue;
        }
        if (scan->is_late()) {
            return false;
        }
        if (mincore((void *)(uintptr_t)start, bytes, resident) != 0) {
            return true; /* gone, or not to be asked about */
        }
        start = scan_part(scan, start, bytes / PAGE_BYTES, resident);
    }
    return true;
}
