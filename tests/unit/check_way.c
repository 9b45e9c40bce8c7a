/* Ways as a Python programmer writes them. */
#include "report/evidence/way.h"

#include "owned_ledger.h"
#include "unit.h"

#include <check.h>
#include <stdlib.h>

static uint32_t module, namespace;

static void
set_up(void)
{
    owned_ledger_make();
    module = owned_holder(0, "module", 0, NULL, 0, "app");
    namespace = owned_holder(module, "dict", LEDGER_SLOT_ATTRIBUTE, "__dict__",
                             0, NULL);
}

static void
expect_way(const struct ledger_owner *owner, const char *expected)
{
    char *way = way_text(&owned_ledger.ledger, NULL, owner);

    ck_assert_str_eq(way, expected);
    free(way);
}

START_TEST(a_variable_of_a_module_is_an_attribute)
{
    expect_way(owned_owner(namespace, LEDGER_SLOT_KEY, "CACHE", 0),
               "app.CACHE");
    expect_way(owned_owner(namespace, LEDGER_SLOT_KEY, "two words", 0),
               "app['two words']");
}
END_TEST

START_TEST(keys_and_items_are_subscripts)
{
    uint32_t cache =
        owned_holder(namespace, "dict", LEDGER_SLOT_KEY, "CACHE", 0, NULL);
    uint32_t list = owned_holder(cache, "list", LEDGER_SLOT_KEY, "k", 0, NULL);
    uint32_t object =
        owned_holder(list, "app.Node", LEDGER_SLOT_ITEM, NULL, 3, NULL);

    expect_way(owned_owner(object, LEDGER_SLOT_ATTRIBUTE, "attr", 0),
               "app.CACHE['k'][3].attr");
    expect_way(owned_owner(cache, LEDGER_SLOT_KEY_NUMBER, NULL, 12),
               "app.CACHE[12]");
    expect_way(owned_owner(cache, LEDGER_SLOT_KEY_OTHER, "tuple", 0),
               "app.CACHE[<tuple>]");
    expect_way(owned_owner(cache, LEDGER_SLOT_KEY_ITSELF, NULL, 0),
               "a key of app.CACHE");
}
END_TEST

START_TEST(the_dict_of_an_instance_is_left_out)
{
    uint32_t instance =
        owned_holder(namespace, "app.Node", LEDGER_SLOT_KEY, "NODE", 0, NULL);
    uint32_t dict = owned_holder(instance, "dict", LEDGER_SLOT_ATTRIBUTE,
                                 "__dict__", 0, NULL);

    expect_way(owned_owner(dict, LEDGER_SLOT_KEY, "child", 0),
               "app.NODE.child");
}
END_TEST

START_TEST(the_dict_of_an_instance_is_named_where_it_is_held_itself)
{
    uint32_t instance =
        owned_holder(namespace, "app.Node", LEDGER_SLOT_KEY, "NODE", 0, NULL);

    expect_way(owned_owner(instance, LEDGER_SLOT_ATTRIBUTE, "__dict__", 0),
               "app.NODE.__dict__");
}
END_TEST

START_TEST(a_cell_is_known_by_its_variable_and_function)
{
    uint32_t function = owned_holder(namespace, "function", LEDGER_SLOT_KEY,
                                     "F", 0, "app.make.<locals>.f");
    uint32_t closure = owned_holder(function, "tuple", LEDGER_SLOT_ATTRIBUTE,
                                    "__closure__", 0, NULL);
    uint32_t cell =
        owned_holder(closure, "cell", LEDGER_SLOT_CELL, "x", 0, NULL);

    expect_way(owned_owner(cell, LEDGER_SLOT_CONTENT, NULL, 0),
               "closure cell 'x' of app.make.<locals>.f");
}
END_TEST

START_TEST(a_generator_is_known_by_its_line)
{
    uint32_t generator = owned_holder(namespace, "generator", LEDGER_SLOT_KEY,
                                      "G", 0, "produce");

    owned_ledger.holders[generator].file = owned_text("/srv/app.py");
    owned_ledger.holders[generator].line = 12;
    expect_way(owned_owner(generator, LEDGER_SLOT_LOCAL, "item", 0),
               "local 'item' of generator frame at app.py:12 in produce");
}
END_TEST

START_TEST(a_cache_of_functools_says_whose_it_is)
{
    uint32_t cache = owned_holder(namespace, "functools._lru_cache_wrapper",
                                  LEDGER_SLOT_KEY, "load", 0, NULL);
    uint32_t dict =
        owned_holder(cache, "dict", LEDGER_SLOT_OFFSET, NULL, 72, NULL);

    expect_way(owned_owner(dict, LEDGER_SLOT_KEY, "k", 0),
               "lru_cache of app.load['k']");
}
END_TEST

START_TEST(memory_without_a_name_is_shown_by_its_address)
{
    uint32_t place = owned_add(LEDGER_HOLDERS);

    owned_ledger.holders[place] =
        (struct ledger_holder){ .kind = LEDGER_HOLDER_STATIC,
                                .address = 0x1234 };
    expect_way(owned_owner(place, 0, NULL, 0), "static 0x1234");
    owned_ledger.holders[place].kind = LEDGER_HOLDER_BLOCK;
    expect_way(owned_owner(place, 0, NULL, 0),
               "memory at 0x1234, of which nothing is known");
}
END_TEST

START_TEST(memory_of_a_known_kind_is_shown_with_its_size)
{
    static const struct {
        enum ledger_holder_kind kind;
        uint64_t bytes;
        const char *way;
    } known[] = {
        { LEDGER_HOLDER_POOL, 64,
          "memory at 0x1234, in a block of 64 bytes of Python's allocator" },
        { LEDGER_HOLDER_HEAP, 120,
          "memory at 0x1234, in a block of 120 bytes from malloc" },
        { LEDGER_HOLDER_HEAP, 0, "memory at 0x1234, in the heap of malloc" },
        { LEDGER_HOLDER_FRAMES, 0,
          "memory at 0x1234, where a thread keeps its Python frames" },
    };
    uint32_t place = owned_add(LEDGER_HOLDERS);

    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        owned_ledger.holders[place] =
            (struct ledger_holder){ .kind = known[i].kind,
                                    .address = 0x1234,
                                    .slot_number = known[i].bytes };
        expect_way(owned_owner(place, 0, NULL, 0), known[i].way);
    }
}
END_TEST

START_TEST(hostile_names_are_made_printable_and_cut)
{
    char key[200];

    memset(key, 'x', sizeof key);
    key[0] = '\033';
    key[sizeof key - 1] = '\0';
    char *way = way_text(&owned_ledger.ledger, NULL,
                         owned_owner(namespace, LEDGER_SLOT_KEY, key, 0));
    ck_assert_ptr_null(strchr(way, '\033'));
    ck_assert_uint_lt(strlen(way), 100);
    free(way);
    expect_way(owned_owner(0, LEDGER_SLOT_KEY, "k", 0), "?");
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("way");
    TCase *tests = tcase_create("way");

    tcase_add_checked_fixture(tests, set_up, NULL);
    tcase_add_test(tests, a_variable_of_a_module_is_an_attribute);
    tcase_add_test(tests, keys_and_items_are_subscripts);
    tcase_add_test(tests, the_dict_of_an_instance_is_left_out);
    tcase_add_test(tests,
                   the_dict_of_an_instance_is_named_where_it_is_held_itself);
    tcase_add_test(tests, a_cell_is_known_by_its_variable_and_function);
    tcase_add_test(tests, a_generator_is_known_by_its_line);
    tcase_add_test(tests, a_cache_of_functools_says_whose_it_is);
    tcase_add_test(tests, memory_without_a_name_is_shown_by_its_address);
    tcase_add_test(tests, memory_of_a_known_kind_is_shown_with_its_size);
    tcase_add_test(tests, hostile_names_are_made_printable_and_cut);
    suite_add_tcase(suite, tests);

    return unit_run(suite);
}
