#include "patch/plan_cache.h"

#include "arch/features.h"
#include "base/mapping.h"
#include "base/note.h"
#include "base/system.h"
#include "patch/digest.h"
#include "patch/plan_file.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    NAME_BYTES = 2 * IMAGE_BUILD_ID_MAX + 64,
    OTHERS_WRITE = 022,
};

/* Everything that the plan is made from. */
static uint64_t
key_of(const struct plan_cache *cache, const struct plan_request *request)
{
    const struct image *image = request->image;
    uint64_t words[] = {
        request->file_digest,
        image->end - image->start,
        request->shape.offset,
        request->shape.width,
        (uint64_t)request->shape.immortal,
        request->shape.always_zero,
        request->shape.halved,
        (uint64_t)request->filter,
        request->birth_variable == 0 ? 0
                                     : request->birth_variable - image->bias,
        request->birth_variable_bytes,
        request->birth_state == 0
            ? 0
            : request->birth_variable - request->birth_state,
        request->entry_count,
        processor_features(),
    };
    uint64_t key = digest(0, words, sizeof words);

    key = digest(key, request->entries,
                 request->entry_count * sizeof *request->entries);
    key = digest(key, image->build_id, image->build_id_bytes);
    return digest(key, cache->writer, cache->writer_bytes);
}

/* Versions that count in other ways share modules of the stable interface: each
   has a plan of its own, or they would take turns to make it. */
static unsigned
shape_key(const struct refcount_shape *shape)
{
    uint64_t words[] = {
        shape->offset,      shape->width,  (uint64_t)shape->immortal,
        shape->always_zero, shape->halved,
    };

    return (unsigned)(digest(0, words, sizeof words) >> 32);
}

/* "build-id-shape.plan", "build-id-hash-shape.plan"; while it is written, another
   end. */
static bool
file_name(const struct plan_cache *cache, const struct plan_request *request,
          const char *suffix, char out[NAME_BYTES])
{
    static const char digits[] = "0123456789abcdef";
    const struct image *image = request->image;
    char id[2 * IMAGE_BUILD_ID_MAX + 1];

    if (image->build_id_bytes == 0 || cache->writer_bytes == 0) {
        return false;
    }
    for (unsigned i = 0; i < image->build_id_bytes; i++) {
        id[2 * i] = digits[image->build_id[i] >> 4];
        id[2 * i + 1] = digits[image->build_id[i] & 15];
    }
    id[2 * image->build_id_bytes] = '\0';
    return note_format(out, NAME_BYTES, "%s%s-%x%s", id,
                       request->filter == STUB_FILTER_HASH ? "-hash" : "",
                       shape_key(&request->shape), suffix) < NAME_BYTES;
}


/* -1: it is somebody else's, a link, or not there. */
static int
open_directory(const struct plan_cache *cache)
{
    struct stat status;
    int fd = cache->directory == NULL
                 ? -1
                 : open(cache->directory,
                        O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);

    if (fd >= 0 && (fstat(fd, &status) != 0 || status.st_uid != geteuid())) {
        close(fd);
        fd = -1;
    }
    return fd;
}

/* ---- reading ---- */

/* All of its pages at once, where the kernel can: a third of the time. */
static void
expect(uint8_t *bytes, uint64_t size)
{
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
    uint64_t start = ((uintptr_t)bytes + page - 1) & ~(page - 1);
    uint64_t end = ((uintptr_t)bytes + size) & ~(page - 1);

    if (bytes != NULL && start < end) {
        madvise((void *)(uintptr_t)start, end - start, MADV_POPULATE_WRITE);
    }
}

/*
 * A copy, not the file itself: what was checked must be what is used, whatever
 * becomes of the file.
 */
static const uint8_t *
read_file(int fd, struct arena *arena, uint64_t *size)
{
    struct stat status;
    uint8_t *bytes;
    uint64_t have = 0;

    /* A plan becomes code: it must be ours, and only ours to write. */
    if (fstat(fd, &status) != 0 || !S_ISREG(status.st_mode) ||
        status.st_uid != geteuid() || (status.st_mode & OTHERS_WRITE) != 0 ||
        status.st_size <= 0) {
        return NULL;
    }
    *size = (uint64_t)status.st_size;
    bytes = arena_add(arena, *size);
    expect(bytes, *size);
    while (bytes != NULL && have < *size) {
        ssize_t got = read(fd, bytes + have, *size - have);

        if (got <= 0) {
            return NULL;
        }
        have += (uint64_t)got;
    }
    return bytes;
}

bool
plan_cache_load(const struct plan_cache *cache,
                const struct plan_request *request, struct arena *arena,
                struct plan *out)
{
    char name[NAME_BYTES];
    const uint8_t *bytes = NULL;
    uint64_t size = 0;
    int directory, fd;

    if (!file_name(cache, request, ".plan", name)) {
        return false;
    }
    directory = open_directory(cache);
    if (directory < 0) {
        return false;
    }
    fd = openat(directory, name,
                O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    close(directory);
    if (fd >= 0) {
        bytes = read_file(fd, arena, &size);
        close(fd);
    }
    return bytes != NULL &&
           plan_file_read(bytes, size, key_of(cache, request), out) &&
           plan_is_proved(out);
}

/* ---- writing ---- */

static bool
write_all(int fd, const uint8_t *bytes, uint64_t size)
{
    while (size > 0) {
        ssize_t done = write(fd, bytes, size);

        if (done <= 0) {
            return false;
        }
        bytes += done;
        size -= (uint64_t)done;
    }
    return true;
}

/* A limit would send the host a signal. */
static bool
file_size_is_free(void)
{
    struct rlimit limit;

    return system_limit(RLIMIT_FSIZE, &limit) &&
           limit.rlim_cur == RLIM_INFINITY;
}

static void
write_file(int directory, const char *temporary, const char *name,
           const uint8_t *bytes, uint64_t size)
{
    int fd = openat(directory, temporary,
                    O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    bool written;

    if (fd < 0) {
        return;
    }
    written = write_all(fd, bytes, size);
    written = close(fd) == 0 && written;
    if (!written || renameat(directory, temporary, directory, name) != 0) {
        unlinkat(directory, temporary, 0);
    }
}

static void
store(const struct plan_cache *cache, const struct plan_request *request,
      const uint8_t *bytes, uint64_t size)
{
    char name[NAME_BYTES], temporary[NAME_BYTES], suffix[64];
    int directory;

    note_format(suffix, sizeof suffix, ".%d.tmp", (int)getpid());
    if (!file_size_is_free() || !file_name(cache, request, ".plan", name) ||
        !file_name(cache, request, suffix, temporary)) {
        return;
    }
    directory = open_directory(cache);
    if (directory >= 0) {
        write_file(directory, temporary, name, bytes, size);
        close(directory);
    }
}

bool
plan_cache_prove(const struct plan_cache *cache,
                 const struct plan_request *request, struct arena *arena,
                 struct plan *plan)
{
    uint64_t size;
    const uint8_t *bytes =
        plan_file_write(plan, key_of(cache, request), arena, &size);
    bool proved = plan_is_proved(plan); /* its proof is in the bytes */

    if (proved && bytes != NULL) {
        store(cache, request, bytes, size);
    }
    return proved;
}
