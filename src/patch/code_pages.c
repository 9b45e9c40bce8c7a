#include "patch/code_pages.h"

#include "base/mapping.h"

#include <sys/mman.h>
#include <unistd.h>

static const uint64_t PAGE_MASK = 0xfff;

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

void
code_pages_own(const struct plan *plan, const struct image *image)
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
            if (start < end) {
                madvise((void *)(uintptr_t)start, end - start,
                        MADV_POPULATE_WRITE);
            }
            start = first;
            end = behind;
        }
        end = behind > end ? behind : end;
    }
}
