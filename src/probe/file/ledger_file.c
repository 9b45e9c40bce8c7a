#include "probe/file/ledger_file.h"

#include "base/mapping.h"
#include "base/note.h"
#include "base/system.h"
#include "probe/file/ledger_extents.h"
#include "probe/file/ledger_guard.h"
#include "probe/state/options.h"
#include "probe/state/recorder.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
    PATH_BYTES = 4096,
    SAME_NAME_TRIES = 100,
    HOST_BYTES = 256,
    RESERVE_SHARE = 8, /* of the limit, for images and the census */
    LOCK_TRIES = 1 << 28,
};

static char path[PATH_BYTES];
static dev_t device;
static ino_t inode;
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
};

const char *
ledger_file_path(void)
{
    return path;
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
    int fd = reopen();

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

static bool
grow(struct store *store, uint32_t number)
{
    uint64_t usable = store->tables[number].usable;
    int kept_errno = errno;

    if (system_is_sealed() ||
        (!recorder.recording && store->header->end == LEDGER_STOPPED) ||
        !lock_growth()) {
        return false;
    }
    ledger_guard_watch(false);
    /* While it waited, somebody may have filled the table. */
    if (store->tables[number].usable == usable && !system_is_sealed()) {
        grow_file(store, number);
    }
    unlock_growth();
    errno = kept_errno;
    return store->tables[number].usable > usable;
}

void
ledger_file_give_to(uid_t owner)
{
    int kept_errno = errno, fd;
    struct stat status;

    fd = reopen();
    if (fd >= 0 && fstat(fd, &status) == 0 && status.st_uid != owner) {
        SYSTEM(SYS_fchown, (uint64_t)fd, owner, (uint64_t)-1);
    }
    if (fd >= 0) {
        close(fd);
    }
    errno = kept_errno;
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
ledger_file_fill(struct store *store, uint64_t bytes)
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
    fd = reopen();
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

    if (fstat(fd, &status) != 0 ||
        !extents_allocate(fd, 0, LEDGER_HEADER_BYTES)) {
        return NULL;
    }
    device = status.st_dev;
    inode = status.st_ino;
    memory = mmap(mapping_place(LEDGER_HEADER_BYTES), LEDGER_HEADER_BYTES,
                  PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

static bool
reserve(uint64_t limit, uint8_t *bases[], uint64_t sizes[])
{
    for (uint32_t i = 1; i < LEDGER_TABLES_KNOWN; i++) {
        void *memory;

        sizes[i] =
            limit / 16 * shares[i] / LEDGER_EXTENT_BYTES * LEDGER_EXTENT_BYTES;
        memory = mmap(mapping_place(sizes[i]), sizes[i], PROT_NONE,
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

        good = extents_allocate(fd, offset, LEDGER_EXTENT_BYTES) &&
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
