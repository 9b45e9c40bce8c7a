/* Which call of the evaluator is live, however many frames it has. */
#include "probe/stack/activation_import.h"
#include "probe/stack/activations.h"
#include "unit.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

enum {
    CPYTHON_3_13 = 0x030d00f0, /* an evaluation has frames without end */
    WORDS = 4096,              /* of the stack */
    DEPTH = 50000,
    FRAME_BYTES = 128,
    OUTER_AT = 4000, /* words: where calls of the evaluator begin */
    INNER_AT = 3000,
    ENTRY_WORDS = 60, /* below: the frame that it keeps itself */
};

static uint64_t stack[WORDS], state[64], code[64];
static uint8_t *frames;
static struct thread_record record;

static uint64_t
address(const void *at)
{
    return (uint64_t)(uintptr_t)at;
}

static void
store(uint64_t at, uint64_t value)
{
    memcpy((void *)(uintptr_t)at, &value, sizeof value);
}

static uint64_t
frame(int number)
{
    return address(frames + (size_t)number * FRAME_BYTES);
}

static uint64_t
entry_of(int word)
{
    return address(&stack[word - ENTRY_WORDS]);
}

static void
show(uint64_t innermost)
{
    store(address(state) + recorder.layout->state.frame, innermost);
}

/* A call of the evaluator at that word, from the innermost frame. */
static void
enter(int word, uint64_t below, int first)
{
    const struct frame_layout *layout = &recorder.layout->frame;

    stack[word] = 0x400000 + (uint64_t)word;
    activation_enter(&record, address(&stack[word]), 0, frame(first), false);
    store(entry_of(word) + layout->previous, below);
    *(uint8_t *)(uintptr_t)(entry_of(word) + layout->owner) =
        layout->owner_evaluation;
    store(frame(first) + layout->previous, entry_of(word));
    show(frame(first));
}

/* From frame `first` on each calls the next one, in Python. */
static void
recurse(int first, int count)
{
    for (int i = first + 1; i < first + count; i++) {
        store(frame(i) + recorder.layout->frame.previous, frame(i - 1));
    }
    show(frame(first + count - 1));
}

static int32_t
live_below(int word)
{
    return activation_live(&record, address(&stack[word]));
}

static void
set_up(void)
{
    memset(&recorder, 0, sizeof recorder);
    recorder.layout = layout_find(CPYTHON_3_13, false);
    ck_assert_ptr_nonnull(recorder.layout);
    frames = calloc(2 * DEPTH, FRAME_BYTES);
    record = (struct thread_record){
        .state = address(state),
        .activations = calloc(ACTIVATIONS_MAX, sizeof(struct activation)),
    };
    ck_assert(frames != NULL && record.activations != NULL);
    for (int i = 0; i < 2 * DEPTH; i++) {
        store(frame(i) + recorder.layout->frame.code, address(code));
    }
    show(0);
    enter(OUTER_AT, 0, 0);
}

static void
tear_down(void)
{
    free(frames);
    free(record.activations);
}

START_TEST(frames_without_end_are_walked_once)
{
    const uint16_t previous = recorder.layout->frame.previous;

    recurse(0, DEPTH);
    ck_assert_int_eq(live_below(INNER_AT), 0);
    /* Whoever comes here now finds nothing. */
    store(frame(DEPTH / 2) + previous, 0);
    ck_assert_int_eq(live_below(INNER_AT), 0);
    ck_assert_int_eq(live_below(OUTER_AT - ENTRY_WORDS - 1), 0);
}
END_TEST

START_TEST(a_call_that_returned_is_not_live_though_it_was_remembered)
{
    enter(INNER_AT, frame(0), DEPTH);
    recurse(DEPTH, DEPTH);
    ck_assert_int_eq(live_below(100), 1);
    recurse(0, DEPTH); /* of the outer one: its frames, too */
    stack[INNER_AT] = 7;
    ck_assert_int_eq(live_below(100), 0);
    ck_assert_int_eq(live_below(100), 0);
}
END_TEST

START_TEST(few_frames_are_walked_whatever_is_remembered)
{
    enter(INNER_AT, frame(0), DEPTH);
    recurse(DEPTH, DEPTH);
    ck_assert_int_eq(live_below(100), 1);
    show(frame(0));
    ck_assert_int_eq(live_below(100), 0);
}
END_TEST

START_TEST(what_the_call_put_on_the_stack_must_stand_there)
{
    const struct frame_layout *layout = &recorder.layout->frame;

    enter(INNER_AT, frame(0), DEPTH);
    recurse(DEPTH, DEPTH);
    ck_assert_int_eq(live_below(100), 1);
    recurse(0, DEPTH);
    store(entry_of(INNER_AT) + layout->previous, frame(1));
    ck_assert_int_eq(live_below(100), 0);
    recurse(DEPTH, DEPTH);
    store(entry_of(INNER_AT) + layout->previous, frame(0));
    ck_assert_int_eq(live_below(100), 1);
    recurse(0, DEPTH);
    *(uint8_t *)(uintptr_t)(entry_of(INNER_AT) + layout->owner) = 0;
    ck_assert_int_eq(live_below(100), 0);
}
END_TEST

START_TEST(a_call_whose_own_frame_is_gone_has_returned)
{
    enter(INNER_AT, frame(0), DEPTH);
    recurse(DEPTH, DEPTH);
    ck_assert_int_eq(live_below(100), 1);
    recurse(0, DEPTH);
    ck_assert_int_eq(live_below(INNER_AT - ENTRY_WORDS / 2), 0);
}
END_TEST

START_TEST(another_call_at_the_same_place_is_looked_for_anew)
{
    enter(INNER_AT, frame(0), DEPTH);
    recurse(DEPTH, DEPTH);
    ck_assert_int_eq(live_below(100), 1);
    recurse(0, 2);
    enter(INNER_AT, frame(1), DEPTH);
    recurse(DEPTH, DEPTH);
    ck_assert_int_eq(record.count, 2);
    ck_assert_uint_eq(record.activations[1].entry_depth, 0);
    ck_assert_int_eq(live_below(100), 1);
}
END_TEST

/* A function's code object; its name is ASCII. */
static uint64_t
code_named(uint64_t words[64], uint64_t text[64], const char *name)
{
    const struct python_layout *layout = recorder.layout;
    static uint64_t type[64];
    uint32_t bits = 1u << layout->text.kind_shift |
                    1u << layout->text.compact_shift |
                    1u << layout->text.ascii_shift;

    store(address(type) + layout->type.flags, layout->type.flag_is_str);
    store(address(text) + layout->object.type, address(type));
    store(address(text) + layout->text.length, strlen(name));
    memcpy((uint8_t *)text + layout->text.state, &bits, sizeof bits);
    memcpy((uint8_t *)text + layout->text.ascii_data, name, strlen(name));
    store(address(words) + layout->code.qualname, address(text));
    return address(words);
}

/* The same, of a file. */
static uint64_t
code_of_file(uint64_t words[64], const char *name, const char *file)
{
    static uint64_t texts[8][64];
    static unsigned used;
    uint64_t *text = texts[used++ % 8];

    code_named(words, text, file);
    store(address(words) + recorder.layout->code.filename, address(text));
    return code_named(words, texts[used++ % 8], name);
}

static const char importlib[] = "<frozen importlib._bootstrap>";

START_TEST(the_import_around_a_call_is_found_by_its_name)
{
    static uint64_t import[64], other[64], another[64];

    record.count = 60;
    for (int i = 0; i < record.count; i++) {
        record.activations[i] = (struct activation){ .code = address(other) };
    }
    code_of_file(other, "_find_and_loaf", importlib);
    record.activations[10].code =
        code_of_file(import, "_find_and_load", importlib);
    record.activations[15].code =
        code_of_file(another, "_find_and_load", "loader.py");
    ck_assert_int_eq(activation_import(&record, NO_ACTIVATION), -1);
    ck_assert_int_eq(activation_import(&record, 9), -1);
    ck_assert_int_eq(activation_import(&record, 20), 10);
    ck_assert_int_eq(activation_import(&record, 10), 10);
    ck_assert_int_eq(activation_import(&record, 40), 10);
    ck_assert_int_eq(activation_import(&record, 41), -1); /* too far away */
    ck_assert_int_eq(activation_import(&record, 59), -1);
}
END_TEST

START_TEST(a_call_in_the_place_of_an_import_is_asked_anew)
{
    static uint64_t words[64];

    record.activations[0].code =
        code_of_file(words, "_find_and_load", importlib);
    ck_assert_int_eq(activation_import(&record, 0), 0);
    record.count = 0;
    enter(OUTER_AT, 0, 0);
    ck_assert_int_eq(activation_import(&record, 0), -1);
}
END_TEST

/* importlib calls itself: from the frame of Python code that calls it on. */
static void
import_from(int first, const char *file)
{
    static uint64_t words[64];

    code_of_file(words, "import_module", file);
    store(address(words) + recorder.layout->refcount.offset, 1);
    recurse(first, 4);
    store(frame(first + 2) + recorder.layout->frame.code, address(words));
}

START_TEST(an_import_without_c_in_between_is_found_by_its_frames)
{
    enum { MODULE = 100 };

    import_from(0, importlib);
    ck_assert_int_eq(activation_import(&record, 0), 0);
    enter(INNER_AT, frame(3), MODULE);
    ck_assert_int_eq(activation_import(&record, 1), 1);
    recurse(0, 2);
    ck_assert_int_eq(activation_import(&record, 0), -1);
}
END_TEST

START_TEST(a_module_that_another_file_runs_is_no_import)
{
    enum { MODULE = 100 };

    import_from(0, "importlib.py");
    ck_assert_int_eq(activation_import(&record, 0), -1);
    enter(INNER_AT, frame(3), MODULE);
    ck_assert_int_eq(activation_import(&record, 1), -1);
}
END_TEST

START_TEST(what_no_code_of_the_program_is_around_is_the_interpreters)
{
    static uint64_t words[64], printing[64];
    uint64_t importer = code_of_file(words, "_find_and_load", importlib);
    uint64_t printer =
        code_of_file(printing, "_print_exception_bltin", "program.py");

    enter(OUTER_AT, 0, 0);
    record.activations[0].code = importer;
    ck_assert(activation_serves_interpreter(&record, 0));
    ck_assert(!activation_serves_interpreter(&record, NO_ACTIVATION));
    enter(INNER_AT, frame(0), DEPTH);
    ck_assert_int_eq(record.count, 2);
    ck_assert(activation_serves_interpreter(&record, 1));
    record.activations[0].code = printer;
    ck_assert(activation_serves_interpreter(&record, 1));
    record.activations[0].code = 0;
    record.activations[1].code = importer;
    ck_assert(!activation_serves_interpreter(&record, 1));
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("activations");
    TCase *tests = tcase_create("activations");

    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, frames_without_end_are_walked_once);
    tcase_add_test(tests,
                   a_call_that_returned_is_not_live_though_it_was_remembered);
    tcase_add_test(tests, few_frames_are_walked_whatever_is_remembered);
    tcase_add_test(tests, what_the_call_put_on_the_stack_must_stand_there);
    tcase_add_test(tests, a_call_whose_own_frame_is_gone_has_returned);
    tcase_add_test(tests, another_call_at_the_same_place_is_looked_for_anew);
    tcase_add_test(tests, the_import_around_a_call_is_found_by_its_name);
    tcase_add_test(tests, a_call_in_the_place_of_an_import_is_asked_anew);
    tcase_add_test(tests,
                   an_import_without_c_in_between_is_found_by_its_frames);
    tcase_add_test(tests, a_module_that_another_file_runs_is_no_import);
    tcase_add_test(tests,
                   what_no_code_of_the_program_is_around_is_the_interpreters);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
