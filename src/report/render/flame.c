#include "report/render/flame.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report/input/ledger_load.h"
#include "report/render/flame_tree.h"
#include "report/render/samples.h"
#include "report/render/script.h"
#include "report/text/memory.h"
#include "report/text/text.h"

enum { PYTHON_FRAMES_MAX = 256 };

struct flame {
    const struct report *report;
    enum flame_view view;
    struct flame_tree tree;
};

const char *
flame_word(enum flame_view view)
{
    static const char *const words[FLAME_VIEWS] = {
        [FLAME_BOTH] = "both",
        [FLAME_PYTHON] = "python",
        [FLAME_NATIVE] = "native",
    };

    return words[view];
}

static uint32_t
enter_python(struct flame *flame, uint32_t parent, uint32_t python)
{
    const struct ledger *ledger = flame->report->inputs.ledger;
    uint32_t chain[PYTHON_FRAMES_MAX];
    size_t count = 0;

    while (python != 0 && count < PYTHON_FRAMES_MAX) {
        chain[count++] = python;
        python = ledger_python_node_at(ledger, python)->parent;
    }
    while (count > 0) {
        const struct ledger_python_node *node =
            ledger_python_node_at(ledger, chain[--count]);

        parent = flame_tree_enter(&flame->tree, parent,
                                  (struct flame_frame){ .number = node->code,
                                                        .line = node->line,
                                                        .python = true });
    }
    return parent;
}

/* The innermost `count` frames of a stack. */
static uint32_t
enter_native(struct flame *flame, uint32_t parent, const struct stack *stack,
             size_t count)
{
    for (size_t i = count; i > 0; i--) {
        const struct stack_frame *frame = &stack->frames[i - 1];

        parent =
            flame_tree_enter(&flame->tree, parent,
                             (struct flame_frame){ .number = frame->function,
                                                   .line = frame->line,
                                                   .file = frame->file });
    }
    return parent;
}

/* The node at which such a stack ends; FLAME_NO_PARENT: it has no frame to show. */
static uint32_t
enter_stack(struct flame *flame, const struct stack *stack, uint32_t python)
{
    size_t below = 0;
    uint32_t node = FLAME_NO_PARENT;

    if (flame->view == FLAME_NATIVE) {
        return enter_native(flame, node, stack, stack->count);
    }
    node = enter_python(flame, node, python);
    while (below < stack->count && !stack->frames[below].evaluator) {
        below++;
    }
    return flame->view == FLAME_BOTH ? enter_native(flame, node, stack, below)
                                     : node;
}

static void
add_sample(void *context, const struct sample *sample)
{
    struct flame *flame = (struct flame *)context;
    struct stack stack = { 0 };
    uint32_t node;

    finding_stack(&flame->report->inputs, sample->site, &stack);
    node = enter_stack(flame, &stack,
                       sample->site->python != 0 ? sample->site->python
                                                 : stack.python);
    if (node != FLAME_NO_PARENT) {
        flame->tree.nodes[node].references += sample->references;
    }
    stack_clear(&stack);
}

struct born {
    uint32_t tag, python;
    uint64_t objects;
};

static int
compare_born(const void *a, const void *b)
{
    const struct born *left = (const struct born *)a;
    const struct born *right = (const struct born *)b;

    return left->tag != right->tag
               ? (left->tag > right->tag) - (left->tag < right->tag)
               : (left->python > right->python) -
                     (left->python < right->python);
}

/* The Python node at the birth of an object. */
static uint32_t
birth_python(const struct ledger *ledger, const struct ledger_account *account)
{
    for (uint32_t e = account->entries; e != 0;
         e = ledger_entry_at(ledger, e)->next) {
        if (ledger_entry_at(ledger, e)->tag == account->birth) {
            return ledger_entry_at(ledger, e)->python;
        }
    }
    return 0;
}

/* What is alive and has an account, by where it was born. */
static void
add_alive(struct flame *flame)
{
    const struct ledger *ledger = flame->report->inputs.ledger;
    uint32_t accounts = ledger_used(ledger, LEDGER_ACCOUNTS);
    struct born *all = (struct born *)memory_zeroed(accounts, sizeof *all);
    struct stack stack = { 0 };
    size_t count = 0;

    for (uint32_t i = 1; i < accounts; i++) {
        const struct ledger_account *account = ledger_account_at(ledger, i);

        if (account->state == LEDGER_ACCOUNT_BORN && account->birth != 0 &&
            account->references > 0) {
            all[count++] = (struct born){
                account->birth, birth_python(ledger, account),
                (uint64_t)1 << (account->sampling < 32 ? account->sampling : 32)
            };
        }
    }
    if (count > 0) {
        qsort(all, count, sizeof *all, compare_born);
    }
    for (size_t i = 0, next; i < count; i = next) {
        uint64_t objects = 0;
        uint32_t node;

        for (next = i; next < count && compare_born(&all[i], &all[next]) == 0;
             next++) {
            objects += all[next].objects;
        }
        stacks_fill(flame->report->inputs.stacks, all[i].tag, &stack);
        node = enter_stack(flame, &stack,
                           all[i].python != 0 ? all[i].python : stack.python);
        if (node != FLAME_NO_PARENT) {
            flame->tree.nodes[node].objects += objects;
        }
    }
    stack_clear(&stack);
    free(all);
}

static void
write_frame(FILE *file, const struct report *report,
            const struct flame_frame *frame)
{
    const struct ledger *ledger = report->inputs.ledger;
    const struct ledger_code *code =
        ledger_code_at(ledger, frame->python ? frame->number : 0);
    const struct function *function =
        frame->python ? NULL
                      : symbols_function(report->inputs.symbols, frame->number);
    char *texts[3] = { NULL, NULL, NULL };

    if (frame->python) {
        texts[0] = ledger_printable(ledger, code->function);
        texts[1] = ledger_printable(ledger, code->filename);
    }
    else {
        const char *image =
            symbols_image_name(report->inputs.symbols, function->image);

        texts[0] = text_printable(function->name, strlen(function->name));
        texts[1] = frame->file != NULL
                       ? text_printable(frame->file, strlen(frame->file))
                       : NULL;
        texts[2] = text_printable(image, strlen(image));
    }
    putc('[', file);
    for (int i = 0; i < 3; i++) {
        script_write_string(file, texts[i] != NULL ? texts[i] : "");
        free(texts[i]);
        if (i == 1) {
            fprintf(file, ",%" PRIu32, frame->line);
        }
        putc(',', file);
    }
    fprintf(file, "%d]", frame->python);
}

typedef int64_t column(const struct flame_node *node);

static int64_t
parent_of(const struct flame_node *node)
{
    return node->parent == FLAME_NO_PARENT ? -1 : (int64_t)node->parent;
}

static int64_t
frame_of(const struct flame_node *node)
{
    return (int64_t)node->frame;
}

static int64_t
references_of(const struct flame_node *node)
{
    return (int64_t)node->references;
}

static int64_t
objects_of(const struct flame_node *node)
{
    return (int64_t)node->objects;
}

static void
write_column(FILE *file, const struct flame *flame, const char *name,
             column *value)
{
    fprintf(file, ",\n\"%s\":[", name);
    for (uint32_t i = 0; i < flame->tree.node_count; i++) {
        fprintf(file, "%s%" PRId64, i > 0 ? "," : "",
                value(&flame->tree.nodes[i]));
    }
    putc(']', file);
}

void
flame_write(FILE *file, const struct report *report, enum flame_view view)
{
    struct flame flame = { .report = report, .view = view };

    samples_each(report, add_sample, &flame);
    add_alive(&flame);
    fputs("{\"frames\":[", file);
    for (uint32_t i = 0; i < flame.tree.frame_count; i++) {
        fputs(i > 0 ? ",\n" : "", file);
        write_frame(file, report, &flame.tree.frames[i]);
    }
    putc(']', file);
    write_column(file, &flame, "parent", parent_of);
    write_column(file, &flame, "frame", frame_of);
    write_column(file, &flame, "references", references_of);
    write_column(file, &flame, "objects", objects_of);
    putc('}', file);
    flame_tree_release(&flame.tree);
}
