#include "patch/apply.h"

#include "base/system.h"
#include "patch/code_pages.h"
#include "patch/live_edits.h"

#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <unistd.h>

#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000
#endif

enum { POOL_TRIES = 4096 };

static const uint64_t REACH = 0x7ff00000; /* of a 32-bit displacement, less a
                                             little */
static const uint64_t PAGE_MASK = 0xfff;
static const uint64_t LOWEST = 0x10000; /* vm.mmap_min_addr, as usual */

static bool
in_reach(const struct image *image, uint64_t pool, uint64_t size)
{
    uint64_t low = pool < image->start ? pool : image->start;
    uint64_t high = pool + size > image->end ? pool + size : image->end;

    return high - low < REACH;
}

static uint64_t
map_at(uint64_t address, uint64_t size)
{
    void *memory =
        SYSTEM_MAP((void *)(uintptr_t)address, size, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);

    if (memory == MAP_FAILED) {
        return 0;
    }
    if ((uint64_t)(uintptr_t)memory != address) { /* kernel before 4.17 */
        system_unmap(memory, size);
        return 0;
    }
    return address;
}

/* An executable's heap grows behind it. */
static bool
is_executable(const struct image *image)
{
    return image_has_code(image, getauxval(AT_ENTRY));
}

/*
 * As near as there is room: processors remember few jumps that lead far away.
 * Small steps near by, larger ones farther away.
 */
static uint64_t
map_pool(const struct image *image, uint64_t size)
{
    bool above = !is_executable(image);
    uint64_t distance = 0, pool;

    for (unsigned i = 0; i < POOL_TRIES; i++) {
        pool = (image->start - size - distance) & ~PAGE_MASK;
        if (image->start >= size + distance + LOWEST &&
            in_reach(image, pool, size) && map_at(pool, size) != 0) {
            return pool;
        }
        pool = (image->end + distance + PAGE_MASK) & ~PAGE_MASK;
        if (above && in_reach(image, pool, size) && map_at(pool, size) != 0) {
            return pool;
        }
        distance += i < 256 ? 0x10000 : 0x100000;
    }
    /* From the far end of what can be reached above, downwards. */
    pool = (image->start + REACH - size - 0x1000) & ~PAGE_MASK;
    if (image->start < SHADOW_BASE && pool + size > SHADOW_BASE) {
        pool = (SHADOW_BASE - size - 0x1000) & ~PAGE_MASK;
    }
    for (unsigned i = 0; i < POOL_TRIES && pool > image->end;
         i++, pool -= 0x80000) {
        if (in_reach(image, pool, size) && map_at(pool, size) != 0) {
            return pool;
        }
    }
    return 0;
}

/* Memory was compared with the file before; this is the last moment. */
static bool
bytes_match(const struct plan *plan, const struct image *image)
{
    const uint8_t *original = plan->original;

    for (uint32_t i = 0; i < plan->edit_count; i++) {
        const struct plan_edit *edit = &plan->edits[i];
        uint64_t address = image->bias + edit->address;

        if (edit->length > EDIT_BYTES_MAX || !image_has_code(image, address) ||
            !image_has_code(image, address + edit->length - 1) ||
            memcmp((const void *)(uintptr_t)address, original, edit->length) !=
                0) {
            return false;
        }
        original += edit->length;
    }
    return true;
}

static void
place_stubs(const struct plan *plan, const struct image *image,
            const struct apply_hooks *hooks, uint64_t pool)
{
    const struct blob *blob = &plan->blob;
    uint8_t *bytes = (uint8_t *)(uintptr_t)pool;
    uint32_t shift = (uint32_t)(image->bias - pool);

    memcpy(bytes, blob->bytes, blob->size);
    memcpy(bytes, hooks->hooks, sizeof hooks->hooks);
    for (uint32_t i = 0; i < blob->near_count; i++) {
        uint32_t field;

        memcpy(&field, bytes + blob->near[i], 4);
        field += shift;
        memcpy(bytes + blob->near[i], &field, 4);
    }
    for (uint32_t i = 0; i < blob->site_count; i++) {
        uint32_t field;

        memcpy(&field, bytes + blob->sites[i], 4);
        field += hooks->first_site;
        memcpy(bytes + blob->sites[i], &field, 4);
    }
}

static void
restore_bytes(const struct plan *plan, const struct image *image)
{
    const uint8_t *original = plan->original + plan->original_bytes;

    for (uint32_t i = plan->edit_count; i > 0; i--) {
        const struct plan_edit *edit = &plan->edits[i - 1];

        original -= edit->length;
        memcpy((void *)(uintptr_t)(image->bias + edit->address), original,
               edit->length);
    }
}

/*
 * Code stays executable all the time: what loses that may not get it back, once
 * it was written to (SELinux without execmod, PR_SET_MDWE). So whoever refuses
 * does it before anything has changed.
 */
static enum apply_result
write_edits(const struct plan *plan, const struct image *image, uint64_t pool)
{
    if (!code_pages_protect(image, true)) {
        code_pages_protect(image, false);
        return APPLY_REFUSED;
    }
    code_pages_own(plan, image);
    /* In order: a hole lies in the filler of an edit that stands before it. */
    for (uint32_t i = 0; i < plan->edit_count; i++) {
        const struct plan_edit *edit = &plan->edits[i];

        plan_edit_bytes(edit, image->bias, pool,
                        (uint8_t *)(uintptr_t)(image->bias + edit->address));
    }
    if (!code_pages_protect(image, false)) {
        restore_bytes(plan, image);
        code_pages_protect(image, false);
        return APPLY_REFUSED;
    }
    return APPLY_DONE;
}

/* Who allowed it to be written to, allows it to be as it was. */
static enum apply_result
write_live(const struct plan *plan, const struct image *image, uint64_t pool)
{
    bool done;

    if (!code_pages_protect(image, true)) {
        code_pages_protect(image, false);
        return APPLY_REFUSED;
    }
    code_pages_own(plan, image);
    done = live_edits_write(plan, image, pool);
    code_pages_protect(image, false);
    return done ? APPLY_DONE : APPLY_OCCUPIED;
}

enum apply_result
apply_plan(const struct plan *plan, const struct image *image,
           const struct apply_hooks *hooks, struct applied *out)
{
    uint64_t size = ((uint64_t)plan->blob.size + 0xfff) & ~(uint64_t)0xfff;
    enum apply_result result;
    uint64_t pool;

    if (!bytes_match(plan, image)) {
        return APPLY_OTHER_BYTES;
    }
    pool = map_pool(image, size);
    if (pool == 0) {
        return APPLY_NO_POOL;
    }
    place_stubs(plan, image, hooks, pool);
    if (mprotect((void *)(uintptr_t)pool, size, PROT_READ | PROT_EXEC) != 0) {
        system_unmap((void *)(uintptr_t)pool, size);
        return APPLY_REFUSED;
    }
    result = hooks->live ? write_live(plan, image, pool)
                         : write_edits(plan, image, pool);
    if (result != APPLY_DONE) {
        if (!hooks->running && !hooks->live) {
            system_unmap((void *)(uintptr_t)pool, size);
        }
        return result;
    }
    *out = (struct applied){ pool, size };
    return APPLY_DONE;
}

enum apply_result
apply_undo(const struct plan *plan, const struct image *image)
{
    if (!code_pages_protect(image, true)) {
        code_pages_protect(image, false);
        return APPLY_REFUSED;
    }
    restore_bytes(plan, image);
    code_pages_protect(image, false);
    return APPLY_DONE;
}

enum apply_result
apply_take_back(const struct plan *plan, const struct image *image,
                uint64_t pool)
{
    bool done = false;

    if (code_pages_protect(image, true)) {
        done = live_edits_take_back(plan, image, pool);
    }
    code_pages_protect(image, false);
    return done ? APPLY_DONE : APPLY_OCCUPIED;
}

bool
apply_redirect(uint64_t pool, uint64_t change)
{
    uint64_t *slots = (uint64_t *)(uintptr_t)pool;
    void *page = (void *)(uintptr_t)pool;
    size_t size = (size_t)sysconf(_SC_PAGESIZE);

    /* Somebody may be in these stubs. */
    if (mprotect(page, size, PROT_READ | PROT_WRITE | PROT_EXEC) != 0) {
        return false;
    }
    for (uint32_t hook = 0; hook < BLOB_HOOK_CHANGES; hook++) {
        __atomic_store_n(&slots[hook], change, __ATOMIC_RELEASE);
    }
    mprotect(page, size, PROT_READ | PROT_EXEC);
    return true;
}
