#include "probe/file/ledger_extents.h"

#include "base/system.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

bool
extents_within_limit(uint64_t size)
{
    struct rlimit limit;

    return !system_limit(RLIMIT_FSIZE, &limit) ||
           limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur >= size;
}

static bool
write_zeros(int fd, uint64_t offset, uint64_t size)
{
    static const char zeros[4096];

    for (uint64_t done = 0; done < size; done += sizeof zeros) {
        if (pwrite(fd, zeros, sizeof zeros, (off_t)(offset + done)) !=
            (ssize_t)sizeof zeros) {
            return false;
        }
    }
    return true;
}

bool
extents_allocate(int fd, uint64_t offset, uint64_t size)
{
    int result;

    if (!extents_within_limit(offset + size)) {
        errno = EFBIG;
        return false;
    }
    do {
        result = fallocate(fd, 0, (off_t)offset, (off_t)size);
    } while (result != 0 && errno == EINTR);
    if (result == 0) {
        return true;
    }
    return (errno == EOPNOTSUPP || errno == ENOSYS) &&
           write_zeros(fd, offset, size);
}

bool
extents_map(struct store *store, int fd, uint32_t table_number, uint32_t count)
{
    struct store_table *table = &store->tables[table_number];
    struct ledger_header *header = store->header;
    uint64_t have = table->usable * table->record_bytes;
    uint64_t bytes = (uint64_t)count * LEDGER_EXTENT_BYTES;
    uint8_t *at = table->base + (have + LEDGER_EXTENT_BYTES - 1) /
                                    LEDGER_EXTENT_BYTES * LEDGER_EXTENT_BYTES;
    off_t offset =
        LEDGER_HEADER_BYTES + (off_t)header->extents * LEDGER_EXTENT_BYTES;

    if (SYSTEM_MAP(at, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED,
                   fd, offset) == MAP_FAILED) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        header->directory[header->extents + i] = (uint8_t)table_number;
    }
    header->extents += count;
    /* Last: who sees it may use it. */
    __atomic_store_n(&table->usable,
                     ((uint64_t)(at - table->base) + bytes) /
                         table->record_bytes,
                     __ATOMIC_RELEASE);
    return true;
}
