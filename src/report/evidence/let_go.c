#include "report/evidence/let_go.h"

#include <stdlib.h>
#include <string.h>

#include "report/input/ledger_load.h"

enum {
    HEAD_BYTES = 16,  /* of an object: its count, and its type */
    CARG_VALUE = 32,  /* of PyCArgObject, Modules/_ctypes/ctypes.h */
    CDATA_VALUE = 72, /* b_value of CDataObject; there or, aligned, behind it */
    CDATA_VALUE_END = 96,
};

/* Instead of a function that let go: none of the module was at work. */
static const uint32_t ITS_OWN = UINT32_MAX;

/* No release beside it says who was at work: the type's tp_clear is assumed. */
static bool
is_assumed(const struct inputs *inputs, const struct ledger_loss *loss)
{
    return ledger_node_at(inputs->ledger, loss->disposer)->parent == 0;
}

/* The collector may find it in a cycle. */
static bool
is_collected(const struct inputs *inputs, const struct ledger_loss *loss)
{
    uint32_t type = ledger_account_at(inputs->ledger, loss->account)->type;

    return (ledger_type_at(inputs->ledger, type)->flags & LEDGER_TYPE_GC) != 0;
}

/*
 * tp_dealloc, where it is not for that tp_clear to give back the field; or NULL.
 * Assumed: no release beside it says that tp_clear was at work.
 */
static const struct place *
not_for(uint64_t clear, uint32_t image, bool assumed,
        const struct inputs *inputs, const struct ledger_loss *loss)
{
    struct symbols *symbols = inputs->symbols;
    int32_t offset = (int32_t)loss->owner_offset;
    uint64_t dealloc =
        neglect_unvisited(symbols, image, clear, offset,
                          is_collected(inputs, loss), inputs->code);

    if (dealloc == 0 && assumed) {
        dealloc =
            neglect_untouched(symbols, image, clear, offset, inputs->code);
    }
    return dealloc != 0 ? symbols_place(symbols, image, dealloc) : NULL;
}

/* tp_dealloc's helper, where nobody says who was at work; or NULL. */
static const struct place *
helper_of(uint64_t dealloc, uint32_t image, const struct inputs *inputs)
{
    uint64_t by =
        neglect_releaser(inputs->symbols, image, dealloc, inputs->code);

    return by != dealloc ? symbols_place(inputs->symbols, image, by) : NULL;
}

/* Instead of the function that the ledger names; or NULL. */
static const struct place *
another(const struct inputs *inputs, const struct ledger_loss *loss)
{
    const struct place *place, *dealloc;
    struct image_file *file;
    struct stack stack = { 0 };
    uint64_t start;

    stacks_fill(inputs->stacks, loss->disposer, &stack);
    place = stack.frames[0].place;
    stack_clear(&stack);
    file = symbols_image_file(inputs->symbols, place->image);
    if (file == NULL) {
        return NULL;
    }
    start = image_file_function_start(file, place->offset);
    dealloc =
        not_for(start, place->image, is_assumed(inputs, loss), inputs, loss);
    return dealloc == NULL && is_assumed(inputs, loss)
               ? helper_of(start, place->image, inputs)
               : dealloc;
}

/* Whether the last loss was such a one; reading code takes time. If not, it is
   the last from now on. */
static bool
is_remembered(struct let_go_memory *memory, const struct ledger_loss *loss,
              uint32_t function)
{
    bool is = memory->type == loss->owner_type &&
              memory->offset == loss->owner_offset &&
              memory->function == function;

    memory->type = loss->owner_type;
    memory->offset = loss->owner_offset;
    memory->function = function;
    return is;
}

/* The same of losses in a row. */
static const struct place *
another_remembered(const struct inputs *inputs, const struct ledger_loss *loss,
                   uint32_t function, struct let_go_memory *memory)
{
    if (!is_remembered(memory, loss, function)) {
        memory->instead = another(inputs, loss);
    }
    return memory->instead;
}

static bool
is_of_ctypes(const struct inputs *inputs, const struct ledger_type *type,
             const char *name)
{
    const struct place *disposer =
        symbols_address(inputs->symbols, type->disposer, 0);
    const char *image = symbols_image_name(inputs->symbols, disposer->image);

    return strncmp(name, "ctypes.", 7) == 0 ||
           (image != NULL && strncmp(image, "_ctypes", 7) == 0);
}

/* What an argument or a value of a foreign function is in C: an address, for
 * which ctypes takes no reference. */
static bool
is_foreign_value(const struct inputs *inputs, const struct ledger_loss *loss)
{
    const struct ledger_type *type =
        ledger_type_at(inputs->ledger, loss->owner_type);
    char *name = ledger_printable(inputs->ledger, type->name);
    uint32_t offset = loss->owner_offset;
    bool is =
        name != NULL &&
        ((offset == CARG_VALUE && (strcmp(name, "CArgObject") == 0 ||
                                   strcmp(name, "_ctypes.CArgObject") == 0)) ||
         (offset >= CDATA_VALUE && offset < CDATA_VALUE_END &&
          is_of_ctypes(inputs, type, name)));

    free(name);
    return is;
}

static bool
is_allocator(const struct inputs *inputs, const struct stack_frame *frame)
{
    return (symbols_function(inputs->symbols, frame->function)->flags &
            FUNCTION_ALLOCATOR) != 0;
}

/*
 * Its type an instance has as long as it is there: the one who frees it is to
 * release that, the type's tp_dealloc, whoever has emptied the instance for it.
 */
static const struct place *
of_type(const struct inputs *inputs, const struct ledger_loss *loss,
        uint32_t image)
{
    const struct place *disposer = symbols_address(
        inputs->symbols,
        ledger_type_at(inputs->ledger, loss->owner_type)->disposer, 0);

    return loss->owner_offset < HEAD_BYTES && disposer->count > 0 &&
                   disposer->image == image
               ? disposer
               : NULL;
}

/* The type's tp_clear or its tp_dealloc, or the latter's helper, whichever is to
   give back the field. */
static const struct place *
own_function(const struct inputs *inputs, const struct ledger_loss *loss,
             const struct place *dealloc)
{
    struct symbols *symbols = inputs->symbols;
    uint32_t image = dealloc->image;
    uint64_t by = neglect_clear_of(symbols, image, dealloc->offset);

    if (by == 0 || not_for(by, image, true, inputs, loss) != NULL) {
        by = neglect_releaser(symbols, image, dealloc->offset, inputs->code);
    }
    return by == dealloc->offset ? dealloc : symbols_place(symbols, image, by);
}

/*
 * What the interpreter released for a module's type it was told to by that
 * type: whoever called it there, or else the type's own functions, forgot the
 * rest. So it is of classes that are derived from the type in Python. Who called
 * an allocator did not: the collector was at work in it.
 */
static void
find_of_module(const struct inputs *inputs, const struct ledger_loss *loss,
               const struct stack *stack, struct let_go_memory *memory,
               struct let_go *by)
{
    const struct ledger_type *type =
        ledger_type_at(inputs->ledger, loss->owner_type);
    const struct place *disposer =
        symbols_address(inputs->symbols, type->disposer, 0);

    if (disposer->count == 0 || disposer->image == 0 ||
        ledger_image_is_interpreters(inputs->ledger, disposer->image)) {
        return;
    }
    for (size_t i = 0; i < stack->count && !stack->frames[i].evaluator &&
                       !is_allocator(inputs, &stack->frames[i]);
         i++) {
        if (stack->frames[i].place->image == disposer->image) {
            by->frame = i;
            by->function = stack->frames[i].function;
            return;
        }
    }
    if (!is_remembered(memory, loss, ITS_OWN)) {
        memory->instead = own_function(inputs, loss, disposer);
    }
    by->alone = memory->instead;
    by->frame = by->alone->count - 1;
    by->function = by->alone->frames[by->frame].function;
}

bool
let_go_find(const struct inputs *inputs, const struct ledger_loss *loss,
            struct let_go_memory *memory, struct let_go *by)
{
    struct stack stack = { 0 };

    *by = (struct let_go){ 0 };
    if (loss->disposer != 0 && !is_foreign_value(inputs, loss)) {
        stacks_fill(inputs->stacks, loss->disposer, &stack);
    }
    if (stack.count == 0) {
        return false;
    }
    by->function = stack.frames[0].function;
    if (ledger_image_is_interpreters(inputs->ledger,
                                     stack.frames[0].place->image)) {
        find_of_module(inputs, loss, &stack, memory, by);
        stack_clear(&stack);
        return true;
    }
    by->alone = of_type(inputs, loss, stack.frames[0].place->image);
    stack_clear(&stack);
    if (by->alone == NULL) {
        by->alone = another_remembered(inputs, loss, by->function, memory);
    }
    if (by->alone != NULL && by->alone->count > 0) {
        by->frame = by->alone->count - 1;
        by->function = by->alone->frames[by->frame].function;
    }
    return true;
}

bool
let_go_find_of_type(const struct inputs *inputs, const struct ledger_loss *loss,
                    struct let_go_memory *memory, struct let_go *by)
{
    struct stack nobody = { 0 };

    *by = (struct let_go){ 0 };
    find_of_module(inputs, loss, &nobody, memory, by);
    return by->alone != NULL;
}
