/* Nodes are found again, also after the index has grown. */
#include "ledger/stack_tree.h"
#include "plain_store.h"
#include "unit.h"

#include <check.h>

enum { SLOTS_MAX = 1 << 16, MANY = 20000 };

static struct store store;
static struct stack_tree tree;
static uint32_t *native, *python;

static void
set_up(void)
{
    plain_store_make(&store);
    native = calloc(SLOTS_MAX, sizeof *native);
    python = calloc(SLOTS_MAX, sizeof *python);
    tree = (struct stack_tree){ .store = &store };
    slots_init(&tree.native, native, SLOTS_MAX - 1);
    slots_init(&tree.python, python, SLOTS_MAX - 1);
}

static void
tear_down(void)
{
    free(native);
    free(python);
    plain_store_free(&store);
}

START_TEST(the_same_frame_under_the_same_parent_is_one_node)
{
    uint32_t a = stack_tree_native(&tree, 0, LEDGER_NODE_RETURN, 0x1000);
    uint32_t b = stack_tree_native(&tree, a, LEDGER_NODE_RETURN, 0x2000);

    ck_assert_uint_ne(a, 0);
    ck_assert_uint_eq(stack_tree_native(&tree, 0, LEDGER_NODE_RETURN, 0x1000),
                      a);
    ck_assert_uint_eq(stack_tree_native(&tree, a, LEDGER_NODE_RETURN, 0x2000),
                      b);
    ck_assert_uint_eq(*store.tables[LEDGER_NODES].used, 3);
}
END_TEST

START_TEST(parent_kind_and_value_tell_nodes_apart)
{
    uint32_t a = stack_tree_native(&tree, 0, LEDGER_NODE_RETURN, 7);
    uint32_t b = stack_tree_native(&tree, a, LEDGER_NODE_RETURN, 7);
    uint32_t c = stack_tree_native(&tree, a, LEDGER_NODE_SITE, 7);
    uint32_t d = stack_tree_native(&tree, a, LEDGER_NODE_RETURN, 8);

    ck_assert(a != b && a != c && a != d && b != c && b != d && c != d);
    ck_assert_uint_eq(store_node(&store, c)->kind, LEDGER_NODE_SITE);
    ck_assert_uint_eq(store_node(&store, c)->parent, a);
    ck_assert_uint_eq(store_node(&store, d)->value, 8);
}
END_TEST

START_TEST(a_parent_always_has_a_smaller_number)
{
    uint32_t node = 0;

    for (uint64_t i = 0; i < 100; i++) {
        uint32_t next = stack_tree_native(&tree, node, LEDGER_NODE_RETURN, i);

        ck_assert_uint_gt(next, node);
        node = next;
    }
}
END_TEST

START_TEST(nodes_are_found_after_the_index_has_grown)
{
    static uint32_t numbers[MANY];
    uint32_t mask = tree.native.mask;

    for (uint64_t i = 0; i < MANY; i++) {
        numbers[i] = stack_tree_native(&tree, i % 3 == 0 ? 0 : numbers[i / 3],
                                       LEDGER_NODE_RETURN, i * 16);
        ck_assert_uint_ne(numbers[i], 0);
    }
    ck_assert_uint_gt(tree.native.mask, mask);
    for (uint64_t i = 0; i < MANY; i++) {
        ck_assert_uint_eq(stack_tree_native(&tree,
                                            i % 3 == 0 ? 0 : numbers[i / 3],
                                            LEDGER_NODE_RETURN, i * 16),
                          numbers[i]);
    }
    ck_assert_uint_eq(*store.tables[LEDGER_NODES].used, MANY + 1);
}
END_TEST

START_TEST(a_full_table_still_finds_what_it_has)
{
    uint32_t node = stack_tree_native(&tree, 0, LEDGER_NODE_RETURN, 1);
    uint64_t value = 2;

    plain_extents_left = 0;
    while (stack_tree_native(&tree, 0, LEDGER_NODE_RETURN, value) != 0) {
        value++;
        ck_assert_uint_lt(value, LEDGER_EXTENT_BYTES);
    }
    ck_assert_uint_eq(stack_tree_native(&tree, 0, LEDGER_NODE_RETURN, 1), node);
    ck_assert_uint_ne(stack_tree_native(&tree, 0, LEDGER_NODE_RETURN, 2), 0);
}
END_TEST

START_TEST(a_python_frame_is_new_once)
{
    struct python_frame frame = { .code = 3, .instruction = 8 };
    bool is_new;
    uint32_t node = stack_tree_python(&tree, 0, frame, &is_new);

    ck_assert_uint_ne(node, 0);
    ck_assert(is_new);
    ck_assert_uint_eq(stack_tree_python(&tree, 0, frame, &is_new), node);
    ck_assert(!is_new);
    frame.instruction = 10;
    ck_assert_uint_ne(stack_tree_python(&tree, 0, frame, &is_new), node);
    ck_assert(is_new);
    ck_assert_uint_eq(store_python_node(&store, node)->code, 3);
    ck_assert_uint_eq(store_python_node(&store, node)->instruction, 8);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("stack_tree");
    TCase *tests = tcase_create("stack_tree");

    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, the_same_frame_under_the_same_parent_is_one_node);
    tcase_add_test(tests, parent_kind_and_value_tell_nodes_apart);
    tcase_add_test(tests, a_parent_always_has_a_smaller_number);
    tcase_add_test(tests, nodes_are_found_after_the_index_has_grown);
    tcase_add_test(tests, a_full_table_still_finds_what_it_has);
    tcase_add_test(tests, a_python_frame_is_new_once);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
