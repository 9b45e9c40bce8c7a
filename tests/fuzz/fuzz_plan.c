/*
 * fuzz_plan - damages a plan and asks whether it would still be used.
 *
 *     fuzz_plan FILE...    each file says how: see `damage`
 *
 * With -fsanitize=fuzzer it is a libFuzzer target: tests/fuzz/fuzz_plans.
 * As it comes, a damaged plan must be refused. With its digest put right, as if
 * a library had written it so, it must be read within its bounds, and whatever
 * is proved must be right by the slow way, too.
 */
#include "patch/plan_file.h"
#include "patch/planner.h"
#include "unit/unwind_tables.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

enum {
    PAGE = 4096,
    VIRTUAL = 0x1000,
    PLAN_MAX = 1 << 12,
    GROWTH_MAX = 64,
    INPUT_MAX = 1 << 12,
    DAMAGE_BYTES = 3,
    KEY = 7,
};

/* What the first byte of an input chooses. */
enum {
    RIGHT_DIGEST = 1,
    TRUE_TABLES = 2, /* what is known of the code comes from elsewhere */
};

/* Sites with room, before a target, and between targets beside a hole; one
 * function that gives others room. */
static const uint8_t code[] = {
    0x48, 0x83, 0x07, 0x01, 0x48, 0x89, 0xf0, 0xc3, /* addq; mov; ret */
    0x48, 0x89, 0xf0, 0x48, 0x83, 0x07, 0x01, 0x48, 0xff, 0xc8, 0x75,
    0xfb, 0xc3, /* mov; addq; 1: dec; jne 1b; ret */
    0x48, 0x89, 0xf0, 0x48, 0x83, 0x07, 0x01, 0x48, 0xff, 0xc8, 0x74,
    0x08, 0x48, 0x83, 0xf8, 0x02, 0x74, 0xf1, 0xeb, 0xf3, 0xc3, 0x66,
    0x0f, 0x1f, 0x84, 0x00, 0,    0,    0,    0, /* ... between targets; padding */
    0x48, 0x89, 0xf0, 0x48, 0x83, 0xc0, 0x01, 0x48, 0x83, 0xc0, 0x02,
    0xc3, 0x48, 0xff, 0x07, 0xc3, /* incq; ret: no room */
};
static const size_t ends[] = { 8, 21, 51, 63, sizeof code };
enum { FUNCTIONS = sizeof ends / sizeof ends[0] };

static struct arena arena;
static struct image image;
static struct plan whole;
static const uint8_t *base;
static uint64_t base_size;

static void
fail(const char *what)
{
    fprintf(stderr, "fuzz_plan: %s\n", what);
    abort();
}

static void
make_base(void)
{
    struct eh_function functions[FUNCTIONS];
    uint8_t *memory = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    uint64_t start = (uintptr_t)memory, from = 0;
    struct plan_request request = {
        .image = &image,
        .shape = { .width = 8 },
        .filter = STUB_FILTER_HASH,
    };

    for (size_t i = 0; i < FUNCTIONS; i++) {
        functions[i] = (struct eh_function){ start + from, start + ends[i], 0 };
        from = ends[i];
    }
    memcpy(memory, code, sizeof code);
    write_unwind_tables(memory + PAGE, functions, FUNCTIONS);
    image = (struct image){
        .bias = start - VIRTUAL,
        .start = start,
        .end = start + 2 * PAGE,
        .segments = { { start, start + sizeof code, true, false, 0, 0 },
                      { start + PAGE, start + 2 * PAGE, false, false, 0, 0 } },
        .segment_count = 2,
        .frames = { start + PAGE, start + PAGE, start + 2 * PAGE },
    };
    if (!plan_build(&request, &arena, &whole) || whole.edit_count < 6) {
        fail("the plan to be damaged could not be made");
    }
    base = plan_file_write(&whole, KEY, &arena, &base_size);
    if (base == NULL || base_size + GROWTH_MAX > PLAN_MAX) {
        fail("it has no room");
    }
}

/* Every three bytes of the input: two for a place, one for what stands there
 * then; past the end of the plan it is cut, or grows. */
static uint64_t
damage(uint8_t *bytes, const uint8_t *input, size_t size)
{
    uint64_t length = base_size;

    memcpy(bytes, base, base_size);
    memset(bytes + base_size, 0, GROWTH_MAX);
    for (; size >= DAMAGE_BYTES; size -= DAMAGE_BYTES, input += DAMAGE_BYTES) {
        uint64_t place = input[0] | (uint64_t)input[1] << 8;

        if (place < base_size) {
            bytes[place] ^= input[2];
        }
        else {
            length = (place + input[2]) % (base_size + GROWTH_MAX);
        }
    }
    return length;
}

/* ---- the slow way ---- */

struct bytes_of {
    bool start[4 * sizeof code], target[4 * sizeof code];
    bool jump[4 * sizeof code], unused[4 * sizeof code];
    uint64_t from, count;
};

static bool
bit(const uint8_t *bits, uint64_t i)
{
    return (bits[i / 8] >> i % 8 & 1) != 0;
}

static bool
look(const struct proof *proof, struct bytes_of *out)
{
    memset(out, 0, sizeof *out);
    out->from = proof->start;
    out->count = proof->end - proof->start;
    if (out->count >= sizeof out->start) {
        return false;
    }
    for (uint64_t i = 0; i <= out->count; i++) {
        out->start[i] = bit(proof->starts, i);
        out->target[i] = bit(proof->targets, i);
    }
    return true;
}

/* Whether it replaces whole instructions that nothing jumps into, or bytes that
 * nobody executes. */
static bool
is_fine(const struct bytes_of *bytes, uint64_t at, unsigned length, bool hole)
{
    bool fine = at < bytes->count && length <= bytes->count - at;

    for (uint64_t i = at; fine && i < at + length; i++) {
        fine = !bytes->jump[i] && !(i > at && bytes->target[i]) &&
               !(hole &&
                 (bytes->target[i] || !(bytes->start[i] || bytes->unused[i])));
    }
    return fine && (bytes->start[at] || bytes->unused[at]) &&
           (bytes->start[at + length] || bytes->unused[at + length]);
}

static void
check_edits(const struct plan *plan, struct bytes_of *bytes)
{
    for (uint32_t i = 0; i < plan->edit_count; i++) {
        const struct plan_edit *edit = &plan->edits[i];
        uint64_t at = edit->address - bytes->from;
        bool hole =
            edit->stub != 0 && i + 1 < plan->edit_count && edit[1].stub == 0;
        unsigned used = edit->stub != 0 ? 5 : 2;

        if (edit->length < used || !is_fine(bytes, at, edit->length, hole)) {
            fail("an edit was proved that is wrong");
        }
        if (edit->stub == 0 &&
            edit[-1].address != edit->address + (uint64_t)edit->distance) {
            fail("a short jump was proved that leads nowhere");
        }
        if (edit->stub >= plan->blob.size) {
            fail("a jump was proved that leaves the stubs");
        }
        memset(bytes->jump + at, true, used);
        memset(bytes->unused + at + used, true, edit->length - used);
    }
}

/* ---- one input ---- */

static void
run_damaged(const uint8_t *bytes, uint64_t size, bool true_tables)
{
    static uint8_t starts[4 * sizeof code], targets[4 * sizeof code];
    static struct bytes_of known;
    struct plan plan;

    if (!plan_file_read(bytes, size, KEY, &plan)) {
        return;
    }
    if (true_tables) {
        uint64_t table = proof_bytes(sizeof code);

        memcpy(starts, whole.proof.starts, table);
        memcpy(targets, whole.proof.targets, table);
        plan.proof = whole.proof;
        plan.proof.starts = starts;
        plan.proof.targets = targets;
    }
    if (look(&plan.proof, &known) && plan_is_proved(&plan)) {
        check_edits(&plan, &known);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *input, size_t size)
{
    static uint8_t bytes[PLAN_MAX] __attribute__((aligned(16)));
    struct plan plan;
    uint64_t length, sum;

    if (base == NULL) {
        make_base();
    }
    if (size == 0 || size > INPUT_MAX) {
        return 0;
    }
    length = damage(bytes, input + 1, size - 1);
    if ((input[0] & RIGHT_DIGEST) == 0) {
        bool same = length == base_size && memcmp(bytes, base, base_size) == 0;

        if (plan_file_read(bytes, length, KEY, &plan) != same) {
            fail(same ? "an undamaged plan was refused"
                      : "a damaged plan was accepted");
        }
        return 0;
    }
    if (length >= PLAN_FILE_BYTES_MIN) {
        memcpy(bytes + PLAN_FILE_DIGEST_AT + 8, &length, sizeof length);
        sum = plan_file_digest(bytes, length);
        memcpy(bytes + PLAN_FILE_DIGEST_AT, &sum, sizeof sum);
    }
    run_damaged(bytes, length, (input[0] & TRUE_TABLES) != 0);
    return 0;
}

#ifndef FUZZER
/* A few simple ones first: every bit of the plan, each also with its digest
 * put right. */
static unsigned
flip_every_bit(void)
{
    unsigned count = 0;

    for (uint64_t place = 0; place < base_size; place++) {
        for (unsigned i = 0; i < 4 * 8; i++) {
            uint8_t input[] = { (uint8_t)(i % 4), (uint8_t)place,
                                (uint8_t)(place >> 8), (uint8_t)(1 << i / 4) };

            LLVMFuzzerTestOneInput(input, sizeof input);
            count++;
        }
    }
    return count;
}

int
main(int argc, char **argv)
{
    static uint8_t bytes[INPUT_MAX + 1];

    make_base();
    printf("%u bits flipped\n", flip_every_bit());
    for (int i = 1; i < argc; i++) {
        FILE *file = fopen(argv[i], "rb");

        if (file == NULL) {
            perror(argv[i]);
            return 1;
        }
        LLVMFuzzerTestOneInput(bytes, fread(bytes, 1, sizeof bytes, file));
        fclose(file);
    }
    printf("%d inputs\n", argc - 1);
    return 0;
}
#endif
