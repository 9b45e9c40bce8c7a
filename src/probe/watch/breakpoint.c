#include "probe/watch/breakpoint.h"

#include "base/system.h"
#include "cpython/memory.h"

#include <linux/hw_breakpoint.h>
#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>

enum {
    RINGS_MAX = 8,
    PAGE_BYTES = 4096, /* the first has a header, the rest records */
    WRITERS_BYTES = PAGE_BYTES,
    SAMPLES_BYTES = 2 * PAGE_BYTES, /* a power of two: three samples */
    WRITERS_MAX = 4096,
    SAMPLES_MAX = 16,
};

/* Static: a local one would be cleared by a call that is not allowed here. */
static struct perf_event_attr on_data = {
    .type = PERF_TYPE_BREAKPOINT,
    .size = sizeof on_data,
    .disabled = 1,
    .sample_period = 1,
    .sample_type = PERF_SAMPLE_IP,
    .exclude_kernel = 1,
    .exclude_hv = 1,
    .bp_type = HW_BREAKPOINT_W,
    .bp_len = HW_BREAKPOINT_LEN_8,
};

static struct perf_event_attr on_code = {
    .type = PERF_TYPE_BREAKPOINT,
    .size = sizeof on_code,
    .disabled = 1,
    .sample_period = 1,
    .sample_type = PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER,
    .sample_regs_user = CPU_SAMPLED_REGISTERS,
    .sample_stack_user = 8 * SAMPLE_STACK_WORDS,
    .exclude_kernel = 1,
    .exclude_hv = 1,
    .bp_type = HW_BREAKPOINT_X,
    .bp_len = sizeof(long),
};

/* Four can be in use; one that is not remembered is not filled in a child. */
static struct breakpoint rings[RINGS_MAX];

static void
remember(const struct breakpoint *breakpoint)
{
    for (int i = 0; i < RINGS_MAX; i++) {
        if (rings[i].ring == NULL) {
            rings[i] = *breakpoint;
            break;
        }
    }
}

void
breakpoint_fill_in_child(void)
{
    for (int i = 0; i < RINGS_MAX; i++) {
        if (rings[i].ring != NULL) {
            SYSTEM_MAP(rings[i].ring, rings[i].bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
        }
    }
}

/* Set for so many times: each takes the processor a microsecond, and a loop may
 * come there as often as it likes before we do. */
static bool
set(struct breakpoint *breakpoint, struct perf_event_attr *attributes,
    uint32_t bytes, uint64_t times)
{
    int64_t fd, refused;

    breakpoint->ring = NULL;
    if (system_is_sealed()) {
        return false;
    }
    fd = SYSTEM(SYS_perf_event_open, SYSTEM_ADDRESS(attributes), 0,
                (uint64_t)-1, (uint64_t)-1, PERF_FLAG_FD_CLOEXEC);
    if (fd < 0) {
        return false;
    }
    breakpoint->bytes = PAGE_BYTES + bytes;
    breakpoint->ring = SYSTEM_MAP(NULL, breakpoint->bytes,
                                  PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (breakpoint->ring == MAP_FAILED) {
        breakpoint->ring = NULL;
    }
    remember(breakpoint);
    refused = SYSTEM(SYS_ioctl, (uint64_t)fd, PERF_EVENT_IOC_REFRESH, times);
    /* The mapping keeps it alive, and the host sees none. */
    SYSTEM(SYS_close, (uint64_t)fd);
    if (refused != 0) {
        breakpoint_remove(breakpoint);
    }
    return breakpoint->ring != NULL;
}

bool
breakpoint_set(struct breakpoint *breakpoint, uint64_t address)
{
    on_data.bp_addr = address;
    return set(breakpoint, &on_data, WRITERS_BYTES, WRITERS_MAX);
}

bool
breakpoint_set_on_code(struct breakpoint *breakpoint, uint64_t address)
{
    on_code.bp_addr = address;
    return set(breakpoint, &on_code, SAMPLES_BYTES, SAMPLES_MAX);
}

void
breakpoint_forget(struct breakpoint *breakpoint)
{
    for (int i = 0; i < RINGS_MAX; i++) {
        if (rings[i].ring == breakpoint->ring) {
            rings[i].ring = NULL;
        }
    }
    breakpoint->ring = NULL;
}

void
breakpoint_remove(struct breakpoint *breakpoint)
{
    if (breakpoint->ring != NULL && !system_is_sealed()) {
        system_unmap(breakpoint->ring, breakpoint->bytes);
    }
    breakpoint_forget(breakpoint);
}

/* A word of the record that is to be read next; they may wrap around. */
static uint64_t
word_at(const struct breakpoint *breakpoint, uint64_t offset)
{
    const struct perf_event_mmap_page *page = breakpoint->ring;
    uint64_t at = (page->data_tail + offset) % (breakpoint->bytes - PAGE_BYTES);

    return load64((uint64_t)(uintptr_t)page + PAGE_BYTES + at);
}

/* The size of the next record that is a sample, 0: there is none. */
static uint64_t
next_sample(const struct breakpoint *breakpoint)
{
    struct perf_event_mmap_page *page = breakpoint->ring;
    uint64_t head, size = 0;

    if (page == NULL) {
        return 0;
    }
    head = __atomic_load_n(&page->data_head, __ATOMIC_ACQUIRE);
    while (page->data_tail < head) {
        uint64_t header = word_at(breakpoint, 0);

        size = header >> 48;
        if (size == 0) {
            size = head - page->data_tail; /* cannot be */
        }
        else if ((uint32_t)header == PERF_RECORD_SAMPLE) {
            return size;
        }
        __atomic_store_n(&page->data_tail, page->data_tail + size,
                         __ATOMIC_RELEASE);
    }
    return 0;
}

static void
pass(struct breakpoint *breakpoint, uint64_t size)
{
    struct perf_event_mmap_page *page = breakpoint->ring;

    __atomic_store_n(&page->data_tail, page->data_tail + size,
                     __ATOMIC_RELEASE);
}

uint64_t
breakpoint_next(struct breakpoint *breakpoint)
{
    uint64_t size = next_sample(breakpoint), pc = 0;

    if (size != 0) {
        pc = word_at(breakpoint, 8);
        pass(breakpoint, size);
    }
    return pc;
}

/*
 * Behind the header: which kind of registers follow, 0 for none; they; how many
 * bytes of the stack there is room for; the bytes; and how many of these count.
 */
bool
breakpoint_next_sample(struct breakpoint *breakpoint,
                       struct breakpoint_sample *sample)
{
    enum { REGISTERS = 16, STACK = REGISTERS + 8 * CPU_SAMPLED_COUNT };
    uint64_t size = next_sample(breakpoint), room, filled;

    if (size == 0) {
        return false;
    }
    sample->stack_words = 0;
    for (size_t i = 0; i < CPU_SAMPLED_COUNT; i++) {
        sample->registers[i] = word_at(breakpoint, REGISTERS + 8 * i);
    }
    room = word_at(breakpoint, STACK);
    if (word_at(breakpoint, 8) != 0 && room <= sizeof sample->stack &&
        STACK + 16 + room <= size) {
        filled = word_at(breakpoint, STACK + 8 + room);
        sample->stack_words = (filled < room ? filled : room) / 8;
    }
    for (size_t i = 0; i < sample->stack_words; i++) {
        sample->stack[i] = word_at(breakpoint, STACK + 8 + 8 * i);
    }
    pass(breakpoint, size);
    return true;
}
