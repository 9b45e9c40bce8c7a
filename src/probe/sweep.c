#include "probe/sweep.h"

#include "cpython/memory.h"
#include "probe/recorder.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { RANGES_MAX = 16 * 1024, TEXT_BYTES = 64 * 1024, OBJECT_BYTES = 16 };

struct range {
    uint64_t start, end;
};

static struct range *ranges;
static size_t range_count;

static const char *
read_hex(const char *at, uint64_t *value)
{
    *value = 0;
    for (;; at++) {
        if (*at >= '0' && *at <= '9') {
            *value = *value * 16 + (uint64_t)(*at - '0');
        }
        else if (*at >= 'a' && *at <= 'f') {
            *value = *value * 16 + (uint64_t)(*at - 'a') + 10;
        }
        else {
            return at;
        }
    }
}

/* "start-end rwxp ...": neighbours become one range. */
static void
add_line(const char *line)
{
    struct range range;
    const char *at = read_hex(line, &range.start);

    at = read_hex(at + 1, &range.end);
    if (at[0] != ' ' || at[1] != 'r' || range_count == RANGES_MAX) {
        return;
    }
    if (range_count > 0 && ranges[range_count - 1].end == range.start) {
        ranges[range_count - 1].end = range.end;
    }
    else {
        ranges[range_count++] = range;
    }
}

static bool
read_ranges(char *text)
{
    int fd = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
    size_t have = 0;
    ssize_t got;

    range_count = 0;
    while (fd >= 0 &&
           (got = read(fd, text + have, TEXT_BYTES - 1 - have)) > 0) {
        char *line = text, *end;

        have += (size_t)got;
        text[have] = '\0';
        while ((end = memchr(line, '\n', have - (size_t)(line - text))) !=
               NULL) {
            *end = '\0';
            add_line(line);
            line = end + 1;
        }
        have -= (size_t)(line - text);
        memmove(text, line, have);
    }
    if (fd >= 0) {
        close(fd);
    }
    return range_count > 0;
}

static bool
readable(uint64_t address)
{
    size_t low = 0, high = range_count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (ranges[middle].end <= address) {
            low = middle + 1;
        }
        else {
            high = middle;
        }
    }
    return low < range_count && ranges[low].start <= address &&
           address + OBJECT_BYTES <= ranges[low].end;
}

static bool
still_there(const struct ledger_account *account)
{
    return readable(account->object) &&
           load64(account->object + recorder.layout->object.type) ==
               store_type(&recorder.store, account->type)->address;
}

static void
sweep(uint32_t index)
{
    const struct ledger_account *account =
        store_account(&recorder.store, index);
    struct ledger_header *header = recorder.store.header;
    uint64_t word = still_there(account) ? load64(account->object) : 0;
    bool possible = (word & recorder.layout->refcount.always_zero) == 0;

    if (account->references == 0) {
        account_fold(&recorder.accounts, index);
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

void
sweep_accounts(void)
{
    uint64_t used = *recorder.store.tables[LEDGER_ACCOUNTS].used;
    size_t size = RANGES_MAX * sizeof *ranges + TEXT_BYTES;
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (memory == MAP_FAILED) {
        return;
    }
    ranges = memory;
    if (read_ranges((char *)memory + RANGES_MAX * sizeof *ranges)) {
        for (uint64_t i = 1; i < used; i++) {
            if (store_account(&recorder.store, (uint32_t)i)->state !=
                LEDGER_ACCOUNT_FREE) {
                sweep((uint32_t)i);
            }
        }
    }
    munmap(memory, size);
}
