#include "probe/file/ledger_file.h"

#include "base/note.h"
#include "probe/file/ledger_guard.h"
#include "probe/state/options.h"
#include "probe/state/recorder.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    PATH_BYTES = 4096,
    SAME_NAME_TRIES = 100,
    HOST_BYTES = 256,
    RESERVE_SHARE = 8, /* of the limit, for images and the census */
};

static char path[PATH_BYTES];
static dev_t device;
static ino_t inode;

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
};

const char *
ledger_file_path(void)
{
    return path;
}

/* A larger file would raise SIGXFSZ in the host. */
static bool
within_file_limit(uint64_t size)
{
    struct rlimit limit;

    return getrlimit(RLIMIT_FSIZE, &limit) != 0 ||
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

static bool
allocate(int fd, uint64_t offset, uint64_t size)
{
    int result;

    if (!within_file_limit(offset + size)) {
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

static int
reopen(void)
{
    struct stat status;
    int fd = open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC);

    if (fd >= 0 && (fstat(fd, &status) != 0 || status.st_dev != device ||
                    status.st_ino != inode)) {
        close(fd);
        errno = ENOENT;
        fd = -1;
    }
    return fd;
}

static bool
map_extent(struct store *store, int fd, uint32_t extent, uint32_t number)
{
    struct store_table *table = &store->tables[number];
    uint64_t have = table->usable * table->record_bytes;
    uint8_t *at = table->base + (have + LEDGER_EXTENT_BYTES - 1) /
                                    LEDGER_EXTENT_BYTES * LEDGER_EXTENT_BYTES;
    off_t offset = LEDGER_HEADER_BYTES + (off_t)extent * LEDGER_EXTENT_BYTES;

    if (mmap(at, LEDGER_EXTENT_BYTES, PROT_READ | PROT_WRITE,
             MAP_SHARED | MAP_FIXED, fd, offset) == MAP_FAILED) {
        return false;
    }
    table->usable = ((uint64_t)(at - table->base) + LEDGER_EXTENT_BYTES) /
                    table->record_bytes;
    return true;
}

/* To make it longer again would hide that a part of it is gone. */
static bool
is_short(int fd, uint32_t extents)
{
    struct stat status;

    return fstat(fd, &status) == 0 &&
           (uint64_t)status.st_size <
               LEDGER_HEADER_BYTES + (uint64_t)extents * LEDGER_EXTENT_BYTES;
}

static bool
grow(struct store *store, uint32_t number)
{
    struct ledger_header *header = store->header;
    uint32_t extent = header->extents;
    int kept_errno = errno, fd;
    bool done;

    if (!recorder.recording && recorder.store.header->end == LEDGER_STOPPED) {
        return false;
    }
    ledger_guard_watch(false);
    fd = reopen();
    if (fd >= 0 && is_short(fd, extent)) {
        close(fd);
        errno = kept_errno;
        recording_stop(REASON_LEDGER_CUT, NULL);
        return false;
    }
    done = fd >= 0 &&
           allocate(
               fd, LEDGER_HEADER_BYTES + (uint64_t)extent * LEDGER_EXTENT_BYTES,
               LEDGER_EXTENT_BYTES) &&
           map_extent(store, fd, extent, number);
    if (done) {
        header->directory[extent] = (uint8_t)number;
        header->extents = extent + 1;
    }
    else {
        recording_stop(REASON_LEDGER_FULL,
                       errno == ENOSPC   ? "no space left on the device"
                       : errno == EFBIG  ? "the file size limit is reached"
                       : errno == ENOENT ? "the file is gone"
                       : errno == EDQUOT ? "the disk quota is reached"
                                         : "the system refused");
    }
    if (fd >= 0) {
        close(fd);
    }
    errno = kept_errno;
    return done;
}

static bool
make_absolute(char *name)
{
    char directory[PATH_BYTES];
    size_t length;

    if (name[0] == '/') {
        return note_format(path, sizeof path, "%s", name) < sizeof path;
    }
    if (getcwd(directory, sizeof directory) == NULL) {
        return false;
    }
    length = note_format(path, sizeof path, "%s/%s", directory, name);
    return length < sizeof path;
}

/* Another process image under the same pid may have left a file. */
static int
create(const char *pattern)
{
    static char host[HOST_BYTES];
    char name[PATH_BYTES];
    size_t length;
    int fd = -1;

    gethostname(host, sizeof host - 1);
    if (!options_expand_path(name, sizeof name, pattern, recorder.pid, host) ||
        !make_absolute(name)) {
        errno = ENAMETOOLONG;
        return -1;
    }
    for (length = 0; path[length] != '\0'; length++) {
    }
    for (unsigned i = 0; i < SAME_NAME_TRIES; i++) {
        if (i > 0) {
            note_format(path + length, sizeof path - length, ".%u", i);
        }
        fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                  0600);
        if (fd >= 0 || errno != EEXIST) {
            break;
        }
    }
    /* Children and other programs that are followed are meant to share it. */
    if (fd >= 0 && path[length] != '\0' && !recorder.options.follow) {
        note("%s was there already, so the ledger is %s", name, path);
    }
    return fd;
}

static struct ledger_header *
map_header(int fd)
{
    struct stat status;
    void *memory;

    if (fstat(fd, &status) != 0 || !allocate(fd, 0, LEDGER_HEADER_BYTES)) {
        return NULL;
    }
    device = status.st_dev;
    inode = status.st_ino;
    memory = mmap(NULL, LEDGER_HEADER_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED,
                  fd, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

static bool
reserve(uint64_t limit, uint8_t *bases[], uint64_t sizes[])
{
    for (uint32_t i = 1; i < LEDGER_TABLES_KNOWN; i++) {
        void *memory;

        sizes[i] =
            limit / 16 * shares[i] / LEDGER_EXTENT_BYTES * LEDGER_EXTENT_BYTES;
        memory = mmap(NULL, sizes[i], PROT_NONE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (memory == MAP_FAILED) {
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
    int fd = create(pattern), kept_errno;

    if (fd < 0) {
        return false;
    }
    header = map_header(fd);
    kept_errno = errno;
    close(fd);
    if (header == NULL || !reserve(memory_limit, bases, sizes)) {
        unlink(path);
        errno = kept_errno;
        return false;
    }
    ledger_guard_init();
    store_init(store, header, bases, sizes, grow);
    store->extent_limit = (uint32_t)(memory_limit / LEDGER_EXTENT_BYTES);
    if (store->extent_limit > LEDGER_EXTENTS_MAX) {
        store->extent_limit = LEDGER_EXTENTS_MAX;
    }
    store->extent_reserve = store->extent_limit / RESERVE_SHARE;
    return true;
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
    int fd = create(pattern);
    bool good =
        fd >= 0 && within_file_limit(LEDGER_HEADER_BYTES +
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

        good = allocate(fd, offset, LEDGER_EXTENT_BYTES) &&
               copy_to(fd, at, LEDGER_EXTENT_BYTES, offset) &&
               mmap(at, LEDGER_EXTENT_BYTES, PROT_READ | PROT_WRITE,
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
