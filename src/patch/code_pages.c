#include "patch/code_pages.h"

#include "base/mapping.h"
#include "base/maps_file.h"
#include "patch/image_file.h"

#include <sys/mman.h>
#include <unistd.h>

static const uint64_t PAGE_MASK = 0xfff;

enum { LINE_BYTES = IMAGE_PATH_MAX + 256 };

bool
code_pages_protect(const struct image *image, bool writable)
{
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
    bool done = true;

    for (unsigned i = 0; i < image->segment_count; i++) {
        const struct image_segment *segment = &image->segments[i];
        uint64_t start = segment->start & ~(page - 1);
        uint64_t end = (segment->end + page - 1) & ~(page - 1);
        int protection = PROT_READ | PROT_EXEC |
                         (segment->writable || writable ? PROT_WRITE : 0);

        if (segment->executable &&
            mprotect((void *)(uintptr_t)start, end - start, protection) != 0) {
            done = false;
        }
    }
    return done;
}

/* Calls for each stretch of pages that edits lie in. */
static void
advise(const struct plan *plan, const struct image *image, int advice,
       bool may(const struct image *image, uint64_t start, uint64_t end))
{
    uint64_t start = 0, end = 0;

    for (uint32_t i = 0; i <= plan->edit_count; i++) {
        uint64_t first = 0, behind = 0;

        if (i < plan->edit_count) {
            first = image->bias + plan->edits[i].address;
            behind = (first + plan->edits[i].length + PAGE_MASK) & ~PAGE_MASK;
            first &= ~PAGE_MASK;
        }
        if (first < start || first > end || start == 0) {
            if (start < end && may(image, start, end)) {
                madvise((void *)(uintptr_t)start, end - start, advice);
            }
            start = first;
            end = behind;
        }
        end = behind > end ? behind : end;
    }
}

static bool
always(const struct image *image, uint64_t start, uint64_t end)
{
    (void)image;
    (void)start;
    (void)end;
    return true;
}

void
code_pages_own(const struct plan *plan, const struct image *image)
{
    advise(plan, image, MADV_POPULATE_WRITE, always);
}

/* ---- and back ---- */

struct origin {
    uint64_t start, end; /* of pages */
    uint64_t offset;     /* where the file has them */
    bool is_file;
};

static bool
look_for_origin(const struct maps_line *line, void *context)
{
    struct origin *origin = context;

    if (origin->start < line->start || origin->start >= line->end) {
        return true;
    }
    origin->is_file =
        origin->end <= line->end && line->file && line->is_private &&
        !line->writable &&
        line->offset + (origin->start - line->start) == origin->offset;
    return false;
}

/* Some programs move their code to anonymous memory, for its larger pages. */
static bool
is_from_file(const struct image *image, uint64_t start, uint64_t end)
{
    struct origin origin = { .start = start, .end = end };
    char text[LINE_BYTES];

    for (unsigned i = 0; i < image->segment_count; i++) {
        const struct image_segment *segment = &image->segments[i];

        if (segment->executable && start >= (segment->start & ~PAGE_MASK) &&
            start < segment->end) {
            origin.offset = segment->file_offset + start - segment->start;
            maps_file_read(text, sizeof text, look_for_origin, &origin);
        }
    }
    return origin.is_file;
}

void
code_pages_disown(const struct plan *plan, struct image *image)
{
    struct arena arena = { 0 };
    uint64_t digest;

    if (image_file_compare(image, &arena, &digest) == IMAGE_FILE_SAME) {
        advise(plan, image, MADV_DONTNEED, is_from_file);
    }
    arena_release(&arena);
}
