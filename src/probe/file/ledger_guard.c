#include "probe/file/ledger_guard.h"

#include "base/kernel_action.h"
#include "base/system.h"
#include "probe/state/recorder.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { PAGE_BYTES = 4096 };

static bool cut;
static signal_handler *others;

static bool
is_within(uint64_t address, const void *start, uint64_t bytes)
{
    return address - (uint64_t)(uintptr_t)start < bytes;
}

static bool
is_of_ledger(uint64_t address)
{
    const struct store *store = &recorder.store;

    if (store->header == NULL) {
        return false;
    }
    for (uint32_t i = 1; i < LEDGER_TABLES_KNOWN; i++) {
        const struct store_table *table = &store->tables[i];
        uint64_t bytes = table->usable * table->record_bytes;

        /* Records need not fill the last extent to its end. */
        if (is_within(address, table->base, bytes + table->record_bytes)) {
            return true;
        }
    }
    return is_within(address, store->header, LEDGER_HEADER_BYTES);
}

/* What accounts are of that were lost: an object whose type is itself, and all
 * else is 0. No other object has that type. */
static uint64_t nothing[PAGE_BYTES / sizeof(uint64_t)];

/* Whoever has just found an account looks at its object next. */
static void
point_at_nothing(uint64_t page)
{
    const struct store_table *table = &recorder.store.tables[LEDGER_ACCOUNTS];
    uint64_t base = (uint64_t)(uintptr_t)table->base;
    uint64_t size = table->record_bytes, index = 0;

    if (base == 0 || recorder.layout == NULL || page + PAGE_BYTES <= base) {
        return;
    }
    nothing[recorder.layout->object.type / sizeof *nothing] =
        (uint64_t)(uintptr_t)nothing;
    if (page > base) {
        index = (page - base) / size;
    }
    for (; index < table->usable; index++) {
        uint64_t at =
            base + index * size + offsetof(struct ledger_account, object);

        if (at >= page + PAGE_BYTES) {
            break;
        }
        if (at >= page) {
            *(uint64_t *)(uintptr_t)at = (uint64_t)(uintptr_t)nothing;
        }
    }
}

static bool
replace_page(uint64_t address)
{
    uint64_t start = address & ~(uint64_t)(PAGE_BYTES - 1);
    void *page = (void *)(uintptr_t)start;

    if (SYSTEM_MAP(page, PAGE_BYTES, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1,
                   0) == MAP_FAILED) {
        return false;
    }
    point_at_nothing(start);
    return true;
}

/* What raised the signal happens again, and nobody handles it. */
static void
raise_again(siginfo_t *info)
{
    kernel_action_reset(SIGBUS);
    if (info->si_code <= 0) { /* somebody sent it */
        kernel_action_send(SIGBUS, info);
    }
}

/* What is being done just now goes on with nothing, and the rest is left out. */
static void
survive(int number, siginfo_t *info, void *context)
{
    uint64_t address = (uint64_t)(uintptr_t)info->si_addr;
    int kept_errno = errno;

    if (info->si_code > 0 && is_of_ledger(address) && replace_page(address)) {
        cut = true;
        recording_stop(REASON_LEDGER_CUT, NULL);
    }
    else if (others != NULL && !system_is_sealed()) {
        others(number, info, context);
    }
    else {
        raise_again(info);
    }
    errno = kept_errno;
}

static struct kernel_action guard;
static bool watching;

void
ledger_guard_init(void)
{
    /* It may happen again while it is being handled, on another page. */
    static struct sigaction action = { .sa_sigaction = survive,
                                       .sa_flags = SA_SIGINFO | SA_NODEFER |
                                                   SA_ONSTACK | SA_RESTART };

    kernel_action_learn(SIGBUS, &action, &guard);
}

void
ledger_guard_watch(void)
{
    static bool done;

    if (done || guard.handler == 0 || system_is_sealed()) {
        return;
    }
    done = true;
    watching = kernel_action_offer(SIGBUS, &guard);
}

void
ledger_guard_give_others(signal_handler *handler)
{
    others = handler;
}

bool
ledger_guard_end(void)
{
    return !watching || kernel_action_end(SIGBUS, guard.handler);
}

bool
ledger_guard_was_cut(void)
{
    return cut;
}
