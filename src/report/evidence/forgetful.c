#include "report/evidence/forgetful.h"

#include "arch/overwriting.h"
#include "report/evidence/code/image_code.h"
#include "report/input/ledger_load.h"
#include "report/symbols/image_names.h"
#include "report/symbols/image_types.h"
#include "report/text/memory.h"

enum {
    FOUND_MAX = 64,      /* stores of one function */
    FUNCTIONS_MAX = 512, /* of one type */
    /* Of more the word that they write is most likely another one. */
    UNSEEN_MAX = 3,
};

static void
add_found(struct forgetful_search *search, struct forgetful one)
{
    const struct place_frame *frame = &one.place->frames[one.frame];
    const struct function *function =
        symbols_function(search->inputs->symbols, frame->function);

    /* What fills new containers finds nothing in them. */
    if ((function->flags & (FUNCTION_SETUP | FUNCTION_STEALS)) != 0) {
        return;
    }
    for (size_t i = 0; i < search->found_count; i++) {
        const struct forgetful *other = &search->found[i];

        if (other->place->frames[other->frame].function == frame->function) {
            return;
        }
    }
    search->found = (struct forgetful *)memory_room(
        search->found, search->found_count, sizeof *search->found);
    search->found[search->found_count++] = one;
}

static bool
makes(void *context, const struct handing_call *call)
{
    return function_bytes_makes((const struct function_code *)context,
                                call->target, call->slot);
}

/* Stores of one function to the slots of its image. */
static void
search_function(struct forgetful_search *search, uint32_t image, uint64_t start,
                uint64_t end, const struct handing_slot *slots,
                size_t slot_count)
{
    struct symbols *symbols = search->inputs->symbols;
    struct overwriting found[FOUND_MAX];
    struct function_code function;
    bool unseen;
    size_t count;

    if (!function_code_at(&function, symbols, image, start,
                          search->inputs->code)) {
        return;
    }
    function.cautious = true;
    count = overwriting_find(&function.code, start, makes, slots, slot_count,
                             &search->inputs->code->handing, found, FOUND_MAX);
    unseen = count > 0 &&
             !image_code_has_run(search->inputs->ledger, image, start, end);
    if (unseen && !image_code_calls_nobody(&function.code, start)) {
        return;
    }
    for (size_t i = 0; i < count; i++) {
        const struct place *place =
            symbols_place(symbols, image, found[i].end - 1);
        uint32_t frame = 0;

        if (place->count == 0 ||
            (found[i].holds != 0 &&
             fates_of_overwritten(search->inputs->fates, place, found[i].holds,
                                  &frame) != MOVED_LOST)) {
            continue;
        }
        add_found(search, (struct forgetful){
                              .place = place,
                              .frame = frame < place->count ? frame : 0,
                              .unseen = unseen,
                          });
    }
}

/* A quick look, for most have none. */
static bool
has_store(const uint8_t *bytes, size_t size, uint64_t start,
          const struct handing_slot *slots, size_t slot_count)
{
    struct instruction instruction;
    struct handing_slot slot;

    for (size_t at = 0; at < size; at += instruction.length) {
        if (!decode_instruction(bytes + at, size - at, start + at,
                                &instruction)) {
            return false;
        }
        if ((instruction.form != FORM_STORE_REGISTER &&
             instruction.form != FORM_STORE_IMMEDIATE) ||
            !handing_slot_of(&instruction, &slot)) {
            continue;
        }
        for (size_t i = 0; i < slot_count; i++) {
            if (slots[i].where == slot.where && slots[i].fixed == slot.fixed) {
                return true;
            }
        }
    }
    return false;
}

/* Whether a function of the type is at work there. */
static bool
has_function(const struct stack *stack, struct image_file *file, uint32_t image,
             const struct image_type_function *functions, size_t count)
{
    for (size_t f = 0; f < stack->count && !stack->frames[f].evaluator; f++) {
        const struct place *place = stack->frames[f].place;
        uint64_t start = place != NULL && place->image == image
                             ? image_file_function_start(file, place->offset)
                             : 0;

        for (size_t i = 0; start != 0 && i < count; i++) {
            if (functions[i].start == start) {
                return true;
            }
        }
    }
    return false;
}

/* Whether functions of the type put such objects into that field. */
static bool
is_filled_by_type(const struct forgetful_search *search, uint32_t image,
                  const struct neglected *neglected)
{
    struct image_file *file =
        symbols_image_file(search->inputs->symbols, image);
    struct image_type_function functions[FUNCTIONS_MAX];
    size_t count = image_types_functions(file, neglected->dealloc, functions,
                                         FUNCTIONS_MAX);
    struct stack stack = { 0 };
    bool found = false;

    for (size_t i = 0; i < search->slot_count && !found; i++) {
        const struct fate_slot *slot = &search->slots[i];

        if (slot->image == image && !slot->fixed &&
            slot->where == neglected->offset) {
            stacks_fill(search->inputs->stacks, slot->tag, &stack);
            found = has_function(&stack, file, image, functions, count);
        }
    }
    stack_clear(&stack);
    return found;
}

static void
search_types(struct forgetful_search *search, uint32_t image,
             const struct handing_slot *slots, size_t slot_count)
{
    struct symbols *symbols = search->inputs->symbols;
    struct neglected found[FORGETFUL_TYPES_MAX];
    size_t count =
        neglect_find(symbols, image, slots, slot_count, search->inputs->code,
                     found, sizeof found / sizeof *found);

    for (size_t i = 0; i < count; i++) {
        const struct place *place = symbols_place(symbols, image, found[i].by);

        if (place->count > 0) {
            add_found(search,
                      (struct forgetful){
                          .place = place,
                          .frame = place->count - 1,
                          .let_go = true,
                          .own = is_filled_by_type(search, image, &found[i]),
                          .slot = search->numbers[found[i].slot],
                      });
        }
    }
}

static void
add_slot(struct forgetful_search *search, struct handing_slot *slots,
         size_t *count, struct handing_slot slot, size_t number)
{
    for (size_t i = 0; i < *count; i++) {
        if (slots[i].where == slot.where && slots[i].fixed == slot.fixed) {
            return;
        }
    }
    if (*count < FORGETFUL_SLOTS_MAX) {
        search->numbers[*count] = number;
        slots[(*count)++] = slot;
    }
}

/*
 * What is reached by a pointer to itself may be any field that is shown to the
 * collector.
 */
static void
add_pointed(struct forgetful_search *search, uint32_t image,
            struct handing_slot *slots, size_t *count)
{
    int32_t offsets[FORGETFUL_SLOTS_MAX];
    size_t at = 0, fields;

    while (at < *count && (slots[at].fixed || slots[at].where != 0)) {
        at++;
    }
    if (at == *count) {
        return;
    }
    fields = neglect_fields(search->inputs->symbols, image,
                            search->inputs->code, offsets, FORGETFUL_SLOTS_MAX);
    for (size_t i = 0; i < fields; i++) {
        add_slot(search, slots, count,
                 (struct handing_slot){ offsets[i], false },
                 search->numbers[at]);
    }
}

/* Among the many functions of an image are some that write words of their own at
 * any offset. */
static void
leave_many_unseen(struct forgetful_search *search, size_t first)
{
    size_t unseen = 0, kept = first;

    for (size_t i = first; i < search->found_count; i++) {
        unseen += search->found[i].unseen;
    }
    if (unseen <= UNSEEN_MAX) {
        return;
    }
    for (size_t i = first; i < search->found_count; i++) {
        if (!search->found[i].unseen) {
            search->found[kept++] = search->found[i];
        }
    }
    search->found_count = kept;
}

void
forgetful_of_slots(struct forgetful_search *search, uint32_t image)
{
    struct image_file *file =
        symbols_image_file(search->inputs->symbols, image);
    struct handing_slot slots[FORGETFUL_SLOTS_MAX];
    size_t slot_count = 0, first = search->found_count, size;
    uint64_t start;
    const uint8_t *bytes;

    for (size_t i = 0; i < search->slot_count; i++) {
        if (search->slots[i].image == image) {
            add_slot(search, slots, &slot_count,
                     (struct handing_slot){ search->slots[i].where,
                                            search->slots[i].fixed },
                     i);
        }
    }
    add_pointed(search, image, slots, &slot_count);
    search_types(search, image, slots, slot_count);
    for (size_t i = 0;
         (bytes = image_code_function(file, i, &start, &size)) != NULL; i++) {
        if (has_store(bytes, size, start, slots, slot_count)) {
            search_function(search, image, start, start + size, slots,
                            slot_count);
        }
    }
    leave_many_unseen(search, first);
}

/* Calls of one function that hand out exceptions. */
static void
search_fetches(struct forgetful_search *search, uint32_t image, uint64_t start,
               size_t size)
{
    struct symbols *symbols = search->inputs->symbols;
    uint64_t found[FORGETFUL_TYPES_MAX];
    size_t count =
        fetchers_find(symbols, image, start, size, search->inputs->code, found,
                      FORGETFUL_TYPES_MAX);

    if (count > 0 && !image_code_has_run(search->inputs->ledger, image, start,
                                         start + size)) {
        return;
    }
    for (size_t i = 0; i < count; i++) {
        const struct place *place = symbols_place(symbols, image, found[i]);

        if (place->count > 0) {
            add_found(search, (struct forgetful){
                                  .place = place,
                                  .fetched = true,
                              });
        }
    }
}

void
forgetful_of_exceptions(struct forgetful_search *search, uint32_t image)
{
    struct image_file *file =
        symbols_image_file(search->inputs->symbols, image);
    uint64_t start;
    size_t size;

    for (size_t i = 0; image_code_function(file, i, &start, &size) != NULL;
         i++) {
        search_fetches(search, image, start, size);
    }
}
