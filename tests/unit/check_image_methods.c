/* Of this program itself, which defines tables like those of methods, a type and a
   specification of one. */
#include "own_file.h"
#include "report/symbols/image_methods.h"
#include "unit.h"

#include <check.h>

enum { WORDS = 52, NAME = 3, SIZE = 4, DEALLOC = 6, SETATTR = 19, ITER = 27 };

enum { METHOD_NOARGS = 4, SLOT_DEALLOC = 52, SLOT_ITERNEXT = 63 };

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

union word {
    const char *text;
    function *code;
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

union word invented_type[WORDS] = {
    [0] = { .number = 1 },           [NAME] = { .text = "module.Type" },
    [SIZE] = { .number = 48 },       [DEALLOC] = { .code = dealloc },
    [SETATTR] = { .code = setattr }, [ITER] = { .code = iter },
};

union word invented_slots[] = {
    { .number = SLOT_ITERNEXT },
    { .code = next_of_spec },
    { .number = SLOT_DEALLOC },
    { .code = dealloc_of_spec },
    { .number = 0 },
    { .number = 0 },
};

static struct own_file own;
static struct image_methods methods;

static bool
returns(function *code)
{
    return image_methods_have(&methods, (uintptr_t)code - own.bias);
}

START_TEST(tables_say_what_functions_return)
{
    enum image_names names;
    struct image_file *file;

    own_file_find(&own);
    file = image_file_open(own.path, own.build_id, &names);
    ck_assert_ptr_nonnull(file);
    image_methods_find(file, &methods);
    ck_assert(returns(method));
    ck_assert(returns(last_method));
    ck_assert(returns(iter));
    ck_assert(returns(next_of_spec));
    ck_assert(!returns(handler));
    ck_assert(!returns(listed));
    ck_assert(!returns(dealloc));
    ck_assert(!returns(setattr));
    ck_assert(!returns(dealloc_of_spec));
    image_methods_release(&methods);
    ck_assert(!returns(method));
    image_file_close(file);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("image_methods");
    TCase *tests = tcase_create("image_methods");

    tcase_add_test(tests, tables_say_what_functions_return);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
