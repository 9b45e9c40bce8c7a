#include "report/symbols/stacks.h"

#include <stdlib.h>

#include "report/text/memory.h"

enum {
    BIRTHPLACE_FRAMES = 7,
    NODES_MAX = 8192, /* of one stack: the host records at most 4096 frames */
};

struct stacks {
    const struct ledger *ledger;
    struct symbols *symbols;
    const struct place **places; /* by node, looked up when needed */
    uint64_t *birthplaces;       /* by node; 0: not computed */
    uint32_t *flags;             /* by node; 0: not computed */
    struct stack scratch;
};

static const uint32_t FLAGS_COMPUTED = 1u << 31;

struct stacks *
stacks_create(const struct ledger *ledger, struct symbols *symbols)
{
    struct stacks *stacks = (struct stacks *)memory_zeroed(1, sizeof *stacks);
    uint32_t nodes = ledger_used(ledger, LEDGER_NODES);

    stacks->ledger = ledger;
    stacks->symbols = symbols;
    stacks->places =
        (const struct place **)memory_zeroed(nodes, sizeof *stacks->places);
    stacks->birthplaces =
        (uint64_t *)memory_zeroed(nodes, sizeof *stacks->birthplaces);
    stacks->flags = (uint32_t *)memory_zeroed(nodes, sizeof *stacks->flags);
    return stacks;
}

bool
stack_changed_in(const struct stack *stack, size_t frame)
{
    for (size_t i = 0; i < frame; i++) {
        if (!stack->frames[i].inlined) {
            return false;
        }
    }
    return true;
}

bool
stack_enters_again(const struct stack *stack, size_t frame)
{
    for (size_t i = frame + 1; i < stack->relevant; i++) {
        if (stack->frames[i].function == stack->frames[frame].function) {
            return true;
        }
    }
    return false;
}

void
stacks_free(struct stacks *stacks)
{
    stack_clear(&stacks->scratch);
    free(stacks->places);
    free(stacks->birthplaces);
    free(stacks->flags);
    free(stacks);
}

void
stack_clear(struct stack *stack)
{
    free(stack->frames);
    *stack = (struct stack){ 0 };
}

static const struct place *
node_place(struct stacks *stacks, uint32_t index,
           const struct ledger_node *node)
{
    if (stacks->places[index] == NULL) {
        stacks->places[index] =
            node->kind == LEDGER_NODE_SITE
                ? symbols_site(stacks->symbols, (uint32_t)node->value)
                : symbols_address(stacks->symbols, node->value, 1);
    }
    return stacks->places[index];
}

const struct place *
stacks_place(struct stacks *stacks, uint32_t node)
{
    const struct ledger_node *record = ledger_node_at(stacks->ledger, node);

    return record->kind == LEDGER_NODE_SITE ||
                   record->kind == LEDGER_NODE_RETURN
               ? node_place(stacks, node, record)
               : NULL;
}

static void
add_frame(struct stack *stack, const struct place *place,
          const struct place_frame *frame, bool inlined)
{
    stack->frames = (struct stack_frame *)memory_room(
        stack->frames, stack->count, sizeof *stack->frames);
    stack->frames[stack->count++] = (struct stack_frame){
        .function = frame->function,
        .line = frame->line,
        .file = frame->file,
        .place = place,
        .inlined = inlined,
        .library = frame->library,
    };
}

static void
add_frames(struct stack *stack, const struct place *place)
{
    for (uint32_t i = 0; i < place->count; i++) {
        add_frame(stack, place, &place->frames[i], i + 1 < place->count);
    }
}

void
stack_fill_place(struct stack *stack, const struct place *place)
{
    stack->count = 0;
    add_frames(stack, place);
    stack->relevant = stack->count;
}

/* What one node on the way outward adds to the stack. */
static void
add_node(struct stacks *stacks, uint32_t tag, struct stack *stack)
{
    const struct ledger_node *node = ledger_node_at(stacks->ledger, tag);

    switch (node->kind) {
    case LEDGER_NODE_SITE:
    case LEDGER_NODE_RETURN:
        add_frames(stack, node_place(stacks, tag, node));
        break;
    case LEDGER_NODE_EVALUATION:
        if (stack->count > 0) {
            stack->frames[stack->count - 1].evaluator = true;
        }
        break;
    case LEDGER_NODE_SHADOW:
        if (stack->count > 0) {
            stack->frames[stack->count - 1].shadowed = (uint32_t)node->value;
        }
        break;
    case LEDGER_NODE_CUT:
        stack->cut = true;
        break;
    case LEDGER_NODE_ADOPTED:
        stack->adopted = true;
        break;
    case LEDGER_NODE_PYTHON:
        stack->python = (uint32_t)node->value;
        break;
    default:
        break;
    }
}

/* The place of the first node that has one, or NULL. */
static const struct place *
innermost_place(struct stacks *stacks, uint32_t tag)
{
    for (uint32_t nodes = 0; tag != 0 && nodes < NODES_MAX; nodes++) {
        const struct ledger_node *node = ledger_node_at(stacks->ledger, tag);

        if (node->kind == LEDGER_NODE_SITE ||
            node->kind == LEDGER_NODE_RETURN) {
            return node_place(stacks, tag, node);
        }
        tag = node->parent;
    }
    return NULL;
}

/* The first image is the program (dl_iterate_phdr): it has begun it all, be it
 * the interpreter, or what calls one in a shared library. */
enum { PROGRAM = 1 };

static bool
is_in_extension(const struct ledger *ledger, const struct stack_frame *frame)
{
    uint32_t image = frame->place != NULL ? frame->place->image : 0;
    uint32_t flags =
        image > PROGRAM ? ledger_image_at(ledger, image)->flags : 0;

    return (flags & (LEDGER_IMAGE_PYTHON | LEDGER_IMAGE_MAIN)) ==
           LEDGER_IMAGE_PYTHON;
}

/*
 * By name, too. What counts is inside of the outermost one, or of an extension's
 * own thread, that called it.
 */
static void
mark_evaluators(const struct stacks *stacks, struct stack *stack)
{
    bool any = false;

    stack->relevant = stack->count;
    for (size_t i = 0; i < stack->count; i++) {
        struct stack_frame *frame = &stack->frames[i];

        frame->evaluator |=
            (symbols_function(stacks->symbols, frame->function)->flags &
             FUNCTION_EVALUATOR) != 0;
        any |= frame->evaluator;
        if (frame->evaluator ||
            (any && is_in_extension(stacks->ledger, frame))) {
            stack->relevant = i + 1;
        }
    }
}

void
stacks_fill(struct stacks *stacks, uint32_t tag, struct stack *stack)
{
    uint32_t outward = tag;

    stack->count = 0;
    stack->python = 0;
    stack->cut = false;
    stack->adopted = false;
    for (uint32_t nodes = 0; outward != 0; nodes++) {
        if (nodes == NODES_MAX) {
            stack->cut = true;
            break;
        }
        add_node(stacks, outward, stack);
        outward = ledger_node_at(stacks->ledger, outward)->parent;
    }
    /* Better a helper than nobody, when its callers were not recorded. */
    if (stack->count == 0) {
        const struct place *innermost = innermost_place(stacks, tag);

        if (innermost != NULL) {
            add_frame(stack, innermost, &innermost->helper, false);
        }
    }
    mark_evaluators(stacks, stack);
}

size_t
stack_common(const struct stack *a, const struct stack *b)
{
    size_t least = a->relevant < b->relevant ? a->relevant : b->relevant;
    size_t common = 0;

    while (common < least && a->frames[a->relevant - 1 - common].function ==
                                 b->frames[b->relevant - 1 - common].function) {
        common++;
    }
    return common;
}

size_t
stack_native(const struct stack *stack)
{
    size_t count = 0;

    while (count < stack->relevant && !stack->frames[count].evaluator) {
        count++;
    }
    return count;
}

const struct stack_frame *
stack_shadow(const struct stack *stack)
{
    size_t native = stack_native(stack);

    return native + 1 < stack->count && stack->frames[native].shadowed != 0
               ? &stack->frames[native]
               : NULL;
}

bool
stack_disposed(const struct symbols *symbols, const struct stack *stack,
               size_t frames)
{
    size_t native = stack_native(stack);

    for (size_t i = 0; i < native && i < frames; i++) {
        if ((symbols_function(symbols, stack->frames[i].function)->flags &
             FUNCTION_DISPOSER) != 0) {
            return true;
        }
    }
    return false;
}

uint64_t
stacks_birthplace(struct stacks *stacks, uint32_t tag)
{
    struct stack *stack = &stacks->scratch;
    uint64_t hash = 14695981039346656037u;
    size_t used = 0;

    if (tag == 0 || stacks->birthplaces[tag] != 0) {
        return tag == 0 ? 0 : stacks->birthplaces[tag];
    }
    stacks_fill(stacks, tag, stack);
    for (size_t i = 0; i < stack->relevant && used < BIRTHPLACE_FRAMES; i++) {
        uint32_t function = stack->frames[i].function;

        if ((symbols_function(stacks->symbols, function)->flags &
             (FUNCTION_ALLOCATOR | FUNCTION_GLUE)) == 0) {
            hash = (hash ^ (function + 1)) * 1099511628211u;
            hash ^= hash >> 32;
            used++;
        }
    }
    stacks->birthplaces[tag] = hash | 1;
    return stacks->birthplaces[tag];
}

uint32_t
stacks_flags(struct stacks *stacks, uint32_t tag)
{
    uint32_t flags = FLAGS_COMPUTED;

    if (tag == 0) {
        return 0;
    }
    if (stacks->flags[tag] == 0) {
        stacks_fill(stacks, tag, &stacks->scratch);
        for (size_t i = 0; i < stacks->scratch.count; i++) {
            flags |= symbols_function(stacks->symbols,
                                      stacks->scratch.frames[i].function)
                         ->flags;
        }
        stacks->flags[tag] = flags;
    }
    return stacks->flags[tag] & ~FLAGS_COMPUTED;
}

bool
stacks_in_setup(struct stacks *stacks, uint32_t tag)
{
    return (stacks_flags(stacks, tag) & FUNCTION_SETUP) != 0;
}
