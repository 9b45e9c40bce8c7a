/* The short way into an evaluation finds the same as the long one. */
#include "probe/event/hook.h"
#include "probe/event/quick_entry.h"
#include "probe/stack/activations.h"
#include "probe/watch/slot_watch.h"
#include "probe/watch/watcher.h"
#include "unit.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

enum {
    WORDS = 1 << 14, /* of the stack */
    DEPTH_MAX = 40,
    FRAME_BYTES = 256,
    INLINED_MAX = 3,
    OWN_FRAME_WORDS = 40, /* below the return address: what it keeps there */
    STEPS = 20000,
};

/* An evaluation as the interpreter has it. */
struct call {
    uint64_t *stack_pointer;
    int inlined; /* frames above the first, from 3.11 */
};

static uint64_t stack[WORDS], state[64], interpreter[16], code[32];
static uint8_t frames[DEPTH_MAX][INLINED_MAX + 1][FRAME_BYTES];
static struct call calls[DEPTH_MAX];
static int depth;
static uint64_t site; /* another one for each version */
static uint64_t current;
static struct ledger_header header;
static struct thread_record quick, slow;
static bool went_the_long_way;

/* The linker puts it in the place of function_entry. */
void __wrap_function_entry(struct hook_frame *frame);

void
__wrap_function_entry(struct hook_frame *frame)
{
    (void)frame;
    went_the_long_way = true;
}

/* What the stub of the evaluator does: the second argument is in rsi. */
static void
enter_as_stub(uint64_t stack_pointer, uint64_t base_pointer, uint64_t frame)
{
    const uint64_t pushed[3] = { site, base_pointer, stack_pointer };
    const uint64_t *from = pushed;

    __asm__ volatile("lea -128(%%rsp), %%rsp\n\t" /* over the red zone */
                     "push 16(%0)\n\t"
                     "push 8(%0)\n\t"
                     "push (%0)\n\t"
                     "call entry_function\n\t"
                     "lea 152(%%rsp), %%rsp"
                     : "+D"(from), "+S"(frame)
                     :
                     : "rax", "rcx", "r8", "r9", "r10", "r11", "cc", "memory");
}

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
own_frame(int i)
{
    return address(calls[i].stack_pointer - OWN_FRAME_WORDS);
}

/* What a look at the interpreter's state says now. */
static void
show(void)
{
    const struct python_layout *layout = recorder.layout;
    uint64_t below = 0;

    for (int i = 0; i < depth; i++) {
        if (layout->frame.owner_evaluation != 0) {
            store(own_frame(i) + layout->frame.previous, below);
            *(uint8_t *)(uintptr_t)(own_frame(i) + layout->frame.owner) =
                layout->frame.owner_evaluation;
            below = own_frame(i);
        }
        for (int k = 0; k <= calls[i].inlined; k++) {
            store(address(frames[i][k]) + layout->frame.previous, below);
            store(address(frames[i][k]) + layout->frame.code, address(code));
            below = address(frames[i][k]);
        }
    }
    if (layout->state.has_evaluation) {
        store(address(state) + layout->state.evaluation,
              depth == 0 ? address(state) : own_frame(depth - 1));
    }
    else {
        store(address(state) + layout->state.frame, below);
    }
}

static void
set_up(uint32_t version)
{
    memset(&recorder, 0, sizeof recorder);
    memset(frames, 0, sizeof frames);
    memset(&header, 0, sizeof header);
    depth = 0;
    recorder.layout = layout_find(version, false);
    ck_assert_ptr_nonnull(recorder.layout);
    recorder.recording = true;
    recorder.options.frames = true;
    recorder.has_evaluation = recorder.layout->state.has_evaluation;
    recorder.store.header = &header;
    quick = (struct thread_record){
        .state = address(state),
        .id = own_thread_id(),
        .activations = calloc(ACTIVATIONS_MAX, sizeof(struct activation)),
    };
    slow = quick;
    slow.activations = calloc(ACTIVATIONS_MAX, sizeof(struct activation));
    ck_assert(quick.activations != NULL && slow.activations != NULL);
    current = address(state);
    recorder.current_thread = address(&current);
    recorder.thread = &quick;
    store(address(state) + recorder.layout->state.interpreter,
          address(interpreter));
    memset(code, 1, sizeof code);
    site = version >> 16;
    watcher_pulse.quick = INT64_MAX;
    quick_entry_path.entries = 0;
    quick_entry_learn(site);
}

static void
tear_down(void)
{
    free(quick.activations);
    free(slow.activations);
}

/* The evaluator is called from so many words further down. */
static bool
call(int words)
{
    uint64_t *stack_pointer =
        (depth == 0 ? stack + WORDS
                    : calls[depth - 1].stack_pointer - OWN_FRAME_WORDS) -
        words;
    uint64_t frame = address(frames[depth][0]);
    show();
    store(frame + recorder.layout->frame.code, address(code));
    *stack_pointer = 0x1234;
    went_the_long_way = false;
    enter_as_stub(address(stack_pointer), 42, frame);
    if (went_the_long_way) {
        activation_enter(&quick, address(stack_pointer), 42, frame, false);
    }
    activation_enter(&slow, address(stack_pointer), 42, frame, false);
    calls[depth++] = (struct call){
        stack_pointer,
        recorder.layout->frame.instruction_form == INSTRUCTION_POINTER
            ? rand() % INLINED_MAX
            : 0,
    };
    return !went_the_long_way;
}

static bool
same(const struct activation *a, const struct activation *b)
{
    return a->stack_pointer == b->stack_pointer &&
           a->base_pointer == b->base_pointer &&
           a->return_address == b->return_address && a->frame == b->frame &&
           a->code == b->code && a->node == 0 && !a->slot;
}

static void
compare(void)
{
    bool equal = quick.count == slow.count;

    for (int32_t i = 0; equal && i < quick.count; i++) {
        equal = same(&quick.activations[i], &slow.activations[i]) &&
                (i == 0 ||
                 quick.activations[i - 1].serial < quick.activations[i].serial);
    }
    ck_assert(equal);
}

static void
walk(uint32_t version)
{
    int quickly = 0;

    set_up(version);
    srand(version);
    for (int i = 0; i < STEPS; i++) {
        while (depth > 0 && (depth == DEPTH_MAX || rand() % 5 < 2)) {
            depth--;
        }
        quickly += call(1 + rand() % 200);
        compare();
    }
    ck_assert_int_gt(quickly, STEPS / 10 * 8);
    ck_assert_uint_eq(quick_entry_path.entries, (uint64_t)quickly);
    tear_down();
}

START_TEST(it_agrees_where_the_frame_tells_the_call)
{
    walk(0x030900f0);
}
END_TEST

START_TEST(it_agrees_where_an_evaluation_is_linked)
{
    walk(0x030a00f0);
    walk(0x030b00f0);
    walk(0x030c00f0);
}
END_TEST

START_TEST(it_agrees_where_evaluations_keep_a_frame)
{
    walk(0x030d00f0);
    walk(0x030e00f0);
}
END_TEST

START_TEST(whoever_else_wants_to_know_is_told)
{
    set_up(0x030b00f0);
    ck_assert(!call(10)); /* the first one of a thread */
    ck_assert(call(10));
    recorder.checkpoints = true;
    ck_assert(!call(10));
    recorder.checkpoints = false;
    recorder.busy = true;
    ck_assert(!call(10));
    recorder.busy = false;
    quick.id++;
    ck_assert(!call(10));
    quick.id--;
    current = 0;
    ck_assert(!call(10));
    current = address(state);
    watcher_pulse.quick = 0;
    ck_assert(!call(10));
    recorder.recording = false;
    ck_assert(!call(10));
    tear_down();
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("quick_entry");
    TCase *tests = tcase_create("quick_entry");

    tcase_add_test(tests, it_agrees_where_the_frame_tells_the_call);
    tcase_add_test(tests, it_agrees_where_an_evaluation_is_linked);
    tcase_add_test(tests, it_agrees_where_evaluations_keep_a_frame);
    tcase_add_test(tests, whoever_else_wants_to_know_is_told);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
