/* Pools as obmalloc.c leaves them, in an array. */
#include "cpython/pool.h"
#include "unit.h"

#include <check.h>
#include <string.h>

/* Blocks of 64 bytes; four were given out, the second and third came back. */
enum { START = 0x7f0000004000, HEADER = 48, BLOCK = 64, GIVEN = 4 };

static uint8_t memory[POOL_BYTES_MAX];
static struct pool pool;

static void
put32(uint32_t at, uint32_t value)
{
    memcpy(memory + at, &value, sizeof value);
}

static void
put64(uint64_t at, uint64_t value)
{
    memcpy(memory + at, &value, sizeof value);
}

static uint64_t
block(uint64_t number)
{
    return HEADER + number * BLOCK;
}

static void
make(uint32_t bytes)
{
    memset(memory, 0xfa, sizeof memory);
    put32(0, 2);
    put64(8, START + block(2));
    put32(32, 7);
    put32(36, BLOCK / 16 - 1);
    put32(40, (uint32_t)block(GIVEN));
    put32(44, bytes - BLOCK);
    put64(block(2), START + block(1));
    put64(block(1), 0);
}

static void
set_up(void)
{
    make(POOL_BYTES_MAX);
}

START_TEST(free_blocks_are_those_in_the_list_and_those_never_given_out)
{
    ck_assert(pool_read(&pool, memory, START, POOL_BYTES_MAX));
    ck_assert_uint_eq(pool.block_bytes, BLOCK);
    ck_assert(!pool_is_free(&pool, START + block(0)));
    ck_assert(pool_is_free(&pool, START + block(1)));
    ck_assert(pool_is_free(&pool, START + block(2) + BLOCK - 1));
    ck_assert(!pool_is_free(&pool, START + block(3)));
    ck_assert(pool_is_free(&pool, START + block(4)));
}
END_TEST

START_TEST(a_pool_may_have_four_kilobytes)
{
    make(POOL_BYTES_MIN);
    ck_assert(pool_read(&pool, memory, START, POOL_BYTES_MIN));
    ck_assert(!pool_read(&pool, memory, START, POOL_BYTES_MAX));
}
END_TEST

START_TEST(the_block_around_an_address_is_found)
{
    uint64_t last = (POOL_BYTES_MAX - HEADER) / BLOCK - 1;

    ck_assert(pool_read(&pool, memory, START, POOL_BYTES_MAX));
    ck_assert_uint_eq(pool_block(&pool, START + block(3) + 40),
                      START + block(3));
    ck_assert_uint_eq(pool_block(&pool, START + block(last) + 63),
                      START + block(last));
    ck_assert_uint_eq(pool_block(&pool, START + block(last) + 64), 0);
    ck_assert_uint_eq(pool_block(&pool, START + 8), 0);
    ck_assert_uint_eq(pool_block(&pool, START - 8), 0);
    ck_assert_uint_eq(pool_block(&pool, START + POOL_BYTES_MAX), 0);
}
END_TEST

START_TEST(what_does_not_agree_with_itself_is_no_pool)
{
    static const struct {
        uint64_t at;
        uint32_t value;
    } wrong[] = {
        { 0, 3 },                /* more blocks in use than were given out */
        { 8, 0x7001 },           /* the list leads elsewhere */
        { 36, 32 },              /* no such class */
        { 36, 5 },               /* the last block is not of this size */
        { 40, HEADER + 8 },      /* no block begins there */
        { 40, 0 },               /* that is in the header */
        { 40, 0xfffffff0 },      /* far behind the last one */
        { HEADER + BLOCK, 0x30 } /* a list that goes on outside */
    };

    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        set_up();
        put32((uint32_t)wrong[i].at, wrong[i].value);
        ck_assert_msg(!pool_read(&pool, memory, START, POOL_BYTES_MAX), "%zu",
                      i);
    }
}
END_TEST

START_TEST(a_list_that_goes_in_circles_is_no_pool)
{
    put64(block(1), START + block(2));
    ck_assert(!pool_read(&pool, memory, START, POOL_BYTES_MAX));
}
END_TEST

START_TEST(memory_of_any_other_content_is_no_pool)
{
    for (int byte = 0; byte < 256; byte++) {
        memset(memory, byte, sizeof memory);
        ck_assert(!pool_read(&pool, memory, START, POOL_BYTES_MAX));
        ck_assert(!pool_read(&pool, memory, START, POOL_BYTES_MIN));
    }
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("pool");
    TCase *tests = tcase_create("pool");

    tcase_add_checked_fixture(tests, set_up, NULL);
    tcase_add_test(tests,
                   free_blocks_are_those_in_the_list_and_those_never_given_out);
    tcase_add_test(tests, a_pool_may_have_four_kilobytes);
    tcase_add_test(tests, the_block_around_an_address_is_found);
    tcase_add_test(tests, what_does_not_agree_with_itself_is_no_pool);
    tcase_add_test(tests, a_list_that_goes_in_circles_is_no_pool);
    tcase_add_test(tests, memory_of_any_other_content_is_no_pool);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
