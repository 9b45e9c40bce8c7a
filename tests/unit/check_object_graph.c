/* Invented objects, whose types have real tp_traverse functions. */
#include "probe/census/object_graph.h"
#include "unit.h"

#include <check.h>
#include <string.h>

enum { WORDS = 128, TYPE_WORDS = 128 };

/* Offsets as in 3.11. */
static const uint64_t flag_gc = 1 << 14, flag_heap = 1 << 9;

static uint64_t heap[WORDS][WORDS / 16] __attribute__((aligned(16)));
static uint64_t types[3][TYPE_WORDS] __attribute__((aligned(16)));
static struct graph graph;
static unsigned objects;

static bool
never(void)
{
    return false;
}

/* Two slots behind the head. */
static int
traverse_both(void *object, int (*visit)(void *, void *), void *context)
{
    const uint64_t *words = object;

    for (int i = 2; i < 4; i++) {
        if (words[i] != 0) {
            visit((void *)(uintptr_t)words[i], context);
        }
    }
    return 0;
}

static uint64_t *
make_type(int number, uint64_t flags, bool traverse)
{
    const struct python_layout *layout = &layout_3_11;
    uint8_t *type = (uint8_t *)types[number];
    uint64_t basicsize = 32;
    int (*function)(void *, int (*)(void *, void *), void *) = traverse_both;

    memset(type, 0, sizeof types[number]);
    memcpy(type + layout->type.flags, &flags, 8);
    memcpy(type + layout->type.basicsize, &basicsize, 8);
    if (traverse) {
        memcpy(type + layout->owners.type_traverse, &function, 8);
    }
    return types[number];
}

static uint64_t *
make_object(const uint64_t *type)
{
    uint64_t *object = heap[2 + 2 * objects++];

    memset(object, 0, 32);
    object[0] = 1;
    object[1] = (uint64_t)(uintptr_t)type;
    return object;
}

static uint64_t
address(const uint64_t *object)
{
    return (uint64_t)(uintptr_t)object;
}

static const struct graph_node *
node_of(const uint64_t *object)
{
    return &graph.nodes[graph_find(&graph, address(object))];
}

/* What was freed has no type. */
static bool
has_type(uint64_t object)
{
    return ((const uint64_t *)(uintptr_t)object)[1] != 0;
}

static void
set_up(void)
{
    objects = 0;
    ck_assert(graph_init(&graph, &layout_3_11, 1000));
    graph.is_late = never;
    graph.is_object = has_type;
    graph.reached = true;
}

static void
tear_down(void)
{
    graph_release(&graph);
}

static uint32_t
add_complete(const uint64_t *object)
{
    uint32_t node = graph_add(&graph, address(object));

    graph.nodes[node].flags |= GRAPH_COMPLETE;
    return node;
}

START_TEST(an_object_is_found_by_its_address_only)
{
    uint64_t *object = make_object(make_type(0, 0, false));
    uint32_t node = graph_add(&graph, address(object));

    ck_assert_uint_ne(node, 0);
    ck_assert_uint_eq(graph_add(&graph, address(object)), node);
    ck_assert_uint_eq(graph_find(&graph, address(object)), node);
    ck_assert_uint_eq(graph_find(&graph, address(object) + 16), 0);
    ck_assert_uint_eq(graph_find(&graph, 0), 0);
}
END_TEST

START_TEST(what_is_no_edge_is_counted_for_each_object_apart)
{
    const uint64_t *type = make_type(0, 0, false);
    const uint64_t *silent = make_object(type), *held = make_object(type),
                   *other = make_object(type);

    graph_add(&graph, address(silent));
    graph_others_at(&graph, graph_add(&graph, address(held)))->frames += 2;
    graph_others_at(&graph, graph_add(&graph, address(other)))->statics++;
    graph_others_at(&graph, graph_find(&graph, address(held)))->hidden++;
    ck_assert_uint_eq(graph_owners(&graph, node_of(silent)), 0);
    ck_assert_uint_eq(graph_owners(&graph, node_of(held)), 3);
    ck_assert_uint_eq(graph_owners(&graph, node_of(other)), 1);
}
END_TEST

START_TEST(a_kind_is_not_an_account)
{
    const uint64_t *object = make_object(make_type(0, 0, false));
    uint32_t node = graph_add(&graph, address(object));

    graph.nodes[node].like = 7;
    ck_assert_uint_eq(graph_account(node_of(object)), 7);
    graph.nodes[node].flags |= GRAPH_COUNTED;
    ck_assert_uint_eq(graph_account(node_of(object)), 0);
}
END_TEST

START_TEST(places_are_never_found)
{
    ck_assert_uint_ne(graph_add_place(&graph, LEDGER_HOLDER_STATIC, 0x1000), 0);
    ck_assert_uint_eq(graph_find(&graph, 0x1000), 0);
}
END_TEST

START_TEST(a_pointer_to_what_was_freed_leads_nowhere)
{
    uint64_t *holder = make_object(make_type(0, flag_gc, true));
    uint64_t *freed = make_object(NULL);

    holder[2] = address(freed);
    graph_reach(&graph, add_complete(holder), 0);
    ck_assert(graph_follow(&graph));
    ck_assert_uint_eq(graph_find(&graph, address(freed)), 0);
}
END_TEST

START_TEST(every_reference_is_counted_and_leads_on)
{
    uint64_t *type = make_type(0, flag_gc, true);
    uint64_t *first = make_object(type), *second = make_object(type),
             *third = make_object(type);

    first[2] = first[3] = address(second);
    second[2] = address(third);
    graph_reach(&graph, add_complete(first), 0);
    ck_assert(graph_follow(&graph));
    ck_assert_uint_eq(node_of(second)->edges, 2);
    ck_assert_uint_eq(node_of(third)->edges, 1);
    ck_assert_uint_eq(node_of(first)->edges, 0);
    ck_assert_uint_eq(node_of(third)->parent,
                      graph_find(&graph, address(second)));
    ck_assert(node_of(third)->flags & GRAPH_REACHED);
}
END_TEST

START_TEST(a_cycle_ends)
{
    uint64_t *type = make_type(0, flag_gc, true);
    uint64_t *one = make_object(type), *other = make_object(type);

    one[2] = address(other);
    other[2] = address(one);
    graph_reach(&graph, add_complete(one), 0);
    ck_assert(graph_follow(&graph));
    ck_assert_uint_eq(node_of(one)->edges, 1);
    ck_assert_uint_eq(node_of(other)->edges, 1);
    ck_assert_uint_eq(node_of(one)->parent, 0);
}
END_TEST

START_TEST(an_instance_owns_its_heap_type)
{
    uint64_t *type = make_type(0, flag_gc | flag_heap, true);
    uint64_t *object = make_object(type);

    types[0][1] = address(make_type(1, 0, false));
    graph_reach(&graph, add_complete(object), 0);
    ck_assert(graph_follow(&graph));
    ck_assert_uint_eq(node_of(type)->edges, 1);
}
END_TEST

START_TEST(memory_of_an_object_without_tp_traverse_is_looked_at)
{
    uint64_t *silent = make_object(make_type(0, 0, false));
    uint64_t *known = make_object(make_type(1, flag_gc, true));
    uint32_t node = graph_add(&graph, address(silent));

    graph_add(&graph, address(known));
    silent[2] = address(known);
    silent[3] = 0x123450; /* no object */
    graph_reach(&graph, node, 0);
    ck_assert(graph_follow(&graph));
    ck_assert_uint_eq(graph_others_of(&graph, node_of(known))->hidden, 1);
    ck_assert_uint_eq(node_of(known)->edges, 0);
    ck_assert(graph.nodes[node].flags & GRAPH_NO_TRAVERSE);
    ck_assert_uint_eq(graph.count, 3);
}
END_TEST

START_TEST(an_object_that_may_be_incomplete_is_not_asked)
{
    uint64_t *type = make_type(0, flag_gc, true);
    uint64_t *object = make_object(type);

    object[2] = 8; /* visiting it would add a node */
    graph_reach(&graph, graph_add(&graph, address(object)), 0);
    ck_assert(graph_follow(&graph));
    ck_assert_uint_eq(graph.count, 2);
}
END_TEST

static bool
is_ours(uint64_t at, uint64_t bytes)
{
    uint64_t start = address(heap[0]), type = address(types[0]);

    return (at >= start && at + bytes <= start + sizeof heap) ||
           (at >= type && at + bytes <= type + sizeof types);
}

/* A plain tuple type and its own type; one tuple with an untracked header. */
static uint64_t *
make_tuple(void)
{
    uint64_t *type = make_type(0, flag_gc | 1 << 26, true);
    uint64_t *object = make_object(type);

    type[1] = address(make_type(1, UINT64_C(1) << 31, false));
    types[1][1] = address(types[1]);
    object[-2] = object[-1] = 0;
    return object;
}

static bool
is_object(const uint64_t *object)
{
    return owners_is_object(&layout_3_11, address(object), false, is_ours);
}

START_TEST(an_object_that_the_collector_does_not_know_says_so)
{
    uint64_t *object = make_tuple();

    ck_assert(is_object(object));
    object[-1] = 1; /* it was finalized */
    ck_assert(is_object(object));
}
END_TEST

START_TEST(a_head_that_was_left_behind_is_no_object)
{
    uint64_t *object = make_tuple();

    object[-2] = 0xd58e2f; /* reallocated: the head stayed */
    ck_assert(!is_object(object));
    object[-2] = 0;
    object[-1] = 0xb9b5fc2301d54cf5;
    ck_assert(!is_object(object));
}
END_TEST

START_TEST(an_object_whose_type_is_gone_is_none)
{
    uint64_t *object = make_tuple();

    types[0][1] = 0x612e79706d756e20; /* text, where its type stood */
    ck_assert(!is_object(object));
    object[1] = 0x612e79706d756e20;
    ck_assert(!is_object(object));
    object[1] = 0;
    ck_assert(!is_object(object));
}
END_TEST

START_TEST(what_may_be_gone_leads_to_known_objects_only)
{
    uint64_t *tuple = make_tuple();
    uint64_t *known = make_object(types[0]);

    tuple[2] = address(known);
    tuple[3] = 0x123450;
    graph_add(&graph, address(known));
    graph_reach(&graph, graph_add(&graph, address(tuple)), 0);
    ck_assert(graph_follow(&graph));
    ck_assert_uint_eq(node_of(known)->edges, 1);
    ck_assert_uint_eq(node_of(known)->flags & GRAPH_COMPLETE, 0);
    ck_assert_uint_eq(graph.count, 3);
}
END_TEST

START_TEST(many_more_than_expected_are_found_again)
{
    enum { MANY = 50000 };

    graph_release(&graph);
    ck_assert(graph_init(&graph, &layout_3_11, MANY + 1));
    for (uint64_t i = 1; i <= MANY; i++) {
        ck_assert_uint_eq(graph_add(&graph, 16 * i), i);
    }
    for (uint64_t i = 1; i <= MANY; i++) {
        ck_assert_uint_eq(graph_find(&graph, 16 * i), i);
    }
    ck_assert(!graph.full);
}
END_TEST

START_TEST(what_has_no_room_is_said_to_be_missing)
{
    graph_release(&graph);
    ck_assert(graph_init(&graph, &layout_3_11, 3));
    ck_assert_uint_ne(graph_add(&graph, 0x1000), 0);
    ck_assert_uint_ne(graph_add(&graph, 0x2000), 0);
    ck_assert(!graph.full);
    ck_assert_uint_eq(graph_add(&graph, 0x3000), 0);
    ck_assert(graph.full);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("object_graph");
    TCase *tests = tcase_create("object_graph");

    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, an_object_is_found_by_its_address_only);
    tcase_add_test(tests, what_is_no_edge_is_counted_for_each_object_apart);
    tcase_add_test(tests, a_kind_is_not_an_account);
    tcase_add_test(tests, places_are_never_found);
    tcase_add_test(tests, a_pointer_to_what_was_freed_leads_nowhere);
    tcase_add_test(tests, every_reference_is_counted_and_leads_on);
    tcase_add_test(tests, a_cycle_ends);
    tcase_add_test(tests, many_more_than_expected_are_found_again);
    tcase_add_test(tests, an_instance_owns_its_heap_type);
    tcase_add_test(tests, memory_of_an_object_without_tp_traverse_is_looked_at);
    tcase_add_test(tests, an_object_that_may_be_incomplete_is_not_asked);
    tcase_add_test(tests, an_object_that_the_collector_does_not_know_says_so);
    tcase_add_test(tests, a_head_that_was_left_behind_is_no_object);
    tcase_add_test(tests, an_object_whose_type_is_gone_is_none);
    tcase_add_test(tests, what_may_be_gone_leads_to_known_objects_only);
    tcase_add_test(tests, what_has_no_room_is_said_to_be_missing);
    suite_add_tcase(suite, tests);

    return unit_run(suite);
}
