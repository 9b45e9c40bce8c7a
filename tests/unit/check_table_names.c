/* Of this program itself, which defines tables like those of methods, two types,
   and specifications of two more. */
#include "own_file.h"
#include "report/symbols/table_names.h"
#include "unit.h"

#include <check.h>

enum {
    WORDS = 52,
    NAME = 3,
    SIZE = 4,
    DEALLOC = 6,
    NUMBER = 12,
    STR = 17,
    SETATTR = 19,
    ITER = 27,
    GETSET = 31
};

enum {
    METHOD_NOARGS = 4,
    SLOT_DEALLOC = 52,
    SLOT_DOC = 56,
    SLOT_ITERNEXT = 63,
    SLOT_METHODS = 64
};

typedef void function(void);

/* Different ones: the linker may fold equal functions. */
static volatile int which;

#define FUNCTION(name, number) \
    static void name(void)     \
    {                          \
        which = number;        \
    }

FUNCTION(method, 1)
FUNCTION(last_method, 2)
FUNCTION(handler, 3)
FUNCTION(iter, 4)
FUNCTION(dealloc, 5)
FUNCTION(setattr, 6)
FUNCTION(next_of_spec, 7)
FUNCTION(dealloc_of_spec, 8)
FUNCTION(listed, 9)
FUNCTION(add, 10)
FUNCTION(get_size, 11)
FUNCTION(set_size, 12)
FUNCTION(close_it, 13)
FUNCTION(shared, 14)

union word {
    const char *text;
    function *code;
    union word *table;
    uint64_t number;
};

union word invented_methods[][4] = {
    { { .text = "enter" },
      { .code = method },
      { .number = METHOD_NOARGS },
      { .text = "Enters it." } },
    { { .text = "_leave" }, { .code = last_method }, { .number = 1 }, { 0 } },
    { { 0 } },
};

/* A name beside a function, but no flags; flags, but no name. */
union word invented_handlers[][4] = {
    { { .text = "handle" }, { .code = handler }, { .number = 0 }, { 0 } },
    { { .text = "a word" }, { .code = handler }, { .number = 1 }, { 0 } },
    { { .text = "one" },
      { .code = listed },
      { .code = listed },
      { .code = listed } },
};

/* PyNumberMethods, and PyGetSetDef. */
union word invented_numbers[36] = { { .code = add } };
union word invented_attributes[][5] = {
    { { .text = "size" }, { .code = get_size }, { .code = set_size }, { 0 } },
    { { 0 } },
};

#define TYPE(called, its_dealloc)                                       \
    {                                                                   \
        [0] = { .number = 1 }, [NAME] = { .text = called },             \
        [SIZE] = { .number = 48 }, [DEALLOC] = { .code = its_dealloc }, \
        [NUMBER] = { .table = invented_numbers },                       \
        [SETATTR] = { .code = setattr }, [ITER] = { .code = iter },     \
        [GETSET] = { .table = invented_attributes[0] },                 \
        [STR] = { .code = shared },                                     \
    }

union word invented_type[WORDS] = TYPE("module.Type", dealloc);

/* Another one, of which only one function is known. */
union word other_type[WORDS] = {
    [0] = { .number = 1 },
    [NAME] = { .text = "module.Other" },
    [SIZE] = { .number = 48 },
    [STR] = { .code = shared },
};

union word methods_of_spec[][4] = {
    { { .text = "close" }, { .code = close_it }, { .number = 1 }, { 0 } },
    { { 0 } },
};

union word invented_slots[] = {
    { .number = SLOT_ITERNEXT },
    { .code = next_of_spec },
    { .number = SLOT_METHODS },
    { .table = methods_of_spec[0] },
    { .number = 0 },
    { .number = 0 },
};

/* PyType_Spec: name, sizes, flags, slots. */
struct {
    const char *name;
    int size, item_size;
    unsigned int flags;
    union word *slots;
} invented_spec = { "module.Specified", 24, 0, 0, invented_slots };

/* The specification is made by code. */
union word slots_of_code[] = {
    { .number = SLOT_DEALLOC },
    { .code = dealloc_of_spec },
    { .number = SLOT_DOC },
    { .text = "What it is." },
    { .number = 0 },
    { .number = 0 },
};

static struct own_file own;
static struct table_names names;

static void
find_names(void)
{
    enum image_names known;
    struct image_file *file;

    own_file_find(&own);
    file = image_file_open(own.path, own.build_id, &known);
    ck_assert_ptr_nonnull(file);
    names = table_names_find(file);
    image_file_close(file);
}

static const struct table_name *
listed_as(function *code)
{
    return table_names_at(&names, (uintptr_t)code - own.bias);
}

static void
check_name(function *code, const char *name)
{
    ck_assert_ptr_nonnull(listed_as(code));
    ck_assert_str_eq(listed_as(code)->name, name);
}

START_TEST(functions_are_called_what_their_types_call_them)
{
    find_names();
    check_name(dealloc, "module.Type.tp_dealloc");
    check_name(setattr, "module.Type.tp_setattro");
    check_name(add, "module.Type.nb_add");
    check_name(get_size, "module.Type.size.__get__");
    check_name(set_size, "module.Type.size.__set__");
    check_name(next_of_spec, "module.Specified.tp_iternext");
    check_name(close_it, "module.Specified.close");
    table_names_release(&names);
}
END_TEST

START_TEST(or_their_tables_where_the_type_is_not_known)
{
    find_names();
    check_name(method, "enter");
    check_name(last_method, "_leave");
    check_name(dealloc_of_spec, "tp_dealloc");
    table_names_release(&names);
}
END_TEST

START_TEST(what_two_types_share_is_called_after_neither)
{
    find_names();
    ck_assert_ptr_nonnull(listed_as(shared));
    ck_assert_ptr_null(listed_as(shared)->name);
    ck_assert_int_eq(listed_as(shared)->returns, RETURN_OBJECT);
    table_names_release(&names);
}
END_TEST

START_TEST(what_only_looks_like_a_table_is_none)
{
    find_names();
    ck_assert_ptr_null(listed_as(handler));
    ck_assert_ptr_null(listed_as(listed));
    table_names_release(&names);
    ck_assert_ptr_null(listed_as(method));
}
END_TEST

START_TEST(tables_say_what_functions_return)
{
    find_names();
    ck_assert_int_eq(listed_as(method)->returns, RETURN_OBJECT);
    ck_assert_int_eq(listed_as(iter)->returns, RETURN_OBJECT);
    ck_assert_int_eq(listed_as(next_of_spec)->returns, RETURN_OBJECT);
    ck_assert_int_eq(listed_as(dealloc)->returns, RETURN_OTHER);
    ck_assert_int_eq(listed_as(setattr)->returns, RETURN_OTHER);
    ck_assert_int_eq(listed_as(set_size)->returns, RETURN_OTHER);
    ck_assert_int_eq(listed_as(dealloc_of_spec)->returns, RETURN_OTHER);
    table_names_release(&names);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("table_names");
    TCase *tests = tcase_create("table_names");

    tcase_add_test(tests, functions_are_called_what_their_types_call_them);
    tcase_add_test(tests, or_their_tables_where_the_type_is_not_known);
    tcase_add_test(tests, what_two_types_share_is_called_after_neither);
    tcase_add_test(tests, what_only_looks_like_a_table_is_none);
    tcase_add_test(tests, tables_say_what_functions_return);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
