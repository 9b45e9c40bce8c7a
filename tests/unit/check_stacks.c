/* What counts as a container that gives up what it held. */
#include "report/symbols/stacks.h"
#include "unit.h"

#include <check.h>
#include <string.h>

enum { MODULE = 1, START = 0x10000, END = 0x20000, TAKES_APART = 0x10400 };

static struct ledger_image images[] = {
    [MODULE] = { .start = START,
                 .end = END,
                 .bias = START,
                 .flags = LEDGER_IMAGE_PYTHON },
};
static struct ledger_type types[] = {
    [1] = { .disposer = TAKES_APART },
};
static struct ledger_header header;
static struct ledger ledger;
static struct symbols *symbols;
static uint32_t eval, dealloc, keeper;

static void
begin(void)
{
    memset(&ledger, 0, sizeof ledger);
    ledger.header = &header;
    ledger.views[LEDGER_IMAGES].records = images;
    ledger.views[LEDGER_IMAGES].used = sizeof images / sizeof *images;
    ledger.views[LEDGER_TYPES].records = types;
    ledger.views[LEDGER_TYPES].used = sizeof types / sizeof *types;
    symbols = symbols_create(&ledger, false);
    eval = symbols_intern(symbols, MODULE, "_PyEval_EvalFrameDefault");
    dealloc = symbols_intern(symbols, MODULE, "pair_dealloc");
    keeper = symbols_intern(symbols, MODULE, "keeper");
}

static void
end(void)
{
    symbols_free(symbols);
}

static bool
takes_apart(uint64_t address)
{
    const struct place *place = symbols_address(symbols, address, 0);

    return (symbols_function(symbols, place->frames[0].function)->flags &
            FUNCTION_DISPOSER) != 0;
}

START_TEST(what_a_type_says_takes_its_objects_apart_does_so_without_a_name)
{
    ck_assert(takes_apart(TAKES_APART));
    ck_assert(!takes_apart(TAKES_APART + 0x100));
}
END_TEST

/* Three functions and Python code in between, innermost first. */
static bool
disposed(uint32_t inner, uint32_t outer, uint32_t outermost, size_t within)
{
    struct stack_frame frames[] = {
        { .function = inner },
        { .function = outer },
        { .function = eval, .evaluator = true },
        { .function = outermost },
        { .function = eval, .evaluator = true },
    };
    struct stack stack = { .frames = frames, .count = 5, .relevant = 5 };

    return stack_disposed(symbols, &stack, within);
}

START_TEST(a_container_gives_up_what_is_released_below_its_deallocation)
{
    ck_assert(disposed(keeper, dealloc, keeper, 5));
    ck_assert(!disposed(keeper, keeper, keeper, 5));
}
END_TEST

START_TEST(what_python_code_does_meanwhile_no_container_gave_up)
{
    ck_assert(!disposed(keeper, keeper, dealloc, 5));
}
END_TEST

START_TEST(only_the_frames_that_are_asked_about_count)
{
    ck_assert(!disposed(keeper, dealloc, keeper, 1));
}
END_TEST

int
main(void)
{
    TCase *tcase = tcase_create("stacks");
    Suite *suite = suite_create("stacks");

    tcase_add_checked_fixture(tcase, begin, end);
    tcase_add_test(
        tcase, what_a_type_says_takes_its_objects_apart_does_so_without_a_name);
    tcase_add_test(
        tcase, a_container_gives_up_what_is_released_below_its_deallocation);
    tcase_add_test(tcase, what_python_code_does_meanwhile_no_container_gave_up);
    tcase_add_test(tcase, only_the_frames_that_are_asked_about_count);
    suite_add_tcase(suite, tcase);
    return unit_run(suite);
}
