#include "patch/plan_cache.h"

#include "base/note.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NAME_BYTES = 4096, CACHE_VERSION = 2 };

struct cache_header {
    char magic[8];
    uint32_t version;
    uint32_t edit_bytes, site_bytes; /* sizes of the structures */
    uint32_t edit_count, site_count;
    uint32_t blob_bytes, near_count, blob_site_count, place_count;
    uint64_t request;  /* what the plan was made for */
    uint64_t checksum; /* of everything behind the header */
};

static const char magic[8] = { 'r', 't', 'p', 'l', 'a', 'n', '\r', '\n' };

static uint64_t
mix(uint64_t hash, const void *bytes, size_t size)
{
    const uint8_t *at = bytes;

    for (; size >= 8; size -= 8, at += 8) {
        uint64_t word;

        memcpy(&word, at, 8);
        hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 31;
    }
    for (; size > 0; size--, at++) {
        hash = (hash ^ *at) * 0x100000001b3u;
    }
    return hash;
}

static uint64_t
request_hash(const struct plan_cache *cache, const struct plan_request *request)
{
    const struct image *image = request->image;
    uint64_t words[9] = {
        image->end - image->start,
        request->shape.offset,
        request->shape.width,
        (uint64_t)request->shape.immortal,
        request->shape.always_zero,
        (uint64_t)request->filter,
        request->birth_variable == 0 ? 0
                                     : request->birth_variable - image->bias,
        request->birth_state == 0
            ? 0
            : request->birth_variable - request->birth_state,
        request->entry_count,
    };
    uint64_t hash = mix(1, words, sizeof words);

    hash = mix(hash, request->entries,
               request->entry_count * sizeof *request->entries);
    return mix(hash, cache->writer, cache->writer_bytes);
}

static bool
file_name(const struct plan_cache *cache, const struct plan_request *request,
          const char *suffix, char *out)
{
    static const char digits[] = "0123456789abcdef";
    const struct image *image = request->image;
    char id[2 * IMAGE_BUILD_ID_MAX + 1];

    if (cache->directory == NULL || cache->directory[0] == '\0' ||
        image->build_id_bytes == 0 || cache->writer_bytes == 0) {
        return false;
    }
    for (unsigned i = 0; i < image->build_id_bytes; i++) {
        id[2 * i] = digits[image->build_id[i] >> 4];
        id[2 * i + 1] = digits[image->build_id[i] & 15];
    }
    id[2 * image->build_id_bytes] = '\0';
    return note_format(out, NAME_BYTES, "%s/%s%s%s", cache->directory, id,
                       request->filter == STUB_FILTER_HASH ? "-hash" : "",
                       suffix) < NAME_BYTES;
}

/* The parts of a plan, in the order in which they stand in the file. */
struct part {
    void **memory;
    uint64_t bytes;
};

enum { PARTS = 6 };

static void
list_parts(struct plan *plan, struct part parts[PARTS])
{
    struct blob *blob = &plan->blob;

    parts[0] =
        (struct part){ (void **)&plan->edits,
                       (uint64_t)plan->edit_count * sizeof *plan->edits };
    parts[1] =
        (struct part){ (void **)&plan->sites,
                       (uint64_t)plan->site_count * sizeof *plan->sites };
    parts[2] = (struct part){ (void **)&blob->near,
                              (uint64_t)blob->near_count * sizeof *blob->near };
    parts[3] =
        (struct part){ (void **)&blob->sites,
                       (uint64_t)blob->site_count * sizeof *blob->sites };
    parts[4] = (struct part){ (void **)&blob->bytes, blob->size };
    parts[5] =
        (struct part){ (void **)&blob->places,
                       (uint64_t)blob->place_count * sizeof *blob->places };
}

/* Whether following the plan stays within it; the bytes are checked later. */
static bool
plan_is_sound(const struct plan *plan)
{
    const struct blob *blob = &plan->blob;

    for (uint32_t i = 0; i < plan->edit_count; i++) {
        const struct plan_edit *edit = &plan->edits[i];

        if (edit->stub >= blob->size || edit->length > EDIT_BYTES_MAX ||
            edit->length < (edit->stub != 0 ? 5 : 2) ||
            (edit->stub == 0 &&
             (edit->distance - 2 < -128 || edit->distance - 2 > 127))) {
            return false;
        }
    }
    for (uint32_t i = 0; i < blob->near_count; i++) {
        if (blob->near[i] + 4ull > blob->size) {
            return false;
        }
    }
    for (uint32_t i = 0; i < blob->site_count; i++) {
        if (blob->sites[i] + 4ull > blob->size) {
            return false;
        }
    }
    return blob->size >= BLOB_CODE_START;
}

static bool
read_plan(const uint8_t *bytes, uint64_t size, uint64_t request,
          struct plan *out)
{
    struct cache_header header;
    struct part parts[PARTS];
    uint64_t at = sizeof header;

    if (size < sizeof header) {
        return false;
    }
    memcpy(&header, bytes, sizeof header);
    if (memcmp(header.magic, magic, sizeof magic) != 0 ||
        header.version != CACHE_VERSION || header.request != request ||
        header.edit_bytes != sizeof(struct plan_edit) ||
        header.site_bytes != sizeof(struct plan_site) ||
        header.checksum != mix(0, bytes + at, size - at)) {
        return false;
    }
    memset(out, 0, sizeof *out);
    out->edit_count = header.edit_count;
    out->site_count = header.site_count;
    out->blob.size = header.blob_bytes;
    out->blob.near_count = header.near_count;
    out->blob.site_count = header.blob_site_count;
    out->blob.place_count = header.place_count;
    list_parts(out, parts);
    for (unsigned i = 0; i < PARTS; i++) {
        if (parts[i].bytes > size - at) {
            return false;
        }
        *parts[i].memory = (void *)(uintptr_t)(bytes + at);
        at += (parts[i].bytes + 7) & ~(uint64_t)7;
        if (at > size) {
            return false;
        }
    }
    return at == size && plan_is_sound(out);
}

bool
plan_cache_load(const struct plan_cache *cache,
                const struct plan_request *request, struct plan *out)
{
    char name[NAME_BYTES];
    struct stat status;
    void *memory = MAP_FAILED;
    int fd;

    if (!file_name(cache, request, ".plan", name)) {
        return false;
    }
    fd = open(name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) {
        return false;
    }
    /* A plan is code: it must be ours, and only ours to write. */
    if (fstat(fd, &status) == 0 && S_ISREG(status.st_mode) &&
        status.st_uid == geteuid() && (status.st_mode & 022) == 0 &&
        status.st_size > 0) {
        memory = mmap(NULL, (size_t)status.st_size, PROT_READ,
                      MAP_PRIVATE | MAP_POPULATE, fd, 0);
    }
    close(fd);
    if (memory == MAP_FAILED) {
        return false;
    }
    if (!read_plan(memory, (uint64_t)status.st_size,
                   request_hash(cache, request), out)) {
        munmap(memory, (size_t)status.st_size);
        return false;
    }
    return true;
}

static bool
write_all(int fd, const void *bytes, size_t size)
{
    const char *at = bytes;

    while (size > 0) {
        ssize_t done = write(fd, at, size);

        if (done <= 0) {
            return false;
        }
        at += done;
        size -= (size_t)done;
    }
    return true;
}

static bool
write_plan(int fd, struct plan *plan, uint64_t request)
{
    static const uint8_t zeros[8];
    struct cache_header header = {
        .version = CACHE_VERSION,
        .edit_bytes = sizeof(struct plan_edit),
        .site_bytes = sizeof(struct plan_site),
        .edit_count = plan->edit_count,
        .site_count = plan->site_count,
        .blob_bytes = plan->blob.size,
        .near_count = plan->blob.near_count,
        .blob_site_count = plan->blob.site_count,
        .place_count = plan->blob.place_count,
        .request = request,
    };
    struct part parts[PARTS];

    memcpy(header.magic, magic, sizeof magic);
    list_parts(plan, parts);
    for (unsigned i = 0; i < PARTS; i++) {
        uint64_t filler = -parts[i].bytes & 7, last = parts[i].bytes & 7;
        uint8_t word[8] = { 0 };

        /* The checksum is over the file, words at a time, filler included. */
        header.checksum =
            mix(header.checksum, *parts[i].memory, parts[i].bytes - last);
        if (filler != 0) {
            memcpy(word, (uint8_t *)*parts[i].memory + parts[i].bytes - last,
                   last);
            header.checksum = mix(header.checksum, word, 8);
        }
    }
    if (!write_all(fd, &header, sizeof header)) {
        return false;
    }
    for (unsigned i = 0; i < PARTS; i++) {
        if (!write_all(fd, *parts[i].memory, parts[i].bytes) ||
            !write_all(fd, zeros, -parts[i].bytes & 7)) {
            return false;
        }
    }
    return true;
}

/* A limit would send the host a signal. */
static bool
file_size_is_free(void)
{
    struct rlimit limit;

    return getrlimit(RLIMIT_FSIZE, &limit) == 0 &&
           limit.rlim_cur == RLIM_INFINITY;
}

void
plan_cache_store(const struct plan_cache *cache,
                 const struct plan_request *request, const struct plan *plan)
{
    char name[NAME_BYTES], temporary[NAME_BYTES], suffix[64];
    struct plan copy = *plan;
    bool written;
    int fd;

    if (!file_size_is_free()) {
        return;
    }
    note_format(suffix, sizeof suffix, ".%d.tmp", (int)getpid());
    if (!file_name(cache, request, ".plan", name) ||
        !file_name(cache, request, suffix, temporary)) {
        return;
    }
    fd = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
              0600);
    if (fd < 0) {
        return;
    }
    written = write_plan(fd, &copy, request_hash(cache, request));
    written = close(fd) == 0 && written;
    if (!written || rename(temporary, name) != 0) {
        unlink(temporary);
    }
}
