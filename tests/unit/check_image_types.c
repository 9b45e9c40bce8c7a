/* Of this program itself, which defines a type, a specification of one, a table
   like those of C++, and two like those of methods. */
#include "own_file.h"
#include "report/symbols/image_types.h"
#include "unit.h"

#include <check.h>

enum { WORDS = 30, NAME = 3, SIZE = 4, DEALLOC = 6, FLAGS = 21, TRAVERSE = 23 };

enum { HAVE_GC = 1 << 14 };

typedef void function(void);

/* Different ones: the linker may fold equal functions. */
static volatile int which;

static void
dealloc(void)
{
    which = 1;
}

static void
traverse(void)
{
    which = 2;
}

static void
clear(void)
{
    which = 3;
}

static void
dealloc_of_spec(void)
{
    which = 4;
}

#define FOUR traverse, clear, dealloc, traverse

/* Virtual functions, one beside the other. */
function *invented_functions[WORDS] = {
    FOUR, FOUR, FOUR, FOUR, FOUR, FOUR, FOUR
};

union word {
    const char *text;
    function *code;
    uint64_t number;
};

union word invented_type[WORDS] = {
    [0] = { .number = 1 },
    [NAME] = { .text = "module.Type" },
    [SIZE] = { .number = 48 },
    [DEALLOC] = { .code = dealloc },
    [FLAGS] = { .number = HAVE_GC },
    [TRAVERSE] = { .code = traverse },
    [TRAVERSE + 1] = { .code = clear },
};

enum { SLOT_DEALLOC = 52, SLOT_NEW = 65 };

union word invented_slots[] = {
    { .number = SLOT_NEW },      { .code = clear }, { .number = SLOT_DEALLOC },
    { .code = dealloc_of_spec }, { .number = 0 },   { .number = 0 },
};

/* PyType_Spec: name, sizes, flags, slots. */
struct {
    const char *name;
    int size, item_size;
    unsigned int flags;
    union word *slots;
} invented_spec = { "module.Specified", 24, 0, 0, invented_slots };

union word derived_type[WORDS] = {
    [0] = { .number = 1 },
    [NAME] = { .text = "module.Derived" },
    [SIZE] = { .number = 56 },
};

/* As of methods; what one of two such addresses is has that bit. */
static char text[2 * HAVE_GC];

#define METHODS(where)                                              \
    {                                                               \
        [SIZE] = { .number = 48 }, [DEALLOC] = { .code = dealloc }, \
        [FLAGS] = { .text = (where) }, [TRAVERSE] = {               \
            .code = traverse                                        \
        }                                                           \
    }

union word invented_methods[2][WORDS] = { METHODS(text),
                                          METHODS(text + HAVE_GC) };

START_TEST(tables_of_functions_are_no_types)
{
    struct own_file own;
    enum image_names names;
    struct image_file *file;
    struct image_type found[8];

    own_file_find(&own);
    file = image_file_open(own.path, own.build_id, &names);
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(image_types_find(file, found, 8), 1);
    ck_assert_uint_eq(found[0].traverse, (uintptr_t)traverse - own.bias);
    ck_assert_uint_eq(found[0].clear, (uintptr_t)clear - own.bias);
    ck_assert_uint_eq(found[0].dealloc, (uintptr_t)dealloc - own.bias);
    image_file_close(file);
}
END_TEST

START_TEST(a_type_is_named)
{
    struct own_file own;
    enum image_names names;
    struct image_file *file;
    const char *name;

    own_file_find(&own);
    file = image_file_open(own.path, own.build_id, &names);
    name = image_types_name(file, (uintptr_t)dealloc - own.bias);
    ck_assert_str_eq(name, "module.Type");
    name = image_types_name(file, (uintptr_t)dealloc_of_spec - own.bias);
    ck_assert_str_eq(name, "module.Specified");
    ck_assert_ptr_null(image_types_name(file, (uintptr_t)traverse - own.bias));
    image_file_close(file);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("image_types");
    TCase *tests = tcase_create("image_types");

    tcase_add_test(tests, tables_of_functions_are_no_types);
    tcase_add_test(tests, a_type_is_named);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
