/*
 * Invented images, planned, patched and executed: which tactic a site gets,
 * and that the code still does what it did.
 */
#include "patch/apply.h"
#include "patch/planner.h"
#include "unit.h"
#include "unwind_tables.h"

#include <check.h>
#include <reftally/ledger_format.h>
#include <sys/mman.h>

/* AddressSanitizer has its own map where the filter's is. */
#ifdef __SANITIZE_ADDRESS__
enum { EXECUTES = 0 };
#else
enum { EXECUTES = 1 };
#endif

enum {
    PAGE = 4096,
    VIRTUAL = 0x1000, /* where the image's file has its code */
    FUNCTIONS_MAX = 4,
};

static uint8_t *memory; /* a page of code, then one of tables */
static struct image image;
static struct arena arena;
static struct plan plan;
static int64_t object[2];
static struct applied applied;
uint64_t hook_calls;
void test_hook(void);
__asm__(".text\n"
        "test_hook:\n"
        "    incq hook_calls(%rip)\n"
        "    ret\n");

static void
set_up(void)
{
    memory = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE | PROT_EXEC,
                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    ck_assert_ptr_ne(memory, MAP_FAILED);
    memset(memory, 0xcc, PAGE);
    arena = (struct arena){ 0 };
    object[0] = 10;
    hook_calls = 0;
}

static void
tear_down(void)
{
    arena_release(&arena);
    munmap(memory, 2 * PAGE);
}

/* The code page as an image; `ends` are offsets where functions end. */
static struct plan_request
make_image(const uint8_t *bytes, const size_t *ends, size_t count)
{
    struct eh_function functions[FUNCTIONS_MAX];
    uint64_t start = (uintptr_t)memory, from = 0;

    for (size_t i = 0; i < count; i++) {
        functions[i] = (struct eh_function){ start + from, start + ends[i], 0 };
        from = ends[i];
    }
    memcpy(memory, bytes, ends[count - 1]);
    write_unwind_tables(memory + PAGE, functions, count);
    image = (struct image){
        .bias = start - VIRTUAL,
        .start = start,
        .end = start + 2 * PAGE,
        .segments = { { start, start + PAGE, true, false },
                      { start + PAGE, start + 2 * PAGE, false, false } },
        .segment_count = 2,
        .build_id = { 1, 2, 3 },
        .build_id_bytes = 3,
        .frames = { start + PAGE, start + PAGE, start + 2 * PAGE },
    };
    return (struct plan_request){
        .image = &image,
        .shape = { .width = 8 },
        .filter = STUB_FILTER_HASH,
    };
}

static void
make_plan(const uint8_t *bytes, size_t size)
{
    struct plan_request request = make_image(bytes, &size, 1);

    ck_assert(plan_build(&request, &arena, &plan));
}

static void
apply(void)
{
    struct apply_hooks hooks = {
        .hooks = { [0 ... BLOB_HOOKS - 1] = (uintptr_t)test_hook },
        .first_site = 1,
    };

    ck_assert_int_eq(apply_plan(&plan, &image, &hooks, &applied), APPLY_DONE);
}

static uint64_t
run(uint64_t argument)
{
    typedef uint64_t function(int64_t * object, uint64_t argument);
    function *call;

    memcpy(&call, &memory, sizeof call);
    return call(object, argument);
}

static void
check_site(size_t number, uint32_t offset, enum tactic tactic)
{
    ck_assert_uint_lt(number, plan.site_count);
    ck_assert_uint_eq(plan.sites[number].offset, VIRTUAL + offset);
    ck_assert_int_eq(plan.sites[number].tactic, tactic);
}

/* The small table, so that stubs have something to ask. */
static void
map_filter(void)
{
    ck_assert_ptr_eq(
        mmap((void *)(uintptr_t)SHADOW_BASE, 1 << SHADOW_HASH_BITS,
             PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE,
             -1, 0),
        (void *)(uintptr_t)SHADOW_BASE);
}

static void
track(const void *address)
{
    ((uint8_t *)(uintptr_t)SHADOW_BASE)[((uintptr_t)address >> 4) &
                                        ((1 << SHADOW_HASH_BITS) - 1)] = 1;
}

static const uint8_t forward[] = {
    0x48, 0x83, 0x07, 0x01, /* addq $1,(%rdi) */
    0x48, 0x89, 0xf0,       /* mov %rsi,%rax */
    0xc3,
};

/* The instruction behind the site is a target: only what stands before helps */
static const uint8_t backward[] = {
    0x48, 0x89, 0xf0,       /* mov %rsi,%rax */
    0x48, 0x83, 0x07, 0x01, /* addq $1,(%rdi) */
    0x48, 0xff, 0xc8,       /* 1: dec %rax */
    0x75, 0xfb,             /* jne 1b */
    0xc3,
};

/* Targets on both sides; padding behind the end serves. */
static const uint8_t hole[] = {
    0x48, 0x89, 0xf0,                         /* mov %rsi,%rax */
    0x48, 0x83, 0x07, 0x01,                   /* 1: addq $1,(%rdi) */
    0x48, 0xff, 0xc8,                         /* 2: dec %rax */
    0x74, 0x08,                               /* je 3f */
    0x48, 0x83, 0xf8, 0x02,                   /* cmp $2,%rax */
    0x74, 0xf1,                               /* je 1b */
    0xeb, 0xf3,                               /* jmp 2b */
    0xc3,                                     /* 3: ret */
    0x66, 0x0f, 0x1f, 0x84, 0x00, 0, 0, 0, 0, /* nopw */
};

/* Groups that follow one another; the object lives on behind the release. */
static const uint8_t lives_on[] = {
    0x48, 0x89, 0xf0,       /* mov %rsi,%rax */
    0x48, 0x83, 0x07, 0x01, /* addq $1,(%rdi) */
    0x48, 0xff, 0xc0,       /* inc %rax */
    0x48, 0xff, 0xc0,       /* inc %rax */
    0x48, 0x83, 0x2f, 0x01, /* subq $1,(%rdi) */
    0x75, 0x03,             /* jne 1f */
    0x31, 0xc0,             /* xor %eax,%eax */
    0xc3,                   /* ret */
    0x48, 0xff, 0xc0,       /* 1: inc %rax */
    0xeb, 0x02,             /* jmp 2f */
    0x31, 0xc0,             /* xor %eax,%eax */
    0x48, 0x83, 0x07, 0x01, /* 2: addq $1,(%rdi) */
    0x48, 0xff, 0xc0,       /* inc %rax */
    0xc3,
};

/* A loop that begins with a site. */
static const uint8_t loop[] = {
    0x48, 0x89, 0xf0,       /* mov %rsi,%rax */
    0x90, 0x90,             /* nop; nop */
    0x48, 0x83, 0x07, 0x01, /* 1: addq $1,(%rdi) */
    0x48, 0xff, 0xc8,       /* dec %rax */
    0x75, 0xf7,             /* jne 1b */
    0xc3,
};

START_TEST(a_long_site_is_patched_alone)
{
    static const uint8_t bytes[] = {
        0x49, 0x83, 0x2c, 0x24, 0x01, /* subq $1,(%r12) */
        0xc3,
    };

    make_plan(bytes, sizeof bytes);
    ck_assert_uint_eq(plan.site_count, 1);
    check_site(0, 0, TACTIC_DIRECT);
    ck_assert_uint_eq(plan.edit_count, 1);
    ck_assert_uint_eq(plan.edits[0].address, VIRTUAL);
    ck_assert_uint_eq(plan.edits[0].length, 5);
    ck_assert_mem_eq(plan.original, bytes, 5);
}
END_TEST

START_TEST(a_short_site_takes_what_follows)
{
    make_plan(forward, sizeof forward);
    check_site(0, 0, TACTIC_FORWARD);
    ck_assert_uint_eq(plan.edits[0].length, 7);
}
END_TEST

START_TEST(a_site_before_a_target_takes_what_precedes)
{
    make_plan(backward, sizeof backward);
    check_site(0, 3, TACTIC_BACKWARD);
    ck_assert_uint_eq(plan.edits[0].address, VIRTUAL);
    ck_assert_uint_eq(plan.edits[0].length, 7);
}
END_TEST

START_TEST(a_site_between_targets_jumps_to_a_hole)
{
    make_plan(hole, sizeof hole);
    check_site(0, 3, TACTIC_HOLE);
    ck_assert_uint_eq(plan.edit_count, 2);
    ck_assert_uint_ne(plan.edits[0].stub, 0);
    ck_assert_uint_eq(plan.edits[1].stub, 0);
    ck_assert_uint_eq(plan.edits[1].address + (uint64_t)plan.edits[1].distance,
                      plan.edits[0].address);
}
END_TEST

START_TEST(a_site_without_room_is_left_alone_with_its_reason)
{
    /* Nothing but the site, its neighbours being targets; no padding. */
    static const uint8_t bytes[] = {
        0x48, 0x83, 0x07, 0x01, /* 1: addq $1,(%rdi) */
        0x75, 0xfa,             /* 2: jne 1b */
        0x74, 0xfc,             /* je 2b */
        0xc3,
    };

    make_plan(bytes, sizeof bytes);
    check_site(0, 0, TACTIC_NONE);
    ck_assert_int_eq(plan.sites[0].leave, LEDGER_LEAVE_TARGET);
    ck_assert_uint_eq(plan.edit_count, 0);
}
END_TEST

START_TEST(sites_that_lie_close_share_a_stub)
{
    static const uint8_t bytes[] = {
        0x48, 0x83, 0x07, 0x01, /* addq $1,(%rdi) */
        0x48, 0x83, 0x06, 0x01, /* addq $1,(%rsi) */
        0xc3,
    };

    make_plan(bytes, sizeof bytes);
    ck_assert_uint_eq(plan.site_count, 2);
    check_site(0, 0, TACTIC_FORWARD);
    check_site(1, 4, TACTIC_INSIDE);
    ck_assert_uint_eq(plan.edit_count, 1);
}
END_TEST

START_TEST(groups_that_follow_lie_in_one_stub)
{
    make_plan(lives_on, sizeof lives_on);
    ck_assert_uint_eq(plan.edit_count, 3);
    ck_assert_uint_lt(plan.edits[0].stub, plan.edits[1].stub);
    ck_assert_uint_lt(plan.edits[1].stub, plan.edits[2].stub);
    ck_assert_uint_eq(plan.blob.site_count, 3);
    ck_assert_uint_eq(plan.blob.near_count, 1); /* when the object dies */
}
END_TEST

START_TEST(a_branch_to_another_stub_goes_there_at_once)
{
    make_plan(loop, sizeof loop);
    ck_assert_uint_eq(plan.edit_count, 1);
    ck_assert_uint_eq(plan.blob.near_count, 0);
}
END_TEST

START_TEST(nobody_enters_a_function_by_a_shortcut)
{
    make_plan(loop + 5, sizeof loop - 5);
    ck_assert_uint_eq(plan.edit_count, 1);
    ck_assert_uint_eq(plan.blob.near_count, 1);
}
END_TEST

START_TEST(no_two_edits_overlap)
{
    static uint8_t bytes[600];
    size_t used = 0;

    /* Every pair of the three shapes, one behind the other. */
    for (size_t i = 0; i < 9; i++) {
        const uint8_t *parts[] = { forward, backward, hole };
        static const size_t sizes[] = { sizeof forward, sizeof backward,
                                        sizeof hole };

        memcpy(bytes + used, parts[i / 3], sizes[i / 3]);
        used += sizes[i / 3];
        memcpy(bytes + used, parts[i % 3], sizes[i % 3]);
        used += sizes[i % 3];
    }
    make_plan(bytes, used);
    ck_assert_uint_eq(plan.site_count, 18);
    for (uint32_t i = 0; i < plan.edit_count; i++) {
        for (uint32_t j = 0; j < i; j++) {
            const struct plan_edit *first = &plan.edits[j];
            const struct plan_edit *then = &plan.edits[i];

            /* A hole lies in the filler behind an earlier edit's jump. */
            ck_assert_msg(then->address + then->length <= first->address ||
                              first->address + (first->stub != 0 ? 5 : 2) <=
                                  then->address,
                          "edit %u at %lx of %u bytes, edit %u at %lx of %u", j,
                          (unsigned long)first->address, first->length, i,
                          (unsigned long)then->address, then->length);
        }
    }
}
END_TEST

START_TEST(an_entry_is_watched)
{
    static const uint8_t bytes[] = {
        0xf3, 0x0f, 0x1e, 0xfa, /* endbr64 */
        0x48, 0x89, 0xf0,       /* mov %rsi,%rax */
        0x48, 0x83, 0xc0, 0x01, /* add $1,%rax */
        0xc3,
    };
    size_t size = sizeof bytes;
    struct plan_request request = make_image(bytes, &size, 1);
    struct plan_entry entry = { VIRTUAL, 3, STUB_ENTRY_ALWAYS };

    request.entries = &entry;
    request.entry_count = 1;
    ck_assert(plan_build(&request, &arena, &plan));
    ck_assert_uint_eq(plan.site_count, 1);
    ck_assert_int_eq(plan.sites[0].operation, OPERATION_ENTRY);
    ck_assert_int_eq(plan.sites[0].amount, 3);
    /* endbr64 stays: indirect calls must find it. */
    ck_assert_uint_eq(plan.edits[0].address, VIRTUAL + 4);
    apply();
    ck_assert_uint_eq(run(5), 6);
    ck_assert_uint_eq(hook_calls, 1);
}
END_TEST

START_TEST(padding_between_functions_is_a_hole)
{
    static const uint8_t bytes[] = {
        0x48, 0x83, 0x07, 0x01,             /* 1: addq $1,(%rdi) */
        0x75, 0xfa,                         /* 2: jne 1b */
        0x74, 0xfc,                         /* je 2b */
        0xc3, 0x0f, 0x1f, 0x80, 0, 0, 0, 0, /* nopl: in no function */
        0x31, 0xc0,                         /* xor %eax,%eax */
        0xc3,
    };
    struct eh_function functions[2];
    uint64_t start = (uintptr_t)memory;
    size_t size = sizeof bytes;
    struct plan_request request = make_image(bytes, &size, 1);

    functions[0] = (struct eh_function){ start, start + 9, 0 };
    functions[1] = (struct eh_function){ start + 16, start + sizeof bytes, 0 };
    write_unwind_tables(memory + PAGE, functions, 2);
    ck_assert(plan_build(&request, &arena, &plan));
    check_site(0, 0, TACTIC_HOLE);
    ck_assert_uint_eq(plan.edits[0].address, VIRTUAL + 9);
}
END_TEST

/* As compilers pack what is rarely executed: no padding, no room. */
static const uint8_t packed[] = {
    0x48, 0x89, 0xf0,       /* mov %rsi,%rax */
    0x48, 0x83, 0xc0, 0x01, /* add $1,%rax */
    0x48, 0x83, 0xc0, 0x02, /* add $2,%rax */
    0xc3,                   /* end of the first function */
    0x48, 0xff, 0x07,       /* incq (%rdi) */
    0xc3,                   /* end of the second function */
    0x48, 0xff, 0x0f,       /* decq (%rdi) */
    0xc3,                   /* end of the third function */
    0x31, 0xc0,             /* xor %eax,%eax */
    0x48, 0x8d, 0x46, 0x01, /* lea 1(%rsi),%rax */
    0x48, 0x8d, 0x40, 0x01, /* lea 1(%rax),%rax */
    0xc3,
};
static const size_t packed_ends[] = { 12, 16, 20, sizeof packed };

START_TEST(functions_around_a_site_give_it_room)
{
    struct plan_request request = make_image(packed, packed_ends, 4);

    ck_assert(plan_build(&request, &arena, &plan));
    ck_assert_uint_eq(plan.site_count, 2);
    check_site(0, 12, TACTIC_HOLE);
    check_site(1, 16, TACTIC_HOLE);
    ck_assert_uint_eq(plan.edit_count, 6);
}
END_TEST

START_TEST(functions_that_gave_room_do_what_they_did)
{
    typedef void change(int64_t * object);
    struct plan_request request = make_image(packed, packed_ends, 4);
    uint8_t *start[] = { memory + 12, memory + 16, memory + 20 };
    change *increase, *decrease;
    uint64_t (*last)(int64_t * object, uint64_t argument);

    memcpy(&increase, &start[0], sizeof increase);
    memcpy(&decrease, &start[1], sizeof decrease);
    memcpy(&last, &start[2], sizeof last);
    map_filter();
    track(object);
    ck_assert(plan_build(&request, &arena, &plan));
    apply();
    ck_assert_uint_eq(run(5), 8);
    ck_assert_uint_eq(last(object, 5), 7);
    increase(object);
    increase(object);
    decrease(object);
    ck_assert_int_eq(object[0], 11);
    ck_assert_uint_eq(hook_calls, 3);
    ck_assert_int_eq(apply_undo(&plan, &image), APPLY_DONE);
    ck_assert_mem_eq(memory, packed, sizeof packed);
}
END_TEST

START_TEST(a_switch_table_ends_where_the_next_begins)
{
    enum { TABLES = PAGE + PAGE / 2, SITE = 14, BEHIND = 18 };
    uint8_t bytes[] = {
        0x48, 0x8d, 0x05, 0,    0, 0, 0, /* lea first(%rip),%rax */
        0x48, 0x8d, 0x05, 0,    0, 0, 0, /* lea second(%rip),%rax */
        0x48, 0x83, 0x07, 0x01,          /* addq $1,(%rdi) */
        0x48, 0x89, 0xf0,                /* mov %rsi,%rax */
        0xc3,
    };
    /* The second, counted from the first, would lead behind the site. */
    const int32_t tables[] = { SITE - TABLES, BEHIND - TABLES };
    int32_t first = TABLES - 7, second = TABLES + 4 - 14;

    memcpy(bytes + 3, &first, sizeof first);
    memcpy(bytes + 10, &second, sizeof second);
    memcpy(memory + TABLES, tables, sizeof tables);
    make_plan(bytes, sizeof bytes);
    check_site(0, SITE, TACTIC_FORWARD);
}
END_TEST

START_TEST(switch_tables_may_lie_beside_the_code)
{
    enum { TABLE = 256, SITE = 7, BEHIND = 11 };
    uint8_t bytes[] = {
        0x48, 0x8d, 0x05, 0,    0, 0, 0, /* lea table(%rip),%rax */
        0x48, 0x83, 0x07, 0x01,          /* addq $1,(%rdi) */
        0x48, 0x89, 0xf0,                /* mov %rsi,%rax */
        0xc3,
    };
    const int32_t table = BEHIND - TABLE;
    int32_t distance = TABLE - 7;

    memcpy(bytes + 3, &distance, sizeof distance);
    memcpy(memory + TABLE, &table, sizeof table);
    make_plan(bytes, sizeof bytes);
    check_site(0, SITE, TACTIC_BACKWARD);
}
END_TEST

START_TEST(a_function_may_call_into_itself)
{
    static const uint8_t bytes[] = {
        0xe8, 0x05, 0,    0,    0, /* call 1f */
        0xc3,                      /* ret */
        0x48, 0x83, 0x07, 0x01,    /* addq $1,(%rdi) */
        0x48, 0x89, 0xf0,          /* 1: mov %rsi,%rax */
        0xc3,
    };

    make_plan(bytes, sizeof bytes);
    check_site(0, 6, TACTIC_NONE);
    ck_assert_int_eq(plan.sites[0].leave, LEDGER_LEAVE_TARGET);
}
END_TEST

START_TEST(pointers_may_lie_beside_the_code)
{
    uint64_t behind = (uintptr_t)memory + 4;

    memcpy(memory + 256, &behind, sizeof behind);
    make_plan(forward, sizeof forward);
    check_site(0, 0, TACTIC_NONE);
    ck_assert_int_eq(plan.sites[0].leave, LEDGER_LEAVE_TARGET);
}
END_TEST

START_TEST(an_image_without_functions_has_no_plan)
{
    struct plan_request request;
    size_t size = sizeof forward;

    request = make_image(forward, &size, 1);
    image.frames.header = 0;
    ck_assert(!plan_build(&request, &arena, &plan));
}
END_TEST

START_TEST(patched_code_does_what_it_did)
{
    static const struct {
        const uint8_t *bytes;
        size_t size;
        uint64_t result;
        int64_t count;
    } cases[] = {
        { forward, sizeof forward, 5, 11 },
        { backward, sizeof backward, 0, 11 },
        { hole, sizeof hole, 0, 12 },
        { lives_on, sizeof lives_on, 9, 11 },
        { loop, sizeof loop, 0, 15 },
    };
    /* What the library sees of them: takings and releases. */
    static const uint64_t changes[] = { 1, 1, 2, 3, 5 };

    map_filter();
    make_plan(cases[_i].bytes, cases[_i].size);
    ck_assert_uint_eq(run(5), cases[_i].result);
    ck_assert_int_eq(object[0], cases[_i].count);
    apply();
    object[0] = 10;
    ck_assert_uint_eq(run(5), cases[_i].result);
    ck_assert_int_eq(object[0], cases[_i].count);
    ck_assert_uint_eq(hook_calls, 0);
    track(object);
    object[0] = 10;
    ck_assert_uint_eq(run(5), cases[_i].result);
    ck_assert_int_eq(object[0], cases[_i].count);
    ck_assert_uint_eq(hook_calls, changes[_i]);
    ck_assert_int_eq(apply_undo(&plan, &image), APPLY_DONE);
    ck_assert_mem_eq(memory, cases[_i].bytes, cases[_i].size);
}
END_TEST

START_TEST(a_plan_of_other_bytes_changes_nothing)
{
    struct apply_hooks hooks = { .first_site = 1 };

    make_plan(forward, sizeof forward);
    memory[5] ^= 1;
    ck_assert_int_eq(apply_plan(&plan, &image, &hooks, &applied),
                     APPLY_OTHER_BYTES);
    memory[5] ^= 1;
    ck_assert_mem_eq(memory, forward, sizeof forward);
}
END_TEST

/* The memory below is taken for as far as a jump reaches. */
START_TEST(stubs_lie_near_the_code)
{
    uint64_t below = 3ull << 30, size = 256ull << 20;
    uint8_t *own = memory;
    uint8_t *all = mmap(NULL, below + size, PROT_NONE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    ck_assert_ptr_ne(all, MAP_FAILED);
    memory = mmap(all + below, 2 * PAGE, PROT_READ | PROT_WRITE | PROT_EXEC,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    ck_assert_ptr_eq(memory, all + below);
    munmap(memory + 2 * PAGE, size - 2 * PAGE);
    make_plan(forward, sizeof forward);
    apply();
    ck_assert_uint_ge(applied.pool, (uintptr_t)memory + 2 * PAGE);
    ck_assert_uint_lt(applied.pool, (uintptr_t)memory + (1 << 20));
    munmap(all, below);
    munmap(memory, 2 * PAGE);
    memory = own;
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("plan");
    TCase *made = tcase_create("made"), *executed = tcase_create("executed");

    tcase_add_checked_fixture(made, set_up, tear_down);
    tcase_add_test(made, a_long_site_is_patched_alone);
    tcase_add_test(made, a_short_site_takes_what_follows);
    tcase_add_test(made, a_site_before_a_target_takes_what_precedes);
    tcase_add_test(made, a_site_between_targets_jumps_to_a_hole);
    tcase_add_test(made, a_site_without_room_is_left_alone_with_its_reason);
    tcase_add_test(made, sites_that_lie_close_share_a_stub);
    tcase_add_test(made, groups_that_follow_lie_in_one_stub);
    tcase_add_test(made, a_branch_to_another_stub_goes_there_at_once);
    tcase_add_test(made, nobody_enters_a_function_by_a_shortcut);
    tcase_add_test(made, no_two_edits_overlap);
    tcase_add_test(made, an_entry_is_watched);
    tcase_add_test(made, padding_between_functions_is_a_hole);
    tcase_add_test(made, functions_around_a_site_give_it_room);
    tcase_add_test(made, a_switch_table_ends_where_the_next_begins);
    tcase_add_test(made, switch_tables_may_lie_beside_the_code);
    tcase_add_test(made, a_function_may_call_into_itself);
    tcase_add_test(made, pointers_may_lie_beside_the_code);
    tcase_add_test(made, an_image_without_functions_has_no_plan);
    tcase_add_test(made, a_plan_of_other_bytes_changes_nothing);
    tcase_add_test(made, stubs_lie_near_the_code);
    tcase_add_checked_fixture(executed, set_up, tear_down);
    if (EXECUTES) {
        tcase_add_loop_test(executed, patched_code_does_what_it_did, 0, 5);
        tcase_add_test(executed, functions_that_gave_room_do_what_they_did);
    }
    suite_add_tcase(suite, made);
    suite_add_tcase(suite, executed);
    return unit_run(suite);
}
