#include "probe/file/ledger_growth.h"

#include "base/system.h"
#include "probe/file/ledger_extents.h"
#include "probe/file/ledger_place.h"
#include "probe/state/recorder.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LOCK_TRIES = 1 << 28 };

static bool growing; /* somebody makes the file longer */

/* Parts of the limit that a table may take, in sixteenths. */
static const uint8_t shares[LEDGER_TABLES_KNOWN] = {
    [LEDGER_STRINGS] = 2,
    [LEDGER_IMAGES] = 1,
    [LEDGER_SITES] = 4,
    [LEDGER_NODES] = 4,
    [LEDGER_CODES] = 1,
    [LEDGER_PYTHON_NODES] = 4,
    [LEDGER_TYPES] = 1,
    [LEDGER_ACCOUNTS] = 4,
    [LEDGER_ENTRIES] = 12,
    [LEDGER_SIGNATURES] = 1,
    [LEDGER_SIGNATURE_ENTRIES] = 2,
    [LEDGER_MISSES] = 1,
    [LEDGER_EVALUATORS] = 1,
    [LEDGER_CHECKPOINTS] = 1,
    [LEDGER_CLASSES] = 1,
    [LEDGER_MARKS] = 2,
    [LEDGER_CENSUSES] = 1,
    [LEDGER_HOLDERS] = 2,
    [LEDGER_OWNED] = 2,
    [LEDGER_OWNERS] = 2,
    [LEDGER_PENDING] = 8,
    [LEDGER_LOSSES] = 1,
    [LEDGER_COUNTED] = 4,
    [LEDGER_MOMENTS] = 1,
    [LEDGER_COURSES] = 1,
    [LEDGER_BORDERS] = 1,
    [LEDGER_KINDS] = 4,
    [LEDGER_CHARGES] = 1,
    [LEDGER_EXITS] = 1,
    [LEDGER_STEPS] = 1,
    [LEDGER_RISES] = 1,
};

uint64_t
ledger_growth_limit(uint64_t memory_limit, uint32_t number)
{
    return memory_limit / 16 * shares[number] / LEDGER_EXTENT_BYTES *
           LEDGER_EXTENT_BYTES;
}

static uint64_t
file_bytes(uint32_t extents)
{
    return LEDGER_HEADER_BYTES + (uint64_t)extents * LEDGER_EXTENT_BYTES;
}

/* To make it longer again would hide that a part of it is gone. */
static bool
is_short(int fd, uint32_t extents)
{
    struct stat status;

    return fstat(fd, &status) == 0 &&
           (uint64_t)status.st_size < file_bytes(extents);
}

/* Whoever seals the library may not hold the interpreter's lock. */
static bool
lock_growth(void)
{
    for (int i = 0; i < LOCK_TRIES; i++) {
        if (__atomic_exchange_n(&growing, true, __ATOMIC_ACQUIRE) == false) {
            return true;
        }
        __builtin_ia32_pause();
    }
    return false; /* a handler that interrupted it */
}

static void
unlock_growth(void)
{
    __atomic_store_n(&growing, false, __ATOMIC_RELEASE);
}

static const char *
growth_failure(int error)
{
    return error == ENOSPC   ? "no space left on the device"
           : error == EFBIG  ? "the file size limit is reached"
           : error == ENOENT ? "the file is gone"
           : error == EDQUOT ? "the disk quota is reached"
           : error == EACCES ? "the program may not open it any more"
                             : "the system refused";
}

static void
grow_file(struct store *store, uint32_t number)
{
    uint32_t extent = store->header->extents;
    int fd = ledger_place_reopen();

    if (fd >= 0 && is_short(fd, extent)) {
        recording_stop(REASON_LEDGER_CUT, NULL);
    }
    else if (fd < 0 ||
             !extents_allocate(fd, file_bytes(extent), LEDGER_EXTENT_BYTES) ||
             !extents_map(store, fd, number, 1)) {
        recording_stop(REASON_LEDGER_FULL, growth_failure(errno));
    }
    if (fd >= 0) {
        close(fd);
    }
}

bool
ledger_growth_grow(struct store *store, uint32_t number)
{
    uint64_t usable = store->tables[number].usable;
    int kept_errno = errno;

    if (system_is_sealed() ||
        (!recorder.recording && store->header->end == LEDGER_STOPPED) ||
        !lock_growth()) {
        return false;
    }
    /* While it waited, somebody may have filled the table. */
    if (store->tables[number].usable == usable && !system_is_sealed()) {
        grow_file(store, number);
    }
    unlock_growth();
    errno = kept_errno;
    return store->tables[number].usable > usable;
}

/* What the table may still get, of so many extents for all. */
static uint32_t
part_of(const struct store *store, uint32_t number, uint32_t extents)
{
    const struct store_table *table = &store->tables[number];
    uint64_t left = (table->limit - table->usable) * table->record_bytes /
                    LEDGER_EXTENT_BYTES;
    uint64_t part, all = 0;

    for (uint32_t i = 1; i < LEDGER_TABLES_KNOWN; i++) {
        all += shares[i];
    }
    part = (uint64_t)extents * shares[number] / all;
    return (uint32_t)(part < left ? part : left);
}

/* False: there is not so much room. */
static bool
fill_with(struct store *store, int fd, uint32_t extents)
{
    uint32_t first = store->header->extents;

    if (!extents_allocate(fd, file_bytes(first),
                          (uint64_t)extents * LEDGER_EXTENT_BYTES)) {
        return false;
    }
    for (uint32_t i = 1; i < LEDGER_TABLES_KNOWN; i++) {
        uint32_t count = part_of(store, i, extents);

        if (count > 0 && !extents_map(store, fd, i, count)) {
            break;
        }
    }
    return true;
}

void
ledger_growth_fill(struct store *store, uint64_t bytes)
{
    uint64_t most = bytes / LEDGER_EXTENT_BYTES;
    uint32_t have = store->header->extents;
    uint32_t extents =
        most > store->extent_limit ? store->extent_limit : (uint32_t)most;
    int kept_errno = errno, fd;

    extents = extents > have ? extents - have : 0;
    if (!lock_growth()) {
        return;
    }
    fd = ledger_place_reopen();
    if (fd >= 0 && !is_short(fd, have)) {
        while (extents > 0 && !fill_with(store, fd, extents)) {
            extents /= 2;
        }
    }
    if (fd >= 0) {
        close(fd);
    }
    store->extent_limit = UINT32_MAX; /* each table has its own, now */
    unlock_growth();
    errno = kept_errno;
}
