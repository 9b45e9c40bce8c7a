#include "patch/plan_file.h"

#include "patch/digest.h"

#include <stddef.h>
#include <string.h>

enum { FORMAT_VERSION = 4 };

struct header {
    char magic[8];
    uint32_t version, header_bytes;
    uint64_t digest; /* of the file, with 0 here */
    uint64_t file_bytes;
    uint64_t key;
    uint64_t code_start, code_end;
    uint32_t edit_bytes, site_bytes, place_bytes; /* sizes of the structures */
    uint32_t edit_count, original_bytes, site_count;
    uint32_t blob_bytes, near_count, blob_site_count, place_count;
};

static const char magic[8] = { 'r', 't', 'p', 'l', 'a', 'n', '\r', '\n' };

/* The parts of a plan, in the order in which they stand in the file. */
struct part {
    void **memory;
    uint64_t bytes;
};

enum { PARTS = 9, PART_ALIGNMENT = 8 };

static void
list_parts(struct plan *plan, struct part parts[PARTS])
{
    struct blob *blob = &plan->blob;
    uint64_t table = proof_bytes(plan->proof.end - plan->proof.start);
    const struct part list[PARTS] = {
        { (void **)&plan->edits, plan->edit_count * sizeof *plan->edits },
        { (void **)&plan->sites, plan->site_count * sizeof *plan->sites },
        { (void **)&blob->near, blob->near_count * sizeof *blob->near },
        { (void **)&blob->sites, blob->site_count * sizeof *blob->sites },
        { (void **)&blob->places, blob->place_count * sizeof *blob->places },
        { (void **)&plan->proof.starts, table },
        { (void **)&plan->proof.targets, table },
        { (void **)&blob->bytes, blob->size },
        { (void **)&plan->original, plan->original_bytes },
    };

    memcpy(parts, list, sizeof list);
}

static uint64_t
padded(uint64_t bytes)
{
    return (bytes + PART_ALIGNMENT - 1) & ~(uint64_t)(PART_ALIGNMENT - 1);
}

static struct header
header_of(const struct plan *plan, uint64_t key)
{
    struct header header = {
        .version = FORMAT_VERSION,
        .header_bytes = sizeof header,
        .key = key,
        .code_start = plan->proof.start,
        .code_end = plan->proof.end,
        .edit_bytes = sizeof *plan->edits,
        .site_bytes = sizeof *plan->sites,
        .place_bytes = sizeof *plan->blob.places,
        .edit_count = plan->edit_count,
        .original_bytes = plan->original_bytes,
        .site_count = plan->site_count,
        .blob_bytes = plan->blob.size,
        .near_count = plan->blob.near_count,
        .blob_site_count = plan->blob.site_count,
        .place_count = plan->blob.place_count,
    };

    memcpy(header.magic, magic, sizeof magic);
    return header;
}

_Static_assert(sizeof(struct header) == PLAN_FILE_BYTES_MIN &&
                   offsetof(struct header, digest) == PLAN_FILE_DIGEST_AT,
               "what plan_file.h says");

uint64_t
plan_file_digest(const uint8_t *bytes, uint64_t size)
{
    struct header header;

    memcpy(&header, bytes, sizeof header);
    header.digest = 0;
    return digest(digest(0, &header, sizeof header), bytes + sizeof header,
                  size - sizeof header);
}

/* False: they are not as large as the header says. */
static bool
find_parts(const uint8_t *bytes, uint64_t size, struct plan *plan)
{
    struct part parts[PARTS];
    uint64_t at = sizeof(struct header);

    list_parts(plan, parts);
    for (unsigned i = 0; i < PARTS; i++) {
        if (parts[i].bytes > size - at || padded(parts[i].bytes) > size - at) {
            return false;
        }
        *parts[i].memory = (void *)(uintptr_t)(bytes + at);
        at += padded(parts[i].bytes);
    }
    return at == size;
}

bool
plan_file_read(const uint8_t *bytes, uint64_t size, uint64_t key,
               struct plan *out)
{
    struct header header;

    if (size < sizeof header) {
        return false;
    }
    memcpy(&header, bytes, sizeof header);
    memset(out, 0, sizeof *out);
    out->edit_count = header.edit_count;
    out->original_bytes = header.original_bytes;
    out->site_count = header.site_count;
    out->blob.size = header.blob_bytes;
    out->blob.near_count = header.near_count;
    out->blob.site_count = header.blob_site_count;
    out->blob.place_count = header.place_count;
    out->proof.start = header.code_start;
    out->proof.end = header.code_end;
    return memcmp(header.magic, magic, sizeof magic) == 0 &&
           header.version == FORMAT_VERSION && header.key == key &&
           header.header_bytes == sizeof header && header.file_bytes == size &&
           header.edit_bytes == sizeof *out->edits &&
           header.site_bytes == sizeof *out->sites &&
           header.place_bytes == sizeof *out->blob.places &&
           header.code_start < header.code_end &&
           header.code_end - header.code_start <= UINT32_MAX &&
           header.digest == plan_file_digest(bytes, size) &&
           find_parts(bytes, size, out);
}

const uint8_t *
plan_file_write(const struct plan *plan, uint64_t key, struct arena *arena,
                uint64_t *size)
{
    struct plan copy = *plan;
    struct header header = header_of(plan, key);
    struct part parts[PARTS];
    uint64_t at = sizeof header;
    uint8_t *bytes;

    list_parts(&copy, parts);
    *size = sizeof header;
    for (unsigned i = 0; i < PARTS; i++) {
        *size += padded(parts[i].bytes);
    }
    bytes = arena_add(arena, *size);
    if (bytes == NULL) {
        return NULL;
    }
    for (unsigned i = 0; i < PARTS; i++) {
        memcpy(bytes + at, *parts[i].memory, parts[i].bytes);
        at += padded(parts[i].bytes);
    }
    header.file_bytes = *size;
    memcpy(bytes, &header, sizeof header);
    header.digest = plan_file_digest(bytes, *size);
    memcpy(bytes, &header, sizeof header);
    return bytes;
}
