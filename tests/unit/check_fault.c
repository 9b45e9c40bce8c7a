/* Which faults speak of objects that were released too early. */
#include "report/evidence/fault.h"
#include "unit.h"

#include <check.h>
#include <string.h>

enum {
    MAIN = 1,
    MODULE = 2,
    LIBRARY = 3, /* of C */
    START = 0x10000,
    END = 0x20000,
    MODULE_START = 0x30000,
    MODULE_END = 0x40000,
    LIBRARY_START = 0x50000,
    LIBRARY_END = 0x60000,
    STACK = 0x7f0000000000,
    HEAP = 0x7e0000000000,
};

static struct ledger_image images[] = {
    [MAIN] = { .start = START,
               .end = END,
               .bias = START,
               .flags = LEDGER_IMAGE_PYTHON | LEDGER_IMAGE_MAIN },
    [MODULE] = { .start = MODULE_START,
                 .end = MODULE_END,
                 .bias = MODULE_START,
                 .flags = LEDGER_IMAGE_PYTHON },
    [LIBRARY] = { .start = LIBRARY_START,
                  .end = LIBRARY_END,
                  .bias = LIBRARY_START },
};
/* From the evaluator in: by itself, or for a module. */
enum {
    EVALUATES = 1,
    EVALUATOR,
    HASHES,
    CALLED,
    HASHES_FOR_MODULE,
    DEAD,
    NOBODY,
    COPIES
};
static struct ledger_node nodes[] = {
    [EVALUATES] = { .kind = LEDGER_NODE_EVALUATION },
    [EVALUATOR] = { EVALUATES, LEDGER_NODE_RETURN, START + 0x100 },
    [HASHES] = { EVALUATOR, LEDGER_NODE_RETURN, START + 0x201 },
    [CALLED] = { EVALUATOR, LEDGER_NODE_RETURN, MODULE_START + 0x100 },
    [HASHES_FOR_MODULE] = { CALLED, LEDGER_NODE_RETURN, START + 0x201 },
    [DEAD] = { CALLED, LEDGER_NODE_RETURN, HEAP + 1 },
    [NOBODY] = { CALLED, LEDGER_NODE_RETURN, 1 },
    [COPIES] = { HASHES, LEDGER_NODE_RETURN, LIBRARY_START + 0x100 },
};
static struct ledger_header header;
static struct ledger ledger;
static struct inputs inputs;

static void
begin(void)
{
    memset(&ledger, 0, sizeof ledger);
    header = (struct ledger_header){ .fault_stack = STACK };
    ledger.header = &header;
    ledger.views[LEDGER_IMAGES].records = images;
    ledger.views[LEDGER_IMAGES].used = sizeof images / sizeof *images;
    ledger.views[LEDGER_NODES].records = nodes;
    ledger.views[LEDGER_NODES].used = sizeof nodes / sizeof *nodes;
    inputs.ledger = &ledger;
    inputs.symbols = symbols_create(&ledger, false);
    inputs.stacks = stacks_create(&ledger, inputs.symbols);
}

static void
end(void)
{
    stacks_free(inputs.stacks);
    symbols_free(inputs.symbols);
}

static bool
speaks(uint32_t tag, uint64_t address)
{
    header.fault_tag = tag;
    header.fault_address = address;
    return fault_is_of_the_dead(&inputs);
}

START_TEST(the_interpreter_fails_by_itself)
{
    ck_assert(speaks(HASHES, 8));
    ck_assert(speaks(EVALUATOR, 8));
    ck_assert(!speaks(0, 8));
}
END_TEST

START_TEST(a_module_that_hands_it_nothing_does_not_speak_of_the_dead)
{
    ck_assert(!speaks(HASHES_FOR_MODULE, 8));
    ck_assert(!speaks(CALLED, 0));
}
END_TEST

START_TEST(a_stack_that_is_full_does_not_either)
{
    ck_assert(!speaks(HASHES, STACK - 8));
    ck_assert(!speaks(HASHES, STACK + 0x1000));
}
END_TEST

START_TEST(who_calls_what_is_no_code_had_a_dead_object)
{
    ck_assert(speaks(DEAD, HEAP));
    ck_assert(!speaks(DEAD, 8));
    ck_assert(!speaks(NOBODY, 0));
    ck_assert(!speaks(CALLED, MODULE_START + 0xff));
}
END_TEST

/* What fails, for a function of a module, or of the interpreter; or what it had
 * called in the C library does. */
static bool
fails_in(const char *name, uint32_t image, size_t library)
{
    struct place places[] = { { .image = LIBRARY },
                              { .image = MAIN },
                              { .image = image } };
    struct stack_frame frames[] = {
        { .function = symbols_intern(inputs.symbols, LIBRARY, "abort"),
          .place = &places[0] },
        { .function = symbols_intern(inputs.symbols, MAIN, name),
          .place = &places[1] },
        { .function = symbols_intern(inputs.symbols, image, "gather"),
          .place = &places[2],
          .evaluator = image == MAIN },
    };
    struct stack stack = { .frames = frames + 1 - library,
                           .count = 2 + library,
                           .relevant = 2 + library };

    return fault_is_in_interpreter(&inputs, &stack);
}

START_TEST(memory_that_cannot_be_had_or_given_back_speaks_of_the_dead)
{
    ck_assert(fails_in("pymalloc_alloc", MODULE, 0));
    ck_assert(fails_in("type_dealloc", MODULE, 0));
    ck_assert(fails_in("_PyObject_GC_UNTRACK", MODULE, 0));
    ck_assert(!fails_in("PyObject_Hash", MODULE, 0));
}
END_TEST

START_TEST(who_aborts_speaks_of_the_dead_where_memory_is_managed)
{
    ck_assert(fails_in("none_dealloc", MAIN, 1));
    ck_assert(fails_in("_PyObject_Free", MODULE, 1));
    ck_assert(!fails_in("os_abort", MAIN, 1));
    ck_assert(!fails_in("_Py_FatalErrorFunc", MODULE, 1));
    ck_assert(!speaks(COPIES, 8));
}
END_TEST

START_TEST(it_is_known_who_had_called_the_interpreter)
{
    struct stack stack = { 0 };
    uint32_t function;

    stacks_fill(inputs.stacks, CALLED, &stack);
    function = stack.frames[0].function;
    stack_clear(&stack);
    header.fault_tag = HASHES_FOR_MODULE;
    ck_assert(fault_was_given_by(&inputs, function));
    header.fault_tag = HASHES;
    ck_assert(!fault_was_given_by(&inputs, function));
    header.fault_tag = CALLED; /* it failed itself */
    ck_assert(!fault_was_given_by(&inputs, function));
}
END_TEST

int
main(void)
{
    TCase *tcase = tcase_create("fault");
    Suite *suite = suite_create("fault");

    tcase_add_checked_fixture(tcase, begin, end);
    tcase_add_test(tcase, the_interpreter_fails_by_itself);
    tcase_add_test(tcase,
                   a_module_that_hands_it_nothing_does_not_speak_of_the_dead);
    tcase_add_test(tcase, a_stack_that_is_full_does_not_either);
    tcase_add_test(tcase, who_calls_what_is_no_code_had_a_dead_object);
    tcase_add_test(tcase,
                   memory_that_cannot_be_had_or_given_back_speaks_of_the_dead);
    tcase_add_test(tcase,
                   who_aborts_speaks_of_the_dead_where_memory_is_managed);
    tcase_add_test(tcase, it_is_known_who_had_called_the_interpreter);
    suite_add_tcase(suite, tcase);
    return unit_run(suite);
}
