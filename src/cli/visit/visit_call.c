#include "cli/visit/visit_call.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "cli/process/process_stop.h"
#include "cli/visit/call_ring.h"
#include "report/text/memory.h"

enum { PAGE_BYTES = 4096, TRIES = 50, POLL_NS = 2000000 };

#ifndef MADV_WIPEONFORK
#define MADV_WIPEONFORK 18 /* headers may be older */
#endif

enum visit_state {
    VISIT_OF_PARENT, /* a child has its parent's calls, and is not meant */
    VISIT_WAITS,
    VISIT_BEGUN,
    VISIT_DONE,
    VISIT_FAILED,
    VISIT_NO_MORE, /* it came too late, and does nothing */
};

/* The page behind the code; in a child all of it is 0. */
struct call_data {
    uint64_t state; /* enum visit_state */
    uint64_t load, find, complain;
    uint64_t text; /* of an error */
    char function[64];
    char library[PAGE_BYTES - 128];
};

/* int call(void *), with the data a page behind its beginning. */
static const uint8_t code[] = {
    0x53,                                     /* push %rbx */
    0x48, 0x8d, 0x1d, 0xf8, 0x0f, 0x00, 0x00, /* lea 0xff8(%rip),%rbx: data */
    0x48, 0x83, 0x3b, 0x01,                   /* cmpq $1,(%rbx): VISIT_WAITS */
    0x75, 0x40,                               /* jne 2f */
    0x48, 0xc7, 0x03, 0x02, 0x00, 0x00, 0x00, /* movq $2,(%rbx): VISIT_BEGUN */
    0x48, 0x8d, 0x7b, 0x68,                   /* lea 104(%rbx),%rdi: library */
    0xbe, 0x02, 0x00, 0x00, 0x00,             /* mov $2,%esi: RTLD_NOW */
    0xff, 0x53, 0x08,                         /* call *8(%rbx): load */
    0x48, 0x85, 0xc0,                         /* test %rax,%rax */
    0x74, 0x1a,                               /* je 1f */
    0x48, 0x89, 0xc7,                         /* mov %rax,%rdi */
    0x48, 0x8d, 0x73, 0x28,                   /* lea 40(%rbx),%rsi: function */
    0xff, 0x53, 0x10,                         /* call *16(%rbx): find */
    0x48, 0x85, 0xc0,                         /* test %rax,%rax */
    0x74, 0x0b,                               /* je 1f */
    0xff, 0xd0,                               /* call *%rax */
    0x48, 0xc7, 0x03, 0x03, 0x00, 0x00, 0x00, /* movq $3,(%rbx): VISIT_DONE */
    0xeb, 0x0e,                               /* jmp 2f */
    0xff, 0x53, 0x18,                         /* 1: call *24(%rbx): complain */
    0x48, 0x89, 0x43, 0x20,                   /* mov %rax,32(%rbx): text */
    0x48, 0xc7, 0x03, 0x04, 0x00, 0x00, 0x00, /* movq $4,(%rbx): VISIT_FAILED */
    0x31, 0xc0,                               /* 2: xor %eax,%eax */
    0x5b,                                     /* pop %rbx */
    0xc3,                                     /* ret */
};

_Static_assert(offsetof(struct call_data, function) == 40 &&
                   offsetof(struct call_data, library) == 104 &&
                   sizeof(struct call_data) <= PAGE_BYTES && RTLD_NOW == 2 &&
                   VISIT_WAITS == 1 && VISIT_FAILED == 4,
               "as the code has it");

/* ---- pages ---- */

static uint64_t
map_pages(const struct process_stop *stop, uint64_t instruction)
{
    uint64_t map[6] = { 0,
                        2 * PAGE_BYTES,
                        PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS,
                        (uint64_t)-1,
                        0 };
    int64_t pages = process_stop_system(stop, instruction, SYS_mmap, map);

    return pages > -PAGE_BYTES && pages < 0 ? 0 : (uint64_t)pages;
}

static void
unmap_pages(const struct process_stop *stop, uint64_t instruction,
            uint64_t pages)
{
    uint64_t unmap[6] = { pages, 2 * PAGE_BYTES };

    process_stop_system(stop, instruction, SYS_munmap, unmap);
}

static bool
fill_pages(const struct process_stop *stop, const struct visit_target *target,
           const struct visit *visit, uint64_t pages)
{
    struct call_data data = { .state = VISIT_WAITS,
                              .load = target->load,
                              .find = target->find,
                              .complain = target->complain };
    uint64_t protect[6] = { pages, PAGE_BYTES, PROT_READ | PROT_EXEC };
    uint64_t wipe[6] = { pages + PAGE_BYTES, PAGE_BYTES, MADV_WIPEONFORK };

    snprintf(data.function, sizeof data.function, "PyInit_reftally_%s",
             visit->function);
    snprintf(data.library, sizeof data.library, "%s", visit->library);
    process_stop_system(stop, target->instruction, SYS_madvise, wipe);
    return process_write(&target->process, pages, code, sizeof code) &&
           process_write(&target->process, pages + PAGE_BYTES, &data,
                         sizeof data) &&
           process_stop_system(stop, target->instruction, SYS_mprotect,
                               protect) == 0;
}

static void
rest(void)
{
    struct timespec moment = { .tv_nsec = POLL_NS };

    nanosleep(&moment, NULL);
}

/* Leaves the call while nobody is in the middle of the ring. */
static uint64_t
begin(const struct visit_target *target, const struct visit *visit,
      struct error *error)
{
    struct process_stop stop;
    struct call_ring ring;
    uint64_t pages = 0;
    bool found = false;

    for (int i = 0; i < TRIES && !found; i++) {
        if (!process_stop_begin(&stop, &target->process, error)) {
            return 0;
        }
        found = call_ring_find(&ring, target);
        if (!found) {
            process_stop_end(&stop);
            rest();
        }
    }
    if (!found) {
        error_set(error,
                  "process %d: the calls that wait are not where this release "
                  "of CPython should have them, or too many wait",
                  (int)target->process.pid);
        return 0;
    }
    pages = map_pages(&stop, target->instruction);
    if (pages == 0 || !fill_pages(&stop, target, visit, pages) ||
        !call_ring_add(&ring, target, pages)) {
        error_set(error, "process %d: it gives no memory for code",
                  (int)target->process.pid);
        if (pages != 0) {
            unmap_pages(&stop, target->instruction, pages);
        }
        pages = 0;
    }
    process_stop_end(&stop);
    return pages;
}

/* ---- afterwards ---- */

static enum visit_state
state_of(const struct visit_target *target, uint64_t pages)
{
    return (enum visit_state)process_word(&target->process, pages + PAGE_BYTES);
}

static bool
is_over(enum visit_state state)
{
    return state == VISIT_DONE || state == VISIT_FAILED;
}

/* Once it has begun, it is waited for; else it is taken back. */
static enum visit_state
wait_for_call(const struct visit_target *target, uint64_t pages,
              unsigned seconds)
{
    time_t end = time(NULL) + seconds;
    enum visit_state state;

    while (!is_over(state = state_of(target, pages)) &&
           (state == VISIT_BEGUN || time(NULL) <= end) &&
           process_is_there(target->process.pid)) {
        rest();
    }
    return state;
}

static void
read_complaint(const struct visit_target *target, uint64_t pages,
               struct error *error)
{
    uint64_t text =
        process_word(&target->process,
                     pages + PAGE_BYTES + offsetof(struct call_data, text));
    char words[256] = "it could not be loaded";

    for (size_t i = 0; i < sizeof words - 1 && text != 0; i++) {
        if (!process_read(&target->process, text + i, &words[i], 1) ||
            words[i] == '\0') {
            words[i] = '\0';
            break;
        }
        words[i + 1] = '\0';
    }
    error_set(error, "process %d: %s", (int)target->process.pid, words);
}

/* True: nobody comes to the pages any more. All threads are stopped. */
static bool
is_left(const struct process_stop *stop, const struct visit_target *target,
        uint64_t pages)
{
    static const uint64_t no_more = VISIT_NO_MORE;

    switch (state_of(target, pages)) {
    case VISIT_WAITS:
        if (call_ring_take_back(target, pages)) {
            return true;
        }
        process_write(&target->process, pages + PAGE_BYTES, &no_more,
                      sizeof no_more);
        return false;
    case VISIT_DONE:
    case VISIT_FAILED:
        /* Its last instructions may still be executed. */
        return process_stop_pc(stop) - pages >= PAGE_BYTES;
    default:
        return false;
    }
}

/* Where others keep ours from being taken out, the pages stay. */
static void
end(const struct visit_target *target, uint64_t pages)
{
    struct process_stop stop;
    struct error ignored;
    bool left = false;

    for (int i = 0; i < TRIES && !left; i++) {
        if (!process_stop_begin(&stop, &target->process, &ignored)) {
            return;
        }
        left = is_left(&stop, target, pages);
        if (left) {
            unmap_pages(&stop, target->instruction, pages);
        }
        process_stop_end(&stop);
        rest();
    }
}

bool
visit_by_call(const struct visit_target *target, const struct visit *visit,
              struct error *error)
{
    uint64_t pages = begin(target, visit, error);
    enum visit_state state;

    if (pages == 0) {
        return false;
    }
    state = wait_for_call(target, pages, visit->seconds);
    if (state == VISIT_FAILED) {
        read_complaint(target, pages, error);
    }
    else if (state != VISIT_DONE) {
        visit_say_late(target, visit, error);
    }
    end(target, pages);
    return state == VISIT_DONE;
}
