#include "probe/watch/breakpoint.h"

#include "base/system.h"
#include "cpython/memory.h"

#include <linux/hw_breakpoint.h>
#include <linux/perf_event.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
    PAGE_BYTES = 4096,
    RING_BYTES = 2 * PAGE_BYTES, /* a header page, and one of records */
};

/* Static: a local one would be cleared by a call that is not allowed here. */
static struct perf_event_attr attributes = {
    .type = PERF_TYPE_BREAKPOINT,
    .size = sizeof attributes,
    .sample_period = 1,
    .sample_type = PERF_SAMPLE_IP,
    .exclude_kernel = 1,
    .exclude_hv = 1,
    .bp_type = HW_BREAKPOINT_W,
    .bp_len = HW_BREAKPOINT_LEN_8,
};

bool
breakpoint_set(struct breakpoint *breakpoint, uint64_t address)
{
    int fd;

    breakpoint->ring = NULL;
    if (system_is_sealed()) {
        return false;
    }
    attributes.bp_addr = address;
    fd = (int)SYSTEM(SYS_perf_event_open, SYSTEM_ADDRESS(&attributes), 0,
                     (uint64_t)-1, (uint64_t)-1, PERF_FLAG_FD_CLOEXEC);
    if (fd < 0) {
        return false;
    }
    breakpoint->ring =
        mmap(NULL, RING_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd); /* the mapping keeps it alive, and the host sees none */
    if (breakpoint->ring == MAP_FAILED) {
        breakpoint->ring = NULL;
    }
    return breakpoint->ring != NULL;
}

void
breakpoint_forget(struct breakpoint *breakpoint)
{
    breakpoint->ring = NULL;
}

void
breakpoint_remove(struct breakpoint *breakpoint)
{
    if (breakpoint->ring != NULL && !system_is_sealed()) {
        munmap(breakpoint->ring, RING_BYTES);
    }
    breakpoint_forget(breakpoint);
}

uint64_t
breakpoint_next(struct breakpoint *breakpoint)
{
    struct perf_event_mmap_page *page = breakpoint->ring;
    uint64_t head, pc = 0;

    if (page == NULL) {
        return 0;
    }
    head = __atomic_load_n(&page->data_head, __ATOMIC_ACQUIRE);
    while (pc == 0 && page->data_tail < head) {
        /* Records are multiples of eight bytes, but may wrap around. */
        uint64_t at = page->data_tail % PAGE_BYTES;
        uint64_t data = (uint64_t)(uintptr_t)page + PAGE_BYTES;
        uint64_t header = load64(data + at);
        uint64_t size = header >> 48;

        if ((uint32_t)header == PERF_RECORD_SAMPLE) {
            pc = load64(data + (at + 8) % PAGE_BYTES);
        }
        if (size == 0) {
            size = head - page->data_tail; /* cannot be */
        }
        __atomic_store_n(&page->data_tail, page->data_tail + size,
                         __ATOMIC_RELEASE);
    }
    return pc;
}
