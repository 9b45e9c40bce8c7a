/*
 * Functions made up at random, planned, patched and executed: they do what they
 * did, and the hook learns of every change.
 *
 * What is made up is what stubs must take care of: sites next to branches,
 * jumps forth and back, flags that somebody reads behind a site.
 */
#include "patch/apply.h"
#include "patch/planner.h"
#include "unit.h"
#include "unwind_tables.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* AddressSanitizer has its own map where the filter's is. */
#ifdef __SANITIZE_ADDRESS__
enum { EXECUTES = 0 };
#else
enum { EXECUTES = 1 };
#endif

enum {
    PAGE = 4096,
    VIRTUAL = 0x1000,
    FUNCTIONS = 400,
    BLOCKS_MAX = 12,
    IN_BLOCK_MAX = 5,
    FUEL = 40, /* how often a function may jump back */
};

/* What a function leaves behind. */
struct outcome {
    uint64_t result;
    int64_t objects[2][2];
};

static int64_t objects[2][2] __attribute__((aligned(16)));
uint64_t random_hook_calls;
void random_hook(void);
__asm__(".text\n"
        "random_hook:\n"
        "    incq random_hook_calls(%rip)\n"
        "    cmpq $1, %rsp\n" /* other flags than any code expects */
        "    ret\n");

/* ---- making code up ---- */

struct code {
    uint8_t bytes[2048];
    size_t size;
    size_t starts[BLOCKS_MAX + 1]; /* of blocks; the last one returns */
    struct {
        size_t field, block;
        bool wide;
    } jumps[BLOCKS_MAX * IN_BLOCK_MAX + BLOCKS_MAX];
    size_t jump_count;
    uint64_t state;
};

static uint32_t
number_below(struct code *code, uint32_t limit)
{
    code->state ^= code->state << 13;
    code->state ^= code->state >> 7;
    code->state ^= code->state << 17;
    return (uint32_t)(code->state >> 20) % limit;
}

static void
add(struct code *code, const char *bytes, size_t size)
{
    memcpy(code->bytes + code->size, bytes, size);
    code->size += size;
}

#define ADD(code, string) add(code, string, sizeof string - 1)

/* A jump, or a branch on a condition, to the beginning of a block. */
static void
add_jump(struct code *code, int condition, size_t block)
{
    bool wide = number_below(code, 3) > 0;
    uint8_t opcode = (uint8_t)(condition < 0 ? 0xe9 : 0x80 + condition);

    if (wide && condition >= 0) {
        ADD(code, "\x0f");
    }
    else if (!wide) {
        opcode = (uint8_t)(condition < 0 ? 0xeb : 0x70 + condition);
    }
    code->bytes[code->size++] = opcode;
    code->jumps[code->jump_count].field = code->size;
    code->jumps[code->jump_count].wide = wide;
    code->jumps[code->jump_count++].block = block;
    code->size += wide ? 4 : 1;
}

static void
add_instruction(struct code *code, size_t block, size_t blocks)
{
    size_t later = block + 1 + number_below(code, (uint32_t)(blocks - block));

    switch (number_below(code, 16)) {
    case 0:
    case 1:
        ADD(code, "\x48\x83\x07\x01"); /* addq $1,(%rdi) */
        break;
    case 2:
        ADD(code, "\x48\xff\x06"); /* incq (%rsi) */
        break;
    case 3:
    case 4:
        ADD(code, "\x48\x83\x2f\x01"); /* subq $1,(%rdi); jne */
        add_jump(code, 5, later);
        break;
    case 5:
        ADD(code, "\x48\xff\x0e"); /* decq (%rsi); jne */
        add_jump(code, 5, later);
        break;
    case 6: /* mov (%rdi),%r8; dec %r8; mov %r8,(%rdi); jne */
        ADD(code, "\x4c\x8b\x07\x49\xff\xc8\x4c\x89\x07");
        add_jump(code, 5, later);
        break;
    case 7: /* mov (%rsi),%r9d; inc %r9; js; mov %r9,(%rsi) */
        ADD(code, "\x4c\x8b\x0e\x49\xff\xc1");
        add_jump(code, 8, later);
        ADD(code, "\x4c\x89\x0e");
        break;
    case 8: /* cmp %rdx,%rax; movq $2,(%rsi); adc $3,%rax */
        ADD(code, "\x48\x39\xd0\x48\xc7\x06\x02\x00\x00\x00\x48\x83\xd0\x03");
        break;
    case 9:
        ADD(code, "\x48\x83\xc0\x07"); /* add $7,%rax */
        break;
    case 10:
        ADD(code, "\x48\x8d\x44\x40\x01"); /* lea 1(%rax,%rax,2),%rax */
        break;
    case 11:
        ADD(code, "\xa8\x05"); /* test $5,%al */
        add_jump(code, (int)number_below(code, 16), later);
        break;
    case 12:
        ADD(code, "\x48\x03\x07"); /* add (%rdi),%rax */
        break;
    case 13:
        ADD(code, "\x49\x89\xc2\x4c\x01\xd0"); /* mov %rax,%r10; add %r10,.. */
        break;
    case 14:
        add_jump(code, -1, later);
        break;
    default:
        ADD(code, "\x48\x33\x06"); /* xor (%rsi),%rax */
        break;
    }
}

/* Jumps back are counted down in ecx. */
static void
add_block(struct code *code, size_t block, size_t blocks)
{
    uint32_t count = 1 + number_below(code, IN_BLOCK_MAX);

    code->starts[block] = code->size;
    for (uint32_t i = 0; i < count; i++) {
        add_instruction(code, block, blocks);
    }
    if (number_below(code, 3) == 0) {
        ADD(code, "\xff\xc9"); /* dec %ecx */
        add_jump(code, 8, blocks);
        add_jump(code, -1, number_below(code, (uint32_t)block + 1));
    }
}

/* False: a short jump would have to be longer. */
static bool
settle_jumps(struct code *code)
{
    for (size_t i = 0; i < code->jump_count; i++) {
        size_t field = code->jumps[i].field;
        int32_t distance = (int32_t)code->starts[code->jumps[i].block] -
                           (int32_t)(field + (code->jumps[i].wide ? 4 : 1));

        if (!code->jumps[i].wide && distance != (int8_t)distance) {
            return false;
        }
        memcpy(code->bytes + field, &distance, code->jumps[i].wide ? 4 : 1);
    }
    return true;
}

static void
make_up(struct code *code, uint64_t seed)
{
    code->state = seed * 0x9e3779b97f4a7c15u + 1;
    do {
        size_t blocks = 2 + number_below(code, BLOCKS_MAX - 2);

        code->size = code->jump_count = 0;
        ADD(code, "\x48\x89\xd0"); /* mov %rdx,%rax */
        for (size_t i = 0; i < blocks; i++) {
            add_block(code, i, blocks);
        }
        if (number_below(code, 2) == 0) {
            code->starts[0] = 0; /* a loop around all of it */
        }
        code->starts[blocks] = code->size;
        ADD(code, "\xc3"); /* ret */
    } while (!settle_jumps(code));
}

/* ---- running it ---- */

static struct outcome
run(const uint8_t *memory, uint64_t argument)
{
    typedef uint64_t function(int64_t * first, int64_t * second,
                              uint64_t argument, uint64_t fuel);
    struct outcome outcome;
    function *call;

    objects[0][0] = (int64_t)argument % 5 + 1;
    objects[1][0] = (int64_t)argument % 3 + 1;
    objects[0][1] = objects[1][1] = 0;
    memcpy(&call, &memory, sizeof call);
    outcome.result = call(objects[0], objects[1], argument, FUEL);
    memcpy(outcome.objects, objects, sizeof objects);
    return outcome;
}

static void
track(const void *address, uint8_t what)
{
    ((uint8_t *)(uintptr_t)SHADOW_BASE)[((uintptr_t)address >> 4) &
                                        ((1 << SHADOW_HASH_BITS) - 1)] = what;
}

static struct applied
build_and_apply(uint8_t *memory, size_t size, struct arena *arena,
                struct image *image, struct plan *plan)
{
    uint64_t start = (uintptr_t)memory;
    struct eh_function function = { start, start + size, 0 };
    struct plan_request request = {
        .image = image,
        .shape = { .width = 8 },
        .filter = STUB_FILTER_HASH,
    };
    struct apply_hooks hooks = {
        .hooks = { [0 ... BLOB_HOOKS - 1] = (uintptr_t)random_hook },
        .first_site = 1,
    };
    struct applied applied;

    write_unwind_tables(memory + PAGE, &function, 1);
    *image = (struct image){
        .bias = start - VIRTUAL,
        .start = start,
        .end = start + 2 * PAGE,
        .segments = { { start, start + PAGE, true, false },
                      { start + PAGE, start + 2 * PAGE, false, false } },
        .segment_count = 2,
        .frames = { start + PAGE, start + PAGE, start + 2 * PAGE },
    };
    ck_assert(plan_build(&request, arena, plan));
    ck_assert_int_eq(apply_plan(plan, image, &hooks, &applied), APPLY_DONE);
    return applied;
}

static void
compare(const struct outcome *before, const uint8_t *memory, uint64_t argument,
        uint64_t seed)
{
    struct outcome after = run(memory, argument);

    ck_assert_msg(memcmp(before, &after, sizeof after) == 0,
                  "function %lu of %lu: %lx instead of %lx",
                  (unsigned long)seed, (unsigned long)argument,
                  (unsigned long)after.result, (unsigned long)before->result);
}

static void
try_one(uint64_t seed)
{
    enum { ARGUMENTS = 4 };
    struct outcome before[ARGUMENTS];
    struct arena arena = { 0 };
    static struct image image;
    static struct code code;
    struct applied applied;
    struct plan plan;
    uint8_t *memory = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE | PROT_EXEC,
                           MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    ck_assert_ptr_ne(memory, MAP_FAILED);
    memset(memory, 0xcc, PAGE);
    make_up(&code, seed);
    memcpy(memory, code.bytes, code.size);
    for (uint64_t i = 0; i < ARGUMENTS; i++) {
        before[i] = run(memory, seed + i);
    }
    applied = build_and_apply(memory, code.size, &arena, &image, &plan);
    for (uint64_t i = 0; i < ARGUMENTS; i++) {
        compare(&before[i], memory, seed + i, seed);
        track(objects[0], 1);
        track(objects[1], 1);
        compare(&before[i], memory, seed + i, seed);
        track(objects[0], 0);
        track(objects[1], 0);
    }
    arena_release(&arena);
    munmap((void *)(uintptr_t)applied.pool, applied.pool_bytes);
    munmap(memory, 2 * PAGE);
}

START_TEST(made_up_code_does_what_it_did)
{
    const char *more = getenv("RANDOM_FUNCTIONS");
    uint64_t count = more == NULL ? FUNCTIONS : strtoull(more, NULL, 10);

    ck_assert_ptr_eq(
        mmap((void *)(uintptr_t)SHADOW_BASE, 1 << SHADOW_HASH_BITS,
             PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE,
             -1, 0),
        (void *)(uintptr_t)SHADOW_BASE);
    for (uint64_t seed = 1; seed <= count; seed++) {
        try_one(seed);
    }
    ck_assert_uint_gt(random_hook_calls, count);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("random_code");
    TCase *executed = tcase_create("executed");

    if (EXECUTES) {
        tcase_add_test(executed, made_up_code_does_what_it_did);
    }
    suite_add_tcase(suite, executed);
    return unit_run(suite);
}
