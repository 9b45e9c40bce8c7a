#include "patch/image_file.h"

#include "base/maps_file.h"
#include "patch/digest.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    CHUNK_BYTES = 128 << 10, /* stays in the cache while it is looked at */
    TRIES = 100,
    LINE_BYTES = IMAGE_PATH_MAX + 256,
};

static bool
read_at(int fd, uint8_t *to, uint64_t size, uint64_t offset)
{
    for (unsigned interrupted = 0; size > 0;) {
        ssize_t got = pread(fd, to, size, (off_t)offset);

        if (got < 0 && errno == EINTR && ++interrupted < TRIES) {
            continue; /* file systems of programs do this */
        }
        if (got <= 0) {
            return false;
        }
        to += got;
        size -= (uint64_t)got;
        offset += (uint64_t)got;
    }
    return true;
}

/* ---- which file ---- */

/* The path of what is mapped at an address, as the kernel knows it. */
struct path_search {
    uint64_t address;
    char *path; /* IMAGE_PATH_MAX bytes */
    bool found;
};

static bool
look_for_path(const struct maps_line *line, void *context)
{
    struct path_search *search = context;
    const char *name = strchr(line->text, '/');

    if (search->address >= line->start && search->address < line->end &&
        name != NULL && strlen(name) < IMAGE_PATH_MAX) {
        memcpy(search->path, name, strlen(name) + 1);
        search->found = true;
    }
    return !search->found;
}

static bool
mapped_path(uint64_t address, char path[IMAGE_PATH_MAX])
{
    struct path_search search = { .address = address, .path = path };
    char text[LINE_BYTES];

    return maps_file_read(text, sizeof text, look_for_path, &search) &&
           search.found;
}

static int
open_regular(const char *path)
{
    struct stat status;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);

    if (fd >= 0 && (fstat(fd, &status) != 0 || !S_ISREG(status.st_mode))) {
        close(fd);
        fd = -1;
    }
    return fd;
}

/* ---- is it the one, and what differs? ---- */

static const struct image_segment *
segment_around(const struct image *image, uint64_t address, uint64_t size)
{
    for (unsigned i = 0; i < image->segment_count; i++) {
        const struct image_segment *segment = &image->segments[i];

        if (address >= segment->start &&
            address - segment->start <= segment->file_bytes &&
            size <= segment->file_bytes - (address - segment->start)) {
            return segment;
        }
    }
    return NULL;
}

static bool
has_build_id(int fd, const struct image *image)
{
    const struct image_segment *segment =
        segment_around(image, image->build_id_address, image->build_id_bytes);
    uint8_t found[IMAGE_BUILD_ID_MAX];

    return image->build_id_bytes > 0 && segment != NULL &&
           read_at(fd, found, image->build_id_bytes,
                   segment->file_offset +
                       (image->build_id_address - segment->start)) &&
           memcmp(found, image->build_id, image->build_id_bytes) == 0;
}

/* False: the file is too short, or cannot be read. */
static bool
compare(int fd, const struct image *image, uint8_t *chunk, uint64_t *sum,
        bool *same)
{
    *sum = 0;
    *same = true;
    for (unsigned i = 0; i < image->segment_count; i++) {
        const struct image_segment *segment = &image->segments[i];

        for (uint64_t at = 0; segment->executable && at < segment->file_bytes;
             at += CHUNK_BYTES) {
            uint64_t size = segment->file_bytes - at;

            size = size < CHUNK_BYTES ? size : CHUNK_BYTES;
            if (!read_at(fd, chunk, size, segment->file_offset + at)) {
                return false;
            }
            *sum = digest(*sum, chunk, size);
            *same =
                *same && memcmp((const void *)(uintptr_t)(segment->start + at),
                                chunk, size) == 0;
        }
    }
    return true;
}

/* What lies behind the file's bytes of a segment is zero, in the copy too. */
static bool
copy_code(int fd, struct image *image, struct arena *arena)
{
    uint64_t start = UINT64_MAX, end = 0;
    uint8_t *copy;

    for (unsigned i = 0; i < image->segment_count; i++) {
        const struct image_segment *segment = &image->segments[i];

        if (segment->executable) {
            start = segment->start < start ? segment->start : start;
            end = segment->end > end ? segment->end : end;
        }
    }
    copy = start < end ? arena_add(arena, end - start) : NULL;
    if (copy == NULL) {
        return false;
    }
    for (unsigned i = 0; i < image->segment_count; i++) {
        const struct image_segment *segment = &image->segments[i];

        if (segment->executable &&
            !read_at(fd, copy + (segment->start - start), segment->file_bytes,
                     segment->file_offset)) {
            return false;
        }
    }
    image->code_shift = (uint64_t)(uintptr_t)copy - start;
    return true;
}

static enum image_file_state
state_of(int fd, struct image *image, struct arena *arena, uint64_t *sum)
{
    uint8_t *chunk = arena_add(arena, CHUNK_BYTES);
    bool known = has_build_id(fd, image), same;

    if (chunk == NULL || (image->build_id_bytes > 0 && !known) ||
        !compare(fd, image, chunk, sum, &same)) {
        return IMAGE_FILE_OTHER;
    }
    if (same) {
        return IMAGE_FILE_SAME;
    }
    return known && copy_code(fd, image, arena) ? IMAGE_FILE_CHANGED
                                                : IMAGE_FILE_OTHER;
}

enum image_file_state
image_file_compare(struct image *image, struct arena *arena, uint64_t *sum)
{
    const char *paths[3] = { image->path };
    enum image_file_state state = IMAGE_FILE_OTHER;
    char mapped[IMAGE_PATH_MAX];

    image->code_shift = 0;
    if (image->program) {
        paths[0] = "/proc/self/exe";
        paths[2] = (const char *)(uintptr_t)getauxval(AT_EXECFN);
    }
    for (unsigned i = 0; i < 3 && state == IMAGE_FILE_OTHER; i++) {
        int fd;

        if (i == 1 && mapped_path(image->start, mapped)) {
            paths[i] = mapped; /* started by ld.so; or another directory */
        }
        fd = paths[i] == NULL ? -1 : open_regular(paths[i]);
        if (fd >= 0) {
            state = state_of(fd, image, arena, sum);
            close(fd);
        }
    }
    return state;
}
