/* An invented heap type with a dictionary; live types in tests/coverage. */
#include "cpython/type_info.h"
#include "unit.h"

#include <check.h>
#include <string.h>

static const struct python_layout *const layouts[] = {
    &layout_3_9,  &layout_3_10, &layout_3_11, &layout_3_12,
    &layout_3_13, &layout_3_14, &layout_3_15,
};
enum { LAYOUTS = sizeof layouts / sizeof layouts[0] };

static const struct python_layout *layout;
static _Alignas(8) uint8_t type[1024], str_type[512], dict[64], keys[512];
static _Alignas(8) uint8_t texts[8][128];
static size_t texts_used;

static uint64_t
at(const void *where)
{
    return (uintptr_t)where;
}

static void
store(uint8_t *where, uint64_t value, size_t bytes)
{
    memcpy(where, &value, bytes);
}

static uint64_t
make_text(const char *characters)
{
    uint8_t *text = texts[texts_used++];
    memset(text, 0, sizeof texts[0]);
    store(text + layout->object.type, at(str_type), 8);
    store(text + layout->text.length, strlen(characters), 8);
    store(text + layout->text.state,
          1u << layout->text.kind_shift | 1u << layout->text.compact_shift |
              1u << layout->text.ascii_shift | 1u << layout->text.ready_shift,
          4);
    strcpy((char *)text + layout->text.ascii_data, characters);
    return at(text);
}

static void
set_flags(uint64_t flags)
{
    store(type + layout->type.flags, flags, 8);
}

/* Two entries, with a hole before them, after eight one-byte indices. */
static void
build(int which, const char *module, const char *qualname)
{
    layout = layouts[which];
    texts_used = 0;
    memset(type, 0, sizeof type);
    memset(str_type, 0, sizeof str_type);
    memset(keys, 0, sizeof keys);
    store(str_type + layout->type.flags, layout->type.flag_is_str, 8);
    set_flags(layout->type.flag_heap);
    store(type + layout->type.name, at("Node"), 8);
    store(type + layout->type.dict, at(dict), 8);
    store(type + layout->type.heap_qualname, make_text(qualname), 8);
    store(dict + layout->dict.keys, at(keys), 8);

    size_t hash_bytes = 8;
    if (layout->dict.keys_size_is_log2) {
        store(keys + layout->dict.keys_size, 3, 1);
        store(keys + layout->dict.keys_index_bytes, 3, 1);
        store(keys + layout->dict.keys_kind, 1, 1);
        hash_bytes = 0;
    }
    else {
        store(keys + layout->dict.keys_size, 8, 8);
    }
    store(keys + layout->dict.keys_used, 3, 8);
    uint8_t *entry = keys + layout->dict.keys_indices + 8;
    entry += hash_bytes + 16;
    store(entry + hash_bytes, make_text("__doc__"), 8);
    store(entry + hash_bytes + 8, make_text("wrong"), 8);
    entry += hash_bytes + 16;
    store(entry + hash_bytes, make_text("__module__"), 8);
    store(entry + hash_bytes + 8, make_text(module), 8);
}

START_TEST(a_heap_type_is_named_with_its_module)
{
    char out[64];

    build(_i, "mypkg.inner", "Outer.Node");
    ck_assert_uint_eq(type_full_name(layout, at(type), out, sizeof out), 22);
    ck_assert_str_eq(out, "mypkg.inner.Outer.Node");
    build(_i, "builtins", "Node");
    type_full_name(layout, at(type), out, sizeof out);
    ck_assert_str_eq(out, "Node");
}
END_TEST

START_TEST(a_type_without_module_or_dictionary_has_its_own_name)
{
    char out[64];

    build(_i, "mypkg", "Node");
    store(keys + layout->dict.keys_used, 2, 8);
    type_full_name(layout, at(type), out, sizeof out);
    ck_assert_str_eq(out, "Node");
    store(type + layout->type.dict, 0, 8);
    store(type + layout->type.heap_qualname, 0, 8);
    type_full_name(layout, at(type), out, sizeof out);
    ck_assert_str_eq(out, "Node");
    store(type + layout->type.name, 0, 8);
    ck_assert_str_eq(type_name(layout, at(type)), "");
    ck_assert_uint_eq(type_full_name(layout, at(type), out, sizeof out), 0);
}
END_TEST

START_TEST(a_static_type_has_its_module_in_its_name)
{
    char out[64];

    build(_i, "wrong", "wrong");
    set_flags(0);
    store(type + layout->type.name, at("collections.OrderedDict"), 8);
    type_full_name(layout, at(type), out, sizeof out);
    ck_assert_str_eq(out, "collections.OrderedDict");
}
END_TEST

START_TEST(a_long_name_is_cut_and_terminated)
{
    char out[12];

    build(_i, "mypkg", "Node");
    for (size_t size = 1; size <= 11; size++) {
        memset(out, '#', sizeof out);
        size_t used = type_full_name(layout, at(type), out, size);
        ck_assert_uint_lt(used, size);
        ck_assert_int_eq(out[used], '\0');
        ck_assert_int_eq(strncmp(out, "mypkg.Node", used), 0);
        ck_assert_int_eq(out[size], '#');
    }
}
END_TEST

START_TEST(headers_before_an_object_follow_from_its_type)
{
    build(_i, "mypkg", "Node");
    set_flags(0);
    ck_assert(!type_is_gc(layout, at(type)));
    ck_assert(!type_is_heap(layout, at(type)));
    ck_assert_uint_eq(object_preheader(layout, at(type)), 0);
    set_flags(UINT64_C(1) << 14 | UINT64_C(1) << 9);
    ck_assert(type_is_gc(layout, at(type)));
    ck_assert(type_is_heap(layout, at(type)));
    ck_assert_uint_eq(object_preheader(layout, at(type)), 16);
    set_flags(UINT64_C(1) << 14 | UINT64_C(1) << 4);
    ck_assert_uint_eq(object_preheader(layout, at(type)),
                      layout->type.flag_managed_dict != 0 ? 32 : 16);
}
END_TEST

/* Objects of str are born before the type has its base. */
START_TEST(the_hash_of_a_type_that_is_not_ready_is_not_known)
{
    enum { HASH = 120, READY = 4096 };

    build(_i, "mypkg", "Node");
    store(type + HASH, 0x1000, 8);
    store(str_type + HASH, 0x1000, 8);
    ck_assert(!type_hash_is_identity(layout, at(type)));
    store(type + layout->type.base, at(str_type), 8);
    ck_assert(!type_hash_is_identity(layout, at(type)));
    store(str_type + layout->type.flags, READY, 8);
    ck_assert(type_hash_is_identity(layout, at(type)));
    store(type + HASH, 0x2000, 8);
    ck_assert(!type_hash_is_identity(layout, at(type)));
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("type_info");
    TCase *tests = tcase_create("type_info");

    tcase_add_loop_test(tests, a_heap_type_is_named_with_its_module, 0,
                        LAYOUTS);
    tcase_add_loop_test(tests,
                        a_type_without_module_or_dictionary_has_its_own_name, 0,
                        LAYOUTS);
    tcase_add_loop_test(tests, a_static_type_has_its_module_in_its_name, 0,
                        LAYOUTS);
    tcase_add_loop_test(tests, a_long_name_is_cut_and_terminated, 0, LAYOUTS);
    tcase_add_loop_test(tests, headers_before_an_object_follow_from_its_type, 0,
                        LAYOUTS);
    tcase_add_loop_test(
        tests, the_hash_of_a_type_that_is_not_ready_is_not_known, 0, LAYOUTS);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
