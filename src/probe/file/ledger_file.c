#include "probe/file/ledger_file.h"

#include "base/mapping.h"
#include "base/system.h"
#include "probe/file/ledger_extents.h"
#include "probe/file/ledger_growth.h"
#include "probe/file/ledger_guard.h"
#include "probe/file/ledger_place.h"

#include <errno.h>
#include <sys/mman.h>
#include <unistd.h>

enum { RESERVE_SHARE = 8 /* of the limit, for images and the census */ };

static struct ledger_header *
map_header(int fd)
{
    void *memory;

    if (!extents_allocate(fd, 0, LEDGER_HEADER_BYTES) ||
        !ledger_place_remember(fd)) {
        return NULL;
    }
    memory = SYSTEM_MAP(mapping_place(LEDGER_HEADER_BYTES), LEDGER_HEADER_BYTES,
                        PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

static void
return_reserved(uint8_t *const bases[], const uint64_t sizes[], uint32_t count)
{
    for (uint32_t i = 1; i < count; i++) {
        system_unmap(bases[i], sizes[i]);
    }
}

static bool
reserve(uint64_t limit, uint8_t *bases[], uint64_t sizes[])
{
    for (uint32_t i = 1; i < LEDGER_TABLES_KNOWN; i++) {
        void *memory;

        sizes[i] = ledger_growth_limit(limit, i);
        memory = SYSTEM_MAP(mapping_place(sizes[i]), sizes[i], PROT_NONE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (memory == MAP_FAILED) {
            return_reserved(bases, sizes, i);
            return false;
        }
        madvise(memory, sizes[i], MADV_DONTDUMP); /* cores are the host's */
        bases[i] = memory;
    }
    return true;
}

bool
ledger_file_create(struct store *store, const char *pattern,
                   uint64_t memory_limit)
{
    uint8_t *bases[LEDGER_TABLES_KNOWN];
    uint64_t sizes[LEDGER_TABLES_KNOWN];
    struct ledger_header *header;
    int fd = ledger_place_create(pattern), kept_errno;

    if (fd < 0) {
        return false;
    }
    header = map_header(fd);
    kept_errno = errno;
    close(fd);
    if (header == NULL || !reserve(memory_limit, bases, sizes)) {
        unlink(ledger_place_path());
        if (header != NULL) {
            kept_errno = errno;
            system_unmap(header, LEDGER_HEADER_BYTES);
        }
        errno = kept_errno;
        return false;
    }
    ledger_guard_init();
    store_init(store, header, bases, sizes, ledger_growth_grow);
    store->extent_limit = (uint32_t)(memory_limit / LEDGER_EXTENT_BYTES);
    if (store->extent_limit > LEDGER_EXTENTS_MAX) {
        store->extent_limit = LEDGER_EXTENTS_MAX;
    }
    store->extent_reserve = store->extent_limit / RESERVE_SHARE;
    return true;
}

void
ledger_file_end_growth(struct store *store, uint64_t memory_limit)
{
    store->extent_limit = store->header->extents;
    for (uint32_t i = 1; i < LEDGER_TABLES_KNOWN; i++) {
        const struct store_table *table = &store->tables[i];
        uint64_t bytes = table->usable * table->record_bytes;
        uint64_t kept = (bytes + LEDGER_EXTENT_BYTES - 1) /
                        LEDGER_EXTENT_BYTES * LEDGER_EXTENT_BYTES;
        uint64_t size = ledger_growth_limit(memory_limit, i);

        if (kept < size) {
            system_unmap(table->base + kept, size - kept);
        }
    }
}

static bool
copy_to(int fd, const void *memory, uint64_t size, uint64_t offset)
{
    const char *bytes = memory;

    while (size > 0) {
        ssize_t done = pwrite(fd, bytes, size, (off_t)offset);

        if (done <= 0) {
            return false;
        }
        bytes += done;
        offset += (uint64_t)done;
        size -= (uint64_t)done;
    }
    return true;
}

bool
ledger_file_fork(struct store *store, const char *pattern)
{
    struct ledger_header *old = store->header, *header;
    uint64_t done[LEDGER_TABLES_KNOWN];
    uint32_t extents = old->extents;
    int fd = ledger_place_create(pattern);
    bool good = fd >= 0 &&
                extents_within_limit(LEDGER_HEADER_BYTES +
                                     (uint64_t)extents * LEDGER_EXTENT_BYTES);

    for (uint32_t i = 0; i < LEDGER_TABLES_KNOWN; i++) {
        done[i] = 0;
    }
    header = good ? map_header(fd) : NULL;
    good = header != NULL && copy_to(fd, old, LEDGER_HEADER_BYTES, 0);
    for (uint32_t i = 0; good && i < extents; i++) {
        uint32_t number = header->directory[i];
        uint64_t offset =
            LEDGER_HEADER_BYTES + (uint64_t)i * LEDGER_EXTENT_BYTES;
        uint8_t *at = store->tables[number].base + done[number];

        good =
            extents_allocate(fd, offset, LEDGER_EXTENT_BYTES) &&
            copy_to(fd, at, LEDGER_EXTENT_BYTES, offset) &&
            SYSTEM_MAP(at, LEDGER_EXTENT_BYTES, PROT_READ | PROT_WRITE,
                       MAP_SHARED | MAP_FIXED, fd, (off_t)offset) != MAP_FAILED;
        done[number] += LEDGER_EXTENT_BYTES;
    }
    if (fd >= 0) {
        close(fd);
    }
    if (!good) {
        return false;
    }
    store->header = header;
    for (uint32_t i = 1; i < LEDGER_TABLES_KNOWN; i++) {
        store->tables[i].used = &header->tables[i - 1].used;
    }
    return true;
}

/* A copy takes the place of what is shared, at once. */
static bool
make_private(void *memory, uint64_t size)
{
    const uint64_t *words = memory;
    uint64_t *copy = SYSTEM_MAP(NULL, size, PROT_READ | PROT_WRITE,
                                MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (copy == MAP_FAILED) {
        return false;
    }
    for (uint64_t i = 0; i < size / sizeof *words; i++) {
        copy[i] = words[i];
    }
    return SYSTEM(SYS_mremap, SYSTEM_ADDRESS(copy), size, size,
                  MREMAP_MAYMOVE | MREMAP_FIXED, SYSTEM_ADDRESS(memory)) >= 0;
}

bool
ledger_file_leave(struct store *store)
{
    uint64_t done[LEDGER_TABLES_KNOWN] = { 0 };
    bool good = make_private(store->header, LEDGER_HEADER_BYTES);

    for (uint32_t i = 0; good && i < store->header->extents; i++) {
        uint32_t number = store->header->directory[i];

        good = make_private(store->tables[number].base + done[number],
                            LEDGER_EXTENT_BYTES);
        done[number] += LEDGER_EXTENT_BYTES;
    }
    return good;
}
