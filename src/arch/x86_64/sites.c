/*
 * The shapes, found by comparing with every write that a hardware watchpoint
 * counts:
 *
 *   add/sub/inc/dec $k,(mem)    the plain change; compilers merge any number
 *                               of takings of None into one
 *   add/sub %reg,(mem)          repetition of a sequence
 *   mov $k,(reg)                constant-folded: a new object's 1, 2 for a new
 *                               object that is shared at once, 0 before a
 *                               finalizer runs
 *   mov (x),%r ... mov %r,(y)   load, change, store, through whatever registers
 *                               and blocks the compiler likes; also the store
 *                               of the old value where two paths meet again
 *   cmpl $0,(x); js; mov %r,(x) Py_SET_REFCNT where it is a function
 *   mov slot,%r; mov %r,(x); test %r,%r; jne
 *                               a release of what was taken a few comparisons
 *                               ago: the count before waited on the stack (the
 *                               test may come before the store)
 *
 * Loads and stores are found by the dataflow of flow.h.
 */
#include "arch/sites.h"

#include "arch/x86_64/flow_step.h"

enum {
    SAME_DISTANCE = 256, /* instructions between a load and its store */
    GC_HEADER = 16,      /* bytes before a garbage collected object */
    LEA_DISTANCE = 16,   /* instructions between a lea and the store */
    TEST_DISTANCE = 4,   /* instructions between a test and the store */
};

static uint16_t
bit(uint8_t number)
{
    return number < REGISTER_COUNT ? (uint16_t)(1u << number) : 0;
}

/* Whether the variable is looked at on the way to the store or from it. */
static bool
near_mark(const struct function *function, const struct flow_state *flow,
          size_t index, const struct birth_mark *mark)
{
    if (flow[index].marked > 0) {
        return true;
    }
    for (size_t i = index; mark->behind && i < function->count &&
                           i - index < FLOW_BIRTH_DISTANCE &&
                           !flow_ends_block(&function->instructions[i]);
         i++) {
        if (births_is_mark(&function->instructions[i], flow[i].state, mark)) {
            return true;
        }
    }
    return false;
}

/* The store with its base spelled out, where that is another register and a
 * distance: the small integers of debug builds. */
static struct instruction
spelled_out(const struct function *function, size_t index)
{
    struct instruction store = function->instructions[index];
    size_t first = index > LEA_DISTANCE ? index - LEA_DISTANCE : 0;

    for (size_t i = index; i > first; i--) {
        const struct instruction *before = &function->instructions[i - 1];

        if ((before->touches & bit(store.memory.base)) != 0) {
            if (before->form == FORM_ADJUST &&
                before->source != before->register_) {
                store.memory.base = before->source;
                store.memory.displacement += before->amount;
            }
            break;
        }
    }
    return store;
}

/* Objects lie behind their headers, also in arrays in static data. */
static bool
behind_header(const struct instruction *instruction)
{
    return instruction->memory.displacement == GC_HEADER &&
           instruction->memory.index == REGISTER_NONE;
}

/* Other counts rarely lie behind a displacement: the load must name it too. */
static bool
loaded_from_same(const struct function *function, size_t index)
{
    const struct instruction *store = &function->instructions[index];
    struct instruction spelled = spelled_out(function, index);
    size_t first = index > SAME_DISTANCE ? index - SAME_DISTANCE : 0;

    for (size_t i = first; i < index + SAME_DISTANCE && i < function->count;
         i++) {
        const struct instruction *other = &function->instructions[i];

        if (other->form == FORM_LOAD && (decode_same_memory(other, store) ||
                                         decode_same_memory(other, &spelled))) {
            return true;
        }
    }
    return false;
}

/* Only what is not immortal is assigned a count, whatever that may be. */
static bool
is_tested(const struct function *function, size_t index,
          const struct refcount_shape *shape)
{
    const struct instruction *store = &function->instructions[index];
    size_t first = index > TEST_DISTANCE ? index - TEST_DISTANCE : 0;

    if (shape->immortal == IMMORTAL_NEVER && !shape->halved) {
        return false;
    }
    for (size_t i = index; i > first; i--) {
        const struct instruction *before = &function->instructions[i - 1];

        if (before->form == FORM_TEST) {
            return before->width == refcount_least_width(shape) &&
                   decode_same_memory(before, store) &&
                   before[1].flow == FLOW_BRANCH;
        }
        if ((before->touches & bit(store->memory.base)) != 0 ||
            flow_ends_block(before)) {
            return false;
        }
    }
    return false;
}

/* Looks at the register that is stored, and at nothing else. */
static bool
asks_about(const struct instruction *test, const struct instruction *store)
{
    return !test->has_memory && test->touches == 0 &&
           test->reads == bit(store->register_);
}

/* A count that waited on the stack is put back, and asked whether it is zero:
 * load, store, test, branch, or load, test, store, branch. */
static bool
is_put_back(const struct function *function, const struct flow_state *flow,
            size_t index, const struct refcount_shape *shape)
{
    const struct instruction *all = function->instructions;
    const struct instruction *store = &all[index];
    bool asked_before = index > 0 && asks_about(store - 1, store);
    size_t load = index - (asked_before ? 2 : 1);
    size_t branch = index + (asked_before ? 1 : 2);

    return load < index && branch < function->count &&
           (store->width == shape->width ||
            store->width == refcount_least_width(shape)) &&
           all[load].form == FORM_LOAD &&
           all[load].register_ == store->register_ &&
           flow_is_slot(&flow[load], &all[load]) &&
           (asked_before || asks_about(store + 1, store)) &&
           all[branch].flow == FLOW_BRANCH;
}

/*
 * Whether what lies a header behind the base is an object: somebody near by has
 * its address. Else it is a field, such as the length of what was just born.
 */
static bool
points_behind_header(const struct function *function, size_t index)
{
    const struct instruction *store = &function->instructions[index];
    size_t first = index > LEA_DISTANCE ? index - LEA_DISTANCE : 0;

    for (size_t i = first; i < index + LEA_DISTANCE && i < function->count;
         i++) {
        const struct instruction *lea = &function->instructions[i];

        if (lea->form == FORM_ADJUST && lea->source == store->memory.base &&
            lea->register_ != lea->source && lea->amount == GC_HEADER) {
            return behind_header(store);
        }
    }
    return false;
}

/* Stores of a constant: a birth, a folded change, or an immortal's count. */
static uint8_t
store_of(const struct function *function, const struct flow_state *flow,
         size_t index, const struct flow_context *context)
{
    const struct instruction *instruction = &function->instructions[index];
    int64_t value = instruction->amount;

    if (value == 1 &&
        (decode_is_plain(instruction) ||
         points_behind_header(function, index)) &&
        near_mark(function, flow, index, context->mark)) {
        return OPERATION_BIRTH;
    }
    if (!decode_is_plain(instruction)) {
        return OPERATION_NONE;
    }
    return value >= 0 || flow_is_immortal(context->shape, value)
               ? OPERATION_STORE
               : OPERATION_NONE;
}

static uint8_t
register_store_of(const struct function *function,
                  const struct flow_state *flow, size_t index,
                  const struct flow_context *context)
{
    const struct instruction *instruction = &function->instructions[index];
    struct flow_state before = flow[index];
    uint16_t value = bit(instruction->register_);
    bool plain = decode_is_plain(instruction);

    if (((before.zero | before.one | before.immortal) & value) && plain) {
        return (before.one & value) &&
                       near_mark(function, flow, index, context->mark)
                   ? OPERATION_BIRTH
                   : OPERATION_STORE_REGISTER;
    }
    if ((before.changed & value) && behind_header(instruction)) {
        return OPERATION_STORE_REGISTER;
    }
    return (((before.stepped | before.changed | before.origin) & value) &&
            (plain || decode_is_fixed(instruction) ||
             loaded_from_same(function, index))) ||
                   (plain &&
                    (is_tested(function, index, context->shape) ||
                     is_put_back(function, flow, index, context->shape)))
               ? OPERATION_STORE_REGISTER
               : OPERATION_NONE;
}

static uint8_t
operation_of(const struct function *function, const struct flow_state *flow,
             size_t index, const struct flow_context *context)
{
    const struct instruction *instruction = &function->instructions[index];

    if (instruction->width < refcount_least_width(context->shape) ||
        instruction->width > 8 || !decode_may_be_count(instruction)) {
        return OPERATION_NONE;
    }
    switch (instruction->form) {
    case FORM_ADD_IMMEDIATE:
        return instruction->amount != 0 ? OPERATION_ADD : OPERATION_NONE;
    case FORM_ADD_REGISTER:
        return decode_is_plain(instruction) ? OPERATION_ADD_REGISTER
                                            : OPERATION_NONE;
    case FORM_SUB_REGISTER:
        return decode_is_plain(instruction) ? OPERATION_SUB_REGISTER
                                            : OPERATION_NONE;
    case FORM_STORE_IMMEDIATE:
        return store_of(function, flow, index, context);
    case FORM_STORE_REGISTER:
        return register_store_of(function, flow, index, context);
    default:
        return OPERATION_NONE;
    }
}

static bool
writes_memory(const struct instruction *instruction)
{
    switch (instruction->form) {
    case FORM_ADD_IMMEDIATE:
    case FORM_ADD_REGISTER:
    case FORM_SUB_REGISTER:
    case FORM_STORE_IMMEDIATE:
    case FORM_STORE_REGISTER:
        return decode_may_be_count(instruction);
    default:
        return false;
    }
}

/* Most of the time goes into what holds where: many functions need not know. */
static bool
may_have_sites(const struct function *function,
               const struct refcount_shape *shape)
{
    for (size_t i = 0; i < function->count; i++) {
        const struct instruction *instruction = &function->instructions[i];

        if (instruction->width >= refcount_least_width(shape) &&
            instruction->width <= 8 && writes_memory(instruction)) {
            return true;
        }
    }
    return false;
}

size_t
sites_find(const struct function *function, const struct flow_context *context,
           struct flow_state *flow, struct site *out)
{
    size_t count = 0;
    struct flow_spills spills;

    if (!may_have_sites(function, context->shape)) {
        return 0;
    }
    flow_solve(function, context, flow, &spills);
    for (size_t i = 0; i < function->count; i++) {
        const struct instruction *instruction = &function->instructions[i];
        uint8_t operation = operation_of(function, flow, i, context);

        if (operation != OPERATION_NONE &&
            !flow_is_slot(&flow[i], instruction)) {
            out[count++] = (struct site){
                .index = (uint32_t)i,
                .operation = operation,
                .width = instruction->width,
                .amount =
                    operation == OPERATION_BIRTH ? 1 : instruction->amount,
            };
        }
    }
    return count;
}
