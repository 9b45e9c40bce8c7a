/*
 * invented_image - a page of code with its unwind tables, and a file of it.
 *
 * The code has a site at its beginning and another FAR bytes behind; between
 * them nothing happens.
 */
#ifndef REFTALLY_TESTS_INVENTED_IMAGE_H
#define REFTALLY_TESTS_INVENTED_IMAGE_H

#include "patch/planner.h"
#include "unwind_tables.h"

#include <check.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
    PAGE = 4096,
    VIRTUAL = 0x1000, /* where the image's file has its code */
    FAR = 64,
    CODE_BYTES = FAR + 8,
    BUILD_ID_AT = PAGE - 32, /* in the page of code */
};

static const uint8_t invented_site[] = {
    0x48, 0x83, 0x07, 0x01, /* addq $1,(%rdi) */
    0x48, 0x89, 0xf0,       /* mov %rsi,%rax */
};

struct invented {
    struct image image;
    uint8_t *memory; /* a page of code, then one of tables */
    struct arena arena;
    struct plan plan;
};

static inline void
invent(struct invented *out)
{
    struct eh_function function;
    uint64_t start;

    memset(out, 0, sizeof *out);
    out->memory = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    ck_assert_ptr_ne(out->memory, MAP_FAILED);
    start = (uintptr_t)out->memory;
    memset(out->memory, 0xcc, PAGE);
    memset(out->memory, 0x90, CODE_BYTES);
    memcpy(out->memory, invented_site, sizeof invented_site);
    memcpy(out->memory + FAR, invented_site, sizeof invented_site);
    out->memory[CODE_BYTES - 1] = 0xc3;
    memcpy(out->memory + BUILD_ID_AT, "an identity of 20 b.", 20);
    function = (struct eh_function){ start, start + CODE_BYTES, 0 };
    write_unwind_tables(out->memory + PAGE, &function, 1);
    ck_assert_int_eq(mprotect(out->memory, PAGE, PROT_READ | PROT_EXEC), 0);
    out->image = (struct image){
        .bias = start - VIRTUAL,
        .start = start,
        .end = start + 2 * PAGE,
        .segments = { { start, start + PAGE, true, false, 0, PAGE },
                      { start + PAGE, start + 2 * PAGE, false, false, PAGE,
                        PAGE } },
        .segment_count = 2,
        .build_id = "an identity of 20 b.",
        .build_id_bytes = 20,
        .build_id_address = start + BUILD_ID_AT,
        .frames = { start + PAGE, start + PAGE, start + 2 * PAGE },
    };
}

static inline void
forget(struct invented *invented)
{
    arena_release(&invented->arena);
    munmap(invented->memory, 2 * PAGE);
}

static inline struct plan_request
request_plan(const struct invented *invented)
{
    return (struct plan_request){
        .image = &invented->image,
        .shape = { .width = 8 },
        .filter = STUB_FILTER_HASH,
    };
}

static inline void
plan_invented(struct invented *invented)
{
    struct plan_request request = request_plan(invented);

    ck_assert(plan_build(&request, &invented->arena, &invented->plan));
    ck_assert_uint_eq(invented->plan.site_count, 2);
}

/* Changes a byte of the code, as a debugger does. */
static inline void
change_code(struct invented *invented, size_t offset, uint8_t byte)
{
    int all = PROT_READ | PROT_WRITE | PROT_EXEC;

    ck_assert_int_eq(mprotect(invented->memory, PAGE, all), 0);
    invented->memory[offset] = byte;
    ck_assert_int_eq(mprotect(invented->memory, PAGE, PROT_READ | PROT_EXEC),
                     0);
}

#endif
