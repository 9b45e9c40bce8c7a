/* What holds at a place, also when the rest of the function is elsewhere. */
#include "arch/sites.h"
#include "unit.h"

#include <check.h>
#include <string.h>

enum { BYTES_MAX = 64, HOT = 0x1000, COLD = 0x2000, LINKS = 16 };

static const struct refcount_shape shape = {
    .width = 4,
    .immortal = IMMORTAL_NEGATIVE,
};
static const struct birth_mark no_mark;

struct part {
    struct function function;
    struct instruction instructions[BYTES_MAX];
    uint32_t index_at[BYTES_MAX];
    struct flow_state flow[BYTES_MAX];
    struct flow_spills spills;
};

static void
decode(struct part *part, uint64_t address, const uint8_t *bytes, size_t size)
{
    ck_assert_uint_le(size, BYTES_MAX);
    part->function = (struct function){
        .address = address,
        .size_bytes = size,
        .bytes = bytes,
        .instructions = part->instructions,
        .index_at = part->index_at,
    };
    ck_assert(function_decode(&part->function));
}

/* A decrement whose load is in the hot part and whose store in the cold one. */
static const uint8_t hot_bytes[] = {
    0x48, 0x8b, 0x03,                   /* mov (%rbx),%rax */
    0x85, 0xc0,                         /* test %eax,%eax */
    0x0f, 0x89, 0xf5, 0x0f, 0x00, 0x00, /* jns COLD */
    0xc3,
};
static const uint8_t cold_bytes[] = {
    0x48, 0x83, 0xe8, 0x01,       /* sub $1,%rax */
    0x48, 0x89, 0x03,             /* mov %rax,(%rbx) */
    0xe9, 0xff, 0xef, 0xff, 0xff, /* jmp to the hot part's end */
};

/* How many sites the part at COLD has, once the one at HOT was looked at. */
static size_t
sites_behind(const uint8_t *hot_part, size_t hot_size, const uint8_t *cold_part,
             size_t cold_size, struct flow_links *links)
{
    static struct part hot, cold;
    static struct site found[BYTES_MAX];
    struct flow_context context = { &shape, &no_mark, links };

    decode(&hot, HOT, hot_part, hot_size);
    flow_solve(&hot.function, &context, hot.flow, &hot.spills);
    decode(&cold, COLD, cold_part, cold_size);
    return sites_find(&cold.function, &context, cold.flow, found);
}

static struct flow_links
no_links(size_t mask, size_t count)
{
    static struct flow_link memory[LINKS];
    static uint8_t known[COLD / 8 + BYTES_MAX], learned[COLD / 8 + BYTES_MAX];

    memset(memory, 0, sizeof memory);
    memset(known, 0, sizeof known);
    memset(learned, 0, sizeof learned);
    return (struct flow_links){
        .at = memory,
        .mask = mask,
        .count = count,
        .start = HOT,
        .end = COLD + BYTES_MAX,
        .known = known,
        .learned = learned,
    };
}

static size_t
cold_sites(struct flow_links *links)
{
    return sites_behind(hot_bytes, sizeof hot_bytes, cold_bytes,
                        sizeof cold_bytes, links);
}

START_TEST(a_count_loaded_in_one_part_is_stored_in_another)
{
    struct flow_links links = no_links(LINKS - 1, 0);

    ck_assert_uint_eq(cold_sites(&links), 1);
    ck_assert_uint_eq(cold_sites(NULL), 0);
}
END_TEST

START_TEST(the_frame_pointer_is_one_in_the_other_part_too)
{
    static const uint8_t hot[] = {
        0x55, 0x48, 0x89, 0xe5,       /* push %rbp; mov %rsp,%rbp */
        0xe9, 0xf7, 0x0f, 0x00, 0x00, /* jmp COLD */
    };
    static const uint8_t cold[] = {
        0x48, 0x83, 0x45, 0xf8, 0x01, /* addq $1,-8(%rbp) */
        0xc9, 0xc3,                   /* leave; ret */
    };
    struct flow_links links = no_links(LINKS - 1, 0);

    ck_assert_uint_eq(sites_behind(hot, sizeof hot, cold, sizeof cold, &links),
                      0);
}
END_TEST

/* One function with a frame ends by calling one that has none. */
START_TEST(a_tail_call_leaves_no_frame_pointer)
{
    static const uint8_t caller[] = {
        0x55, 0x48, 0x89, 0xe5,       /* push %rbp; mov %rsp,%rbp */
        0xc9,                         /* leave */
        0xe9, 0xf6, 0x0f, 0x00, 0x00, /* jmp COLD */
    };
    static const uint8_t callee[] = {
        0x48, 0x83, 0x45, 0x00, 0x01, /* addq $1,0(%rbp) */
        0xc3,
    };
    struct flow_links links = no_links(LINKS - 1, 0);

    ck_assert_uint_eq(
        sites_behind(caller, sizeof caller, callee, sizeof callee, &links), 1);
}
END_TEST

START_TEST(links_that_are_full_stay_as_they_are)
{
    struct flow_links links = no_links(3, 3);

    ck_assert_uint_eq(cold_sites(&links), 0);
    ck_assert_uint_eq(links.count, 3);
}
END_TEST

START_TEST(says_when_there_is_nothing_more_to_learn)
{
    static struct part hot;
    struct flow_links links = no_links(LINKS - 1, 0);
    struct flow_context context = { &shape, &no_mark, &links };

    decode(&hot, HOT, hot_bytes, sizeof hot_bytes);
    flow_solve(&hot.function, &context, hot.flow, &hot.spills);
    ck_assert(!flow_take_learned(&links, HOT, COLD));
    ck_assert(flow_take_learned(&links, COLD, COLD + BYTES_MAX));
    ck_assert(!flow_take_learned(&links, COLD, COLD + BYTES_MAX));
    flow_solve(&hot.function, &context, hot.flow, &hot.spills);
    ck_assert(!flow_take_learned(&links, COLD, COLD + BYTES_MAX));
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("flow");
    TCase *tests = tcase_create("flow");

    tcase_add_test(tests, a_count_loaded_in_one_part_is_stored_in_another);
    tcase_add_test(tests, the_frame_pointer_is_one_in_the_other_part_too);
    tcase_add_test(tests, a_tail_call_leaves_no_frame_pointer);
    tcase_add_test(tests, links_that_are_full_stay_as_they_are);
    tcase_add_test(tests, says_when_there_is_nothing_more_to_learn);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
