/* Stubs, executed: the host notices nothing and the hook learns all. */
#include "arch/entry_stub.h"
#include "arch/liveness.h"
#include "arch/x86_64/flags.h"
#include "code.h"
#include "unit.h"

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
    POOL = 2 * PAGE, /* from the code on; there is room for both */
    DATA = PAGE,     /* a word that code reaches relative to rip */
    FIRST_SITE = 1000,
    BLOB_BYTES = 2048,
    RELOCATIONS = 64,
};

/* What the hook found: it keeps all registers, but not the flags. */
struct seen {
    uint64_t calls, site, operand, address, stack, base;
};
struct seen seen;
void test_hook(void);
__asm__(".text\n"
        "test_hook:\n"
        "    pushq %rax\n"
        "    incq seen(%rip)\n"
        "    movq 16(%rsp), %rax\n"
        "    movq %rax, 8+seen(%rip)\n"
        "    movq 24(%rsp), %rax\n"
        "    movq %rax, 16+seen(%rip)\n"
        "    movq 32(%rsp), %rax\n"
        "    movq %rax, 24+seen(%rip)\n"
        "    leaq 40(%rsp), %rax\n" /* before the three were pushed */
        "    movq %rax, 32+seen(%rip)\n"
        "    movq %rbp, 40+seen(%rip)\n"
        "    cmpq $1, %rsp\n" /* other flags than any code expects */
        "    popq %rax\n"
        "    ret\n");

static uint8_t *code;     /* the function's page, data, then the pool */
static uint8_t *table;    /* of the hash filter */
static int64_t object[2]; /* a count and what lies behind it */
static struct blob blob, cold;
static enum stub_leave leave;

static void
set_up(void)
{
    code = mmap(NULL, POOL + 2 * PAGE, PROT_READ | PROT_WRITE | PROT_EXEC,
                MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    ck_assert_ptr_ne(code, MAP_FAILED);
    table =
        mmap((void *)(uintptr_t)SHADOW_BASE, 1 << SHADOW_HASH_BITS,
             PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE,
             -1, 0);
    ck_assert_ptr_eq(table, (void *)(uintptr_t)SHADOW_BASE);
    seen = (struct seen){ 0 };
    object[0] = 10;
    object[1] = 0;
}

static void
tear_down(void)
{
    munmap(code, POOL + 2 * PAGE);
    munmap(table, 1 << SHADOW_HASH_BITS);
}

static void
track(const void *address)
{
    table[((uintptr_t)address >> 4) & ((1 << SHADOW_HASH_BITS) - 1)] =
        SHADOW_TRACKED;
}

static void
begin_blob(void)
{
    static uint8_t bytes[2][BLOB_BYTES];
    static struct blob_place places[RELOCATIONS];
    static uint32_t relocations[6][RELOCATIONS];

    cold = (struct blob){
        .bytes = bytes[1],
        .capacity = BLOB_BYTES,
        .near = relocations[0],
        .sites = relocations[1],
        .cross = relocations[2],
        .reloc_capacity = RELOCATIONS,
    };
    blob = (struct blob){
        .bytes = bytes[0],
        .capacity = BLOB_BYTES,
        .near = relocations[3],
        .sites = relocations[4],
        .cross = relocations[5],
        .reloc_capacity = RELOCATIONS,
        .places = places,
        .place_capacity = RELOCATIONS,
        .cold = &cold,
    };
    blob_begin(&blob);
}

/* As patch/apply.c does: the pool holds the blob, and knows where it is. */
static void
place_blob(void)
{
    uint64_t hook = (uintptr_t)test_hook;
    uint8_t *pool = code + POOL;
    uint32_t shift =
        (uint32_t)((uintptr_t)code - CODE_ADDRESS - (uintptr_t)pool);

    ck_assert(blob_finish(&blob, NULL, NULL));
    ck_assert(!blob.full);
    memcpy(pool, blob.bytes, blob.size);
    for (uint32_t i = 0; i < BLOB_HOOKS; i++) {
        memcpy(pool + i * BLOB_SLOT_BYTES, &hook, 8);
    }
    for (uint32_t i = 0; i < blob.near_count; i++) {
        uint32_t field;

        memcpy(&field, pool + blob.near[i], 4);
        field += shift;
        memcpy(pool + blob.near[i], &field, 4);
    }
    for (uint32_t i = 0; i < blob.site_count; i++) {
        uint32_t field;

        memcpy(&field, pool + blob.sites[i], 4);
        field += FIRST_SITE;
        memcpy(pool + blob.sites[i], &field, 4);
    }
}

/* A jump to the stub over instructions [first, last]. */
static void
patch(const struct function *function, size_t first, size_t last, uint32_t stub)
{
    const struct instruction *end = &function->instructions[last];
    uint64_t at = function->instructions[first].address - CODE_ADDRESS;
    uint64_t size = end->address + end->length - CODE_ADDRESS - at;

    ck_assert_uint_ge(size, 5);
    memset(code + at, 0xcc, size);
    stub_jump(code + at, (uintptr_t)code + at, (uintptr_t)code + POOL + stub);
}

static struct stub_code
code_of(const struct function *function, bool red_zone)
{
    static uint8_t entered[CODE_BYTES_MAX];
    static uint32_t live[CODE_BYTES_MAX];

    liveness_solve(&(struct liveness_part){ *function, entered, live }, 1);
    return (struct stub_code){ function, live, entered, STUB_FILTER_HASH,
                               red_zone };
}

static struct trace
trace_of(size_t first, size_t last)
{
    struct trace trace = { .count = 0 };

    for (size_t i = first; i <= last; i++) {
        trace.steps[trace.count++].index = (uint32_t)i;
    }
    return trace;
}

/* The function with a patched group that begins at its site. */
static void
instrument_trace(const uint8_t *bytes, size_t size, size_t last,
                 struct trace *trace, enum operation operation)
{
    struct function function = decode_function(bytes, size);
    size_t first = trace->steps[0].index;
    struct stub_site site = {
        .site = {
            .index = (uint32_t)first,
            .operation = operation,
            .width = 8,
            .amount = function.instructions[first].amount,
        },
        .number = 7,
    };
    struct stub_code stub_code;

    memcpy(code, bytes, size);
    begin_blob();
    stub_code = code_of(&function, function_uses_red_zone(&function));
    ck_assert_int_eq(stub_emit(&blob, &stub_code, trace, &site, 1), STUB_FINE);
    ck_assert_uint_ge(trace->steps[0].stub, BLOB_CODE_START);
    place_blob();
    patch(&function, first, last, trace->steps[0].stub);
}

static void
instrument(const uint8_t *bytes, size_t size, size_t first, size_t last,
           enum operation operation)
{
    struct trace trace = trace_of(first, last);

    instrument_trace(bytes, size, last, &trace, operation);
}

static uint64_t
run(uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e)
{
    typedef uint64_t function(int64_t * object, uint64_t b, uint64_t c,
                              uint64_t d, uint64_t e, uint64_t f);
    function *call;

    memcpy(&call, &code, sizeof call);
    return call(object, a, b, c, d, e);
}

static void
check_seen(int64_t operand)
{
    ck_assert_uint_eq(seen.calls, 1);
    ck_assert_uint_eq(seen.site & STUB_SITE_MASK, FIRST_SITE + 7);
    ck_assert_uint_eq(seen.address, (uintptr_t)object);
    ck_assert_int_eq((int64_t)seen.operand, operand);
}

static const uint8_t increment[] = {
    0x48, 0x83, 0x07, 0x01, /* addq $1,(%rdi) */
    0x48, 0x89, 0xf0,       /* mov %rsi,%rax */
    0xc3,
};

START_TEST(an_object_that_is_not_tracked_costs_no_call)
{
    instrument(increment, sizeof increment, 0, 1, OPERATION_ADD);
    ck_assert_uint_eq(run(42, 0, 0, 0, 0), 42);
    ck_assert_int_eq(object[0], 11);
    ck_assert_uint_eq(seen.calls, 0);
}
END_TEST

START_TEST(the_hook_learns_site_amount_and_address)
{
    instrument(increment, sizeof increment, 0, 1, OPERATION_ADD);
    track(object);
    ck_assert_uint_eq(run(42, 0, 0, 0, 0), 42);
    ck_assert_int_eq(object[0], 11);
    check_seen(1);
}
END_TEST

START_TEST(a_negative_amount_reaches_the_hook_as_such)
{
    static const uint8_t bytes[] = {
        0x48, 0x83, 0x2f, 0x01, /* subq $1,(%rdi) */
        0x48, 0x89, 0xf0,       /* mov %rsi,%rax */
        0xc3,
    };

    instrument(bytes, sizeof bytes, 0, 1, OPERATION_ADD);
    track(object);
    run(0, 0, 0, 0, 0);
    ck_assert_int_eq(object[0], 9);
    check_seen(-1);
}
END_TEST

START_TEST(a_stored_register_reaches_the_hook)
{
    static const uint8_t bytes[] = {
        0x48, 0x89, 0x37, /* mov %rsi,(%rdi) */
        0x48, 0x89, 0xf0, /* mov %rsi,%rax */
        0xc3,
    };

    instrument(bytes, sizeof bytes, 0, 1, OPERATION_STORE_REGISTER);
    track(object);
    ck_assert_uint_eq(run(77, 0, 0, 0, 0), 77);
    ck_assert_int_eq(object[0], 77);
    check_seen(77);
}
END_TEST

START_TEST(every_register_is_kept)
{
    static const uint8_t bytes[] = {
        0x48, 0x83, 0x07, 0x01, /* addq $1,(%rdi) */
        0x48, 0x8d, 0x04, 0x37, /* lea (%rdi,%rsi),%rax */
        0x48, 0x01, 0xd0,       /* add %rdx,%rax */
        0x48, 0x01, 0xc8,       /* add %rcx,%rax */
        0x4c, 0x01, 0xc0,       /* add %r8,%rax */
        0x4c, 0x01, 0xc8,       /* add %r9,%rax */
        0x48, 0x01, 0xd8,       /* add %rbx,%rax */
        0x48, 0x29, 0xd8,       /* sub %rbx,%rax */
        0xc3,
    };
    uint64_t expected = (uintptr_t)object + 1 + 20 + 300 + 4000 + 50000;

    instrument(bytes, sizeof bytes, 0, 1, OPERATION_ADD);
    ck_assert_uint_eq(run(1, 20, 300, 4000, 50000), expected);
    track(object);
    ck_assert_uint_eq(run(1, 20, 300, 4000, 50000), expected);
    ck_assert_uint_eq(seen.calls, 1);
}
END_TEST

START_TEST(flags_are_kept_where_somebody_reads_them)
{
    static const uint8_t bytes[] = {
        0x48, 0x39, 0xd6,                         /* cmp %rdx,%rsi */
        0x48, 0xc7, 0x07, 0x02, 0x00, 0x00, 0x00, /* movq $2,(%rdi) */
        0x0f, 0x9c, 0xc0,                         /* setl %al */
        0x0f, 0xb6, 0xc0,                         /* movzbl %al,%eax */
        0xc3,
    };
    static const int64_t values[] = { 5, 6, INT64_MIN, INT64_MAX, -1 };

    instrument(bytes, sizeof bytes, 1, 1, OPERATION_STORE);
    for (int tracked = 0; tracked < 2; tracked++) {
        for (size_t i = 0; i < 25; i++) {
            int64_t a = values[i / 5], b = values[i % 5];

            ck_assert_uint_eq(run((uint64_t)a, (uint64_t)b, 0, 0, 0), a < b);
        }
        track(object);
    }
    ck_assert_int_eq(object[0], 2);
    ck_assert_uint_eq(seen.calls, 25);
}
END_TEST

/* The pair is what CPython 3.12 and later release with. */
START_TEST(flags_of_a_step_are_made_again_behind_the_store)
{
    static const uint8_t bytes[] = {
        0x48, 0x83, 0xee, 0x01, /* sub $1,%rsi */
        0x48, 0x89, 0x37,       /* mov %rsi,(%rdi) */
        0x74, 0x03,             /* je 1f */
        0x48, 0x89, 0xd0,       /* mov %rdx,%rax */
        0xc3,                   /* 1: ret */
    };
    static const uint8_t save[] = { 0x9f, 0x0f, 0x90, 0xc0 };

    instrument(bytes, sizeof bytes, 1, 2, OPERATION_STORE_REGISTER);
    ck_assert_ptr_null(memmem(blob.bytes, blob.size, save, sizeof save));
    for (int tracked = 0; tracked < 2; tracked++) {
        ck_assert_uint_eq(run(2, 42, 0, 0, 0), 42);
        ck_assert_int_eq(object[0], 1);
        ck_assert_uint_ne(run(1, 42, 0, 0, 0), 42);
        ck_assert_int_eq(object[0], 0);
        track(object);
    }
    ck_assert_uint_eq(seen.calls, 2);
}
END_TEST

static uint8_t
flags_register(const uint8_t *bytes, size_t size, size_t index, size_t first,
               const uint8_t *joined)
{
    struct function function = decode_function(bytes, size);
    struct trace trace = trace_of(first, index);

    return flags_source_of(&function, &trace, index - first, 1u << 19 /* ZF */,
                           joined)
        .register_;
}

START_TEST(flags_are_no_registers_when_it_changed_or_others_come_by)
{
    static const uint8_t kept[] = {
        0xff, 0xce,       /* dec %esi */
        0x4c, 0x89, 0xc1, /* mov %r8,%rcx */
        0x89, 0x37,       /* mov %esi,(%rdi) */
        0xc3,
    };
    static const uint8_t changed[] = {
        0x48, 0x83, 0xee, 0x01, /* sub $1,%rsi */
        0x4c, 0x89, 0xc6,       /* mov %r8,%rsi */
        0x48, 0x89, 0x37,       /* mov %rsi,(%rdi) */
        0xc3,
    };
    static const uint8_t compared[] = {
        0x48, 0x83, 0xee, 0x01, /* sub $1,%rsi */
        0x48, 0x39, 0xd6,       /* cmp %rdx,%rsi */
        0x48, 0x89, 0x37,       /* mov %rsi,(%rdi) */
        0xc3,
    };
    static const uint8_t tested[] = {
        0x4d, 0x85, 0xc9, /* test %r9,%r9 */
        0x48, 0x89, 0x37, /* mov %rsi,(%rdi) */
        0xc3,
    };
    static const uint8_t other[] = {
        0x4c, 0x85, 0xc9, /* test %r9,%rcx */
        0x48, 0x89, 0x37, /* mov %rsi,(%rdi) */
        0xc3,
    };
    static const uint8_t nobody[8], somebody[8] = { [2] = 1 };

    ck_assert_uint_eq(flags_register(kept, sizeof kept, 2, 2, nobody),
                      REGISTER_RSI);
    ck_assert_uint_eq(flags_register(kept, sizeof kept, 2, 2, somebody),
                      REGISTER_NONE);
    /* In the stub, nobody jumps there. */
    ck_assert_uint_eq(flags_register(kept, sizeof kept, 2, 1, somebody),
                      REGISTER_RSI);
    ck_assert_uint_eq(flags_register(changed, sizeof changed, 2, 2, nobody),
                      REGISTER_NONE);
    ck_assert_uint_eq(flags_register(compared, sizeof compared, 2, 2, nobody),
                      REGISTER_NONE);
    ck_assert_uint_eq(flags_register(tested, sizeof tested, 1, 1, nobody), 9);
    ck_assert_uint_eq(flags_register(other, sizeof other, 1, 1, nobody),
                      REGISTER_NONE);
}
END_TEST

START_TEST(carry_survives_beside_live_registers)
{
    static const uint8_t bytes[] = {
        0x48, 0x01, 0xd6,                         /* add %rdx,%rsi */
        0x48, 0xc7, 0x07, 0x02, 0x00, 0x00, 0x00, /* movq $2,(%rdi) */
        0x48, 0x83, 0xd1, 0x00,                   /* adc $0,%rcx */
        0x48, 0x8d, 0x04, 0x0e,                   /* lea (%rsi,%rcx),%rax */
        0xc3,
    };

    instrument(bytes, sizeof bytes, 1, 1, OPERATION_STORE);
    for (int tracked = 0; tracked < 2; tracked++) {
        ck_assert_uint_eq(run(UINT64_MAX, 1, 5, 0, 0), 6);
        ck_assert_uint_eq(run(1, 1, 5, 0, 0), 7);
        track(object);
    }
}
END_TEST

START_TEST(the_red_zone_is_stepped_over)
{
    static const uint8_t bytes[] = {
        0x48, 0x89, 0x74, 0x24, 0xf8, /* mov %rsi,-8(%rsp) */
        0x48, 0x89, 0x74, 0x24, 0x80, /* mov %rsi,-128(%rsp) */
        0x48, 0x83, 0x07, 0x01,       /* addq $1,(%rdi) */
        0x31, 0xc0,                   /* xor %eax,%eax */
        0x48, 0x03, 0x44, 0x24, 0xf8, /* add -8(%rsp),%rax */
        0x48, 0x03, 0x44, 0x24, 0x80, /* add -128(%rsp),%rax */
        0xc3,
    };

    instrument(bytes, sizeof bytes, 2, 3, OPERATION_ADD);
    ck_assert_uint_eq(run(21, 0, 0, 0, 0), 42);
    track(object);
    ck_assert_uint_eq(run(21, 0, 0, 0, 0), 42);
    check_seen(1);
}
END_TEST

/* The stack pointer that the hook computes from the word it was given. */
static uint64_t
stack_at_site(void)
{
    return seen.stack + 8 * (uint32_t)(seen.site >> STUB_SITE_BITS);
}

START_TEST(the_hook_can_tell_the_stack_pointer_at_the_site)
{
    static const uint8_t leaf[] = {
        0x48, 0x89, 0xe0,       /* mov %rsp,%rax */
        0x48, 0x83, 0x07, 0x01, /* addq $1,(%rdi) */
        0x90,                   /* nop */
        0xc3,
    };
    static const uint8_t with_flags[] = {
        0x53,                                     /* push %rbx */
        0x48, 0x89, 0xe0,                         /* mov %rsp,%rax */
        0x48, 0x39, 0xd6,                         /* cmp %rdx,%rsi */
        0x48, 0xc7, 0x07, 0x02, 0x00, 0x00, 0x00, /* movq $2,(%rdi) */
        0x75, 0x00,                               /* jne 1f */
        0x5b,                                     /* 1: pop %rbx */
        0xc3,
    };

    track(object);
    instrument(leaf, sizeof leaf, 1, 2, OPERATION_ADD);
    ck_assert_uint_eq(run(0, 0, 0, 0, 0), stack_at_site());
    instrument(with_flags, sizeof with_flags, 3, 3, OPERATION_STORE);
    ck_assert_uint_eq(run(0, 0, 0, 0, 0), stack_at_site());
    ck_assert_uint_eq(seen.calls, 2);
}
END_TEST

START_TEST(the_hook_sees_the_frame_pointer_that_unwinding_needs)
{
    static const uint8_t bytes[] = {
        0x55,                   /* push %rbp */
        0x48, 0x89, 0xe5,       /* mov %rsp,%rbp */
        0x48, 0x89, 0xe8,       /* mov %rbp,%rax */
        0x48, 0x83, 0x07, 0x01, /* addq $1,(%rdi): nobody reads rbp now */
        0x5d,                   /* pop %rbp */
        0xc3,
    };

    track(object);
    instrument(bytes, sizeof bytes, 3, 4, OPERATION_ADD);
    ck_assert_uint_eq(run(0, 0, 0, 0, 0), seen.base);
}
END_TEST

START_TEST(an_operand_relative_to_rip_is_reached_from_the_stub)
{
    static const uint8_t bytes[] = {
        /* addq $1,DATA */
        0x48,
        0x83,
        0x05,
        0xf8,
        0x0f,
        0x00,
        0x00,
        0x01,
        /* lea DATA(%rip),%rax */
        0x48,
        0x8d,
        0x05,
        0xf1,
        0x0f,
        0x00,
        0x00,
        0xc3,
    };
    int64_t *data = (int64_t *)(void *)(code + DATA);

    instrument(bytes, sizeof bytes, 0, 1, OPERATION_ADD);
    track(data);
    ck_assert_uint_eq(run(0, 0, 0, 0, 0), (uintptr_t)data);
    ck_assert_int_eq(*data, 1);
    ck_assert_uint_eq(seen.address, (uintptr_t)data);
}
END_TEST

/* With and without an index, near and far, and registers of the upper half. */
START_TEST(an_operand_with_index_and_distance_is_reached_from_the_stub)
{
    static const struct {
        uint8_t bytes[12];
        size_t size, site;
        uint64_t b;
        int64_t distance;
    } operands[] = {
        /* addq $1,0x70(%rdi,%rsi,8) */
        { { 0x48, 0x83, 0x44, 0xf7, 0x70, 0x01, 0xc3 }, 7, 0, 2, 0x80 },
        /* addq $1,0x80(%rdi) */
        { { 0x48, 0x83, 0x87, 0x80, 0, 0, 0, 0x01, 0xc3 }, 9, 0, 0, 0x80 },
        /* addq $1,-8(%rdi) */
        { { 0x48, 0x83, 0x47, 0xf8, 0x01, 0xc3 }, 6, 0, 0, -8 },
        /* mov %rdi,%r8; mov %rsi,%r9; addq $1,(%r8,%r9,2) */
        { { 0x49, 0x89, 0xf8, 0x49, 0x89, 0xf1, 0x4b, 0x83, 0x04, 0x48, 0x01,
            0xc3 },
          12,
          2,
          8,
          16 },
    };
    int64_t memory[64] = { 0 };
    int64_t *middle = &memory[32];

    for (size_t i = 0; i < sizeof operands / sizeof *operands; i++) {
        int64_t *at = middle + operands[i].distance / 8;
        uint64_t (*call)(int64_t * object, uint64_t b);

        instrument(operands[i].bytes, operands[i].size, operands[i].site,
                   operands[i].site, OPERATION_ADD);
        track((void *)((uintptr_t)at & ~(uintptr_t)15));
        memcpy(&call, &code, sizeof call);
        call(middle, operands[i].b);
        ck_assert_uint_eq(seen.calls, i + 1);
        ck_assert_uint_eq(seen.address, (uintptr_t)at);
        ck_assert_int_eq(*at, 1);
        *at = 0;
    }
}
END_TEST

START_TEST(a_branch_that_was_moved_still_leads_home)
{
    static const uint8_t bytes[] = {
        0xb8, 1,    0,    0,    0, /* mov $1,%eax */
        0x48, 0x83, 0x2f, 0x01,    /* subq $1,(%rdi) */
        0x75, 0x05,                /* jne 1f */
        0xb8, 2,    0,    0,    0, /* mov $2,%eax */
        0xc3,                      /* 1: ret */
    };

    instrument(bytes, sizeof bytes, 1, 2, OPERATION_ADD);
    track(object);
    object[0] = 2;
    ck_assert_uint_eq(run(0, 0, 0, 0, 0), 1);
    ck_assert_uint_eq(run(0, 0, 0, 0, 0), 2);
    ck_assert_int_eq(object[0], 0);
    ck_assert_uint_eq(seen.calls, 2);
}
END_TEST

/* Place number i is a copy of `size` bytes from `start` on. */
static void
check_place(uint32_t i, const uint8_t *bytes, size_t start, size_t size)
{
    ck_assert_uint_lt(i, blob.place_count);
    ck_assert_uint_eq(blob.places[i].address, CODE_ADDRESS + start);
    ck_assert_mem_eq(blob.bytes + blob.places[i].offset, bytes + start, size);
}

START_TEST(a_branch_that_is_followed_is_turned_round)
{
    static const uint8_t bytes[] = {
        0xb8, 1,    0,    0,    0, /* mov $1,%eax */
        0x48, 0x83, 0x2f, 0x01,    /* subq $1,(%rdi) */
        0x75, 0x06,                /* jne 1f */
        0xb8, 2,    0,    0,    0, /* mov $2,%eax */
        0xc3,                      /* ret */
        0x83, 0xc0, 0x07,          /* 1: add $7,%eax */
        0xc3,                      /* ret */
    };
    struct trace trace = trace_of(1, 2);

    trace.steps[trace.count++] = (struct step){ .index = 5 };
    trace.steps[trace.count++] = (struct step){ .index = 6 };
    instrument_trace(bytes, sizeof bytes, 2, &trace, OPERATION_ADD);
    ck_assert_uint_eq(blob.near_count, 1);
    check_place(0, bytes, 5, 4);
    check_place(1, bytes, 17, 4); /* both instructions */
    ck_assert_uint_eq(blob.place_count, 2);
    track(object);
    object[0] = 2;
    ck_assert_uint_eq(run(0, 0, 0, 0, 0), 8);
    ck_assert_uint_eq(run(0, 0, 0, 0, 0), 2);
    ck_assert_int_eq(object[0], 0);
    ck_assert_uint_eq(seen.calls, 2);
}
END_TEST

START_TEST(a_jump_that_is_followed_is_left_out)
{
    static const uint8_t bytes[] = {
        0x48, 0x83, 0x07, 0x01, /* addq $1,(%rdi) */
        0xeb, 0x03,             /* jmp 1f */
        0x83, 0xc0, 0x07,       /* add $7,%eax */
        0x48, 0x89, 0xf0,       /* 1: mov %rsi,%rax */
        0xc3,
    };
    struct trace trace = trace_of(0, 1);

    trace.steps[trace.count++] = (struct step){ .index = 3 };
    trace.steps[trace.count++] = (struct step){ .index = 4 };
    instrument_trace(bytes, sizeof bytes, 1, &trace, OPERATION_ADD);
    ck_assert_uint_eq(blob.near_count, 0);
    ck_assert_uint_eq(run(42, 0, 0, 0, 0), 42);
    ck_assert_int_eq(object[0], 11);
}
END_TEST

START_TEST(flags_come_from_the_step_before_unless_the_image_jumps_there)
{
    static const uint8_t bytes[] = {
        0xff, 0xce, /* dec %esi */
        0xeb, 0x02, /* jmp 1f */
        0xff, 0xc9, /* dec %ecx */
        0x89, 0x37, /* 1: mov %esi,(%rdi) */
        0xc3,
    };
    static const uint8_t joined[8] = { [3] = 1 };
    struct function function = decode_function(bytes, sizeof bytes);
    struct trace trace = trace_of(0, 1);
    struct step *last = &trace.steps[trace.count++];

    last->index = 3;
    ck_assert_uint_eq(
        flags_source_of(&function, &trace, 2, 1u << 19, joined).register_,
        REGISTER_RSI);
    last->entered = true;
    ck_assert_uint_eq(
        flags_source_of(&function, &trace, 2, 1u << 19, joined).register_,
        REGISTER_NONE);
}
END_TEST

START_TEST(the_small_table_knows_no_types_so_each_birth_is_told)
{
    static const uint8_t bytes[] = {
        0x48, 0xc7, 0x07, 0x01, 0x00, 0x00, 0x00, /* movq $1,(%rdi) */
        0x48, 0x89, 0xf0,                         /* mov %rsi,%rax */
        0xc3,
    };

    instrument(bytes, sizeof bytes, 0, 0, OPERATION_BIRTH);
    ck_assert_uint_eq(run(3, 0, 0, 0, 0), 3);
    ck_assert_int_eq(object[0], 1);
    check_seen(1);
}
END_TEST

START_TEST(an_entry_tells_stack_and_frame_pointer)
{
    static const uint8_t bytes[] = {
        0x48, 0x89, 0xe0, /* mov %rsp,%rax */
        0x48, 0x01, 0xf0, /* add %rsi,%rax */
        0xc3,
    };
    struct function function = decode_function(bytes, sizeof bytes);
    uint32_t stub;

    memcpy(code, bytes, sizeof bytes);
    begin_blob();
    stub = entry_stub_emit(&blob, &function, 1, 7, STUB_ENTRY_ALWAYS,
                           STUB_FILTER_HASH, &leave);
    ck_assert_uint_ne(stub, 0);
    place_blob();
    patch(&function, 0, 1, stub);
    ck_assert_uint_eq(run(5, 0, 0, 0, 0), seen.address + 5);
    ck_assert_uint_eq(seen.operand, seen.base);
    ck_assert_uint_eq(seen.site, FIRST_SITE + 7);
}
END_TEST

START_TEST(what_cannot_be_moved_is_refused_and_leaves_no_trace)
{
    static const uint8_t bytes[] = {
        0x48, 0x83, 0x07, 0x01,       /* addq $1,(%rdi) */
        0xe8, 0x00, 0x10, 0x00, 0x00, /* call */
        0xc3,
    };
    struct function function = decode_function(bytes, sizeof bytes);
    struct stub_site site = {
        .site = { .operation = OPERATION_ADD, .width = 8, .amount = 1 }
    };
    struct stub_code stub_code = code_of(&function, false);
    struct trace trace = trace_of(0, 1);
    uint32_t size;

    begin_blob();
    size = blob.size;
    ck_assert_int_eq(stub_emit(&blob, &stub_code, &trace, &site, 1),
                     STUB_UNMOVABLE);
    ck_assert_uint_eq(blob.size, size);
    ck_assert_uint_eq(blob.near_count, 0);
    ck_assert_uint_eq(blob.site_count, 0);
    ck_assert(!blob.full);
}
END_TEST

START_TEST(a_blob_without_room_says_so)
{
    struct function function = decode_function(increment, sizeof increment);
    struct stub_site site = {
        .site = { .operation = OPERATION_ADD, .width = 8, .amount = 1 }
    };
    struct stub_code stub_code = code_of(&function, false);
    struct trace trace = trace_of(0, 1);

    begin_blob();
    blob.capacity = blob.size + 8;
    ck_assert_int_eq(stub_emit(&blob, &stub_code, &trace, &site, 1), STUB_FULL);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("stub");
    TCase *executed = tcase_create("executed"), *made = tcase_create("made");

    tcase_add_checked_fixture(executed, set_up, tear_down);
    if (EXECUTES) {
        tcase_add_test(executed, an_object_that_is_not_tracked_costs_no_call);
        tcase_add_test(executed, the_hook_learns_site_amount_and_address);
        tcase_add_test(executed, a_negative_amount_reaches_the_hook_as_such);
        tcase_add_test(executed, a_stored_register_reaches_the_hook);
        tcase_add_test(executed, every_register_is_kept);
        tcase_add_test(executed, flags_are_kept_where_somebody_reads_them);
        tcase_add_test(executed,
                       flags_of_a_step_are_made_again_behind_the_store);
        tcase_add_test(
            executed, flags_are_no_registers_when_it_changed_or_others_come_by);
        tcase_add_test(executed, carry_survives_beside_live_registers);
        tcase_add_test(executed, the_red_zone_is_stepped_over);
        tcase_add_test(executed,
                       the_hook_can_tell_the_stack_pointer_at_the_site);
        tcase_add_test(executed,
                       the_hook_sees_the_frame_pointer_that_unwinding_needs);
        tcase_add_test(executed,
                       an_operand_relative_to_rip_is_reached_from_the_stub);
        tcase_add_test(
            executed,
            an_operand_with_index_and_distance_is_reached_from_the_stub);
        tcase_add_test(executed, a_branch_that_was_moved_still_leads_home);
        tcase_add_test(executed, a_branch_that_is_followed_is_turned_round);
        tcase_add_test(executed, a_jump_that_is_followed_is_left_out);
        tcase_add_test(executed,
                       the_small_table_knows_no_types_so_each_birth_is_told);
        tcase_add_test(executed, an_entry_tells_stack_and_frame_pointer);
    }
    tcase_add_test(made, what_cannot_be_moved_is_refused_and_leaves_no_trace);
    tcase_add_test(made, a_blob_without_room_says_so);
    tcase_add_test(
        made, flags_come_from_the_step_before_unless_the_image_jumps_there);
    suite_add_tcase(suite, executed);
    suite_add_tcase(suite, made);
    return unit_run(suite);
}
