#include "probe/state/peek.h"

#include "base/system.h"
#include "cpython/memory.h"
#include "probe/state/recorder.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <sys/uio.h>

enum {
    RANGES_MAX = 512,
    PAGE_BYTES = 4096,
    PAGES_ASKED = 40,
    PAGES_TOGETHER = 16, /* of which words are read at once */
};

/* What the kernel answers. */
enum answer { ANSWER_THERE, ANSWER_NOT_THERE, ANSWER_REFUSED };

static struct range {
    uint64_t start, end;
    bool interpreter;
} ranges[RANGES_MAX];
static uint32_t range_count;
static bool leave_absent;

void
peek_leave_absent(void)
{
    leave_absent = true;
}

void
peek_learn(uint64_t start, uint64_t end, bool interpreter)
{
    if (range_count < RANGES_MAX) {
        ranges[range_count++] = (struct range){ start, end, interpreter };
    }
}

static const struct range *
range_around(uint64_t address)
{
    for (uint32_t i = 0; i < range_count; i++) {
        if (address >= ranges[i].start && address < ranges[i].end &&
            ranges[i].end - address >= sizeof(uint64_t)) {
            return &ranges[i];
        }
    }
    return NULL;
}

bool
peek_is_direct(uint64_t address)
{
    const struct range *range = range_around(address);

    return range != NULL && range->interpreter;
}

/* What is copied ends at the first page that is not there. */
static enum answer
answer_of(int64_t copied, int error_not_there)
{
    return copied > 0                   ? ANSWER_THERE
           : copied == -error_not_there ? ANSWER_NOT_THERE
                                        : ANSWER_REFUSED;
}

static enum answer
read_directly(uint64_t address, void *buffer, uint64_t bytes, int64_t *copied)
{
    struct iovec to = { buffer, bytes };
    struct iovec from = { (void *)(uintptr_t)address, bytes };

    *copied = SYSTEM(SYS_process_vm_readv, recorder.pid, SYSTEM_ADDRESS(&to), 1,
                     SYSTEM_ADDRESS(&from), 1);
    return answer_of(*copied, EFAULT);
}

static enum answer
read_by_file(uint64_t address, void *buffer, uint64_t bytes, int64_t *copied)
{
    static const char name[] = "/proc/self/mem";
    int64_t fd = SYSTEM(SYS_open, SYSTEM_ADDRESS(name), O_RDONLY | O_CLOEXEC);

    if (fd < 0) {
        return ANSWER_REFUSED;
    }
    *copied = SYSTEM(SYS_pread64, (uint64_t)fd, SYSTEM_ADDRESS(buffer), bytes,
                     address);
    SYSTEM(SYS_close, (uint64_t)fd);
    return answer_of(*copied, EIO);
}

/* How much of it lies in pages that are there. */
static uint64_t
present_bytes(uint64_t address, uint64_t bytes)
{
    uint64_t first = address & ~(uint64_t)(PAGE_BYTES - 1);
    uint64_t pages = (address + bytes - first + PAGE_BYTES - 1) / PAGE_BYTES;
    uint64_t page = 0, end;
    uint8_t resident[PAGES_ASKED];

    pages = pages < PAGES_ASKED ? pages : PAGES_ASKED;
    for (uint64_t i = 0; i < pages; i++) {
        resident[i] = 0;
    }
    /* Where something is not mapped, what lies before it is answered. */
    SYSTEM(SYS_mincore, first, pages * PAGE_BYTES, SYSTEM_ADDRESS(resident));
    while (page < pages && (resident[page] & 1) != 0) {
        page++;
    }
    end = first + page * PAGE_BYTES;
    return end <= address ? 0 : end - address < bytes ? end - address : bytes;
}

static enum answer
read_by_kernel(uint64_t address, void *buffer, uint64_t bytes, int64_t *copied)
{
    bytes = leave_absent ? present_bytes(address, bytes) : bytes;
    if (bytes == 0) {
        return ANSWER_NOT_THERE;
    }
    enum answer answer = read_directly(address, buffer, bytes, copied);

    return answer == ANSWER_REFUSED
               ? read_by_file(address, buffer, bytes, copied)
               : answer;
}

uint64_t
peek_bytes(uint64_t address, void *buffer, uint64_t bytes)
{
    int64_t copied = 0;

    return !system_is_sealed() && read_by_kernel(address, buffer, bytes,
                                                 &copied) == ANSWER_THERE
               ? (uint64_t)copied
               : 0;
}

uint64_t
peek_places(const struct iovec *places, unsigned count, void *buffer)
{
    struct iovec to = { buffer, 0 };
    int64_t copied;

    if (system_is_sealed() || leave_absent) {
        return 0;
    }
    for (unsigned i = 0; i < count; i++) {
        to.iov_len += places[i].iov_len;
    }
    copied = SYSTEM(SYS_process_vm_readv, recorder.pid, SYSTEM_ADDRESS(&to), 1,
                    SYSTEM_ADDRESS(places), count);
    return copied > 0 ? (uint64_t)copied : 0;
}

bool
peek64(uint64_t address, uint64_t *word)
{
    const struct range *range = range_around(address);
    enum answer answer = ANSWER_REFUSED;
    int64_t copied = 0;

    if ((range == NULL || !range->interpreter) && !system_is_sealed()) {
        answer = read_by_kernel(address, word, sizeof *word, &copied);
        if (answer == ANSWER_THERE && copied < (int64_t)sizeof *word) {
            answer = ANSWER_NOT_THERE;
        }
    }
    if (answer == ANSWER_REFUSED && range != NULL) {
        *word = load64(address);
        answer = ANSWER_THERE;
    }
    return answer == ANSWER_THERE;
}

/* So many of the words, from the first on, stand in order in one page. */
static unsigned
count_beside(const uint64_t *addresses, const uint8_t *which, unsigned count)
{
    unsigned beside = 1;

    while (beside < count &&
           addresses[which[beside]] >= addresses[which[beside - 1]] &&
           (addresses[which[beside]] + sizeof(uint64_t) - 1) / PAGE_BYTES ==
               addresses[which[0]] / PAGE_BYTES) {
        beside++;
    }
    return beside;
}

/*
 * Those that one call of the kernel reads: up to the first that is not there.
 * What stands in one page is read with what is between: each place costs the
 * kernel as much as a few hundred words.
 */
static unsigned
read_together(const uint64_t *addresses, const uint8_t *which, uint64_t *words,
              unsigned count)
{
    /* Not on the stack: what a search finds there passes for pointers. */
    static uint8_t buffer[PAGES_TOGETHER * PAGE_BYTES];
    static struct iovec places[PAGES_TOGETHER];
    unsigned beside[PAGES_TOGETHER], place_count = 0, read = 0;
    uint64_t got, at = 0;

    for (unsigned i = 0; i < count && place_count < PAGES_TOGETHER;
         i += beside[place_count++]) {
        uint64_t first = addresses[which[i]], end;

        beside[place_count] = count_beside(addresses, &which[i], count - i);
        end = addresses[which[i + beside[place_count] - 1]] + sizeof *words;
        places[place_count] =
            (struct iovec){ (void *)(uintptr_t)first, end - first };
    }
    got = peek_places(places, place_count, buffer);
    for (unsigned place = 0;
         place < place_count && at + places[place].iov_len <= got; place++) {
        uint64_t first = addresses[which[read]];

        for (unsigned i = 0; i < beside[place]; i++, read++) {
            uint64_t copy = (uint64_t)(uintptr_t)buffer + at +
                            addresses[which[read]] - first;

            words[which[read]] = load64(copy);
        }
        at += places[place].iov_len;
    }
    return read;
}

uint64_t
peek_words(const uint64_t *addresses, uint64_t *words, unsigned count)
{
    uint64_t there = 0;
    uint8_t which[PEEK_MOST]; /* of those that the kernel is asked for */
    unsigned asked = 0, next = 0;

    for (unsigned i = 0; i < count; i++) {
        if (peek_is_direct(addresses[i])) {
            words[i] = load64(addresses[i]);
            there |= UINT64_C(1) << i;
        }
        else {
            which[asked++] = (uint8_t)i;
        }
    }
    while (next < asked) {
        unsigned read =
            read_together(addresses, &which[next], words, asked - next);

        for (unsigned i = 0; i < read; i++) {
            there |= UINT64_C(1) << which[next + i];
        }
        next += read;
        /* What stopped it is asked for by itself, in each way there is. */
        if (next < asked) {
            unsigned i = which[next++];

            there |= (uint64_t)peek64(addresses[i], &words[i]) << i;
        }
    }
    return there;
}
