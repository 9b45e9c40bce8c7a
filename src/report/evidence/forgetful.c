#include "report/evidence/forgetful.h"

#include "arch/overwriting.h"
#include "report/input/ledger_load.h"
#include "report/symbols/function_names.h"
#include "report/symbols/image_names.h"
#include "report/text/memory.h"

enum {
    FOUND_MAX = 64, /* stores of one function */
    FUNCTION_BYTES_MAX = 1 << 16,
    CODE_BYTES_MAX = 4 << 20, /* of an image: more takes too long */
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
    const char *name =
        function_code_import((const struct function_code *)context, call);

    return name != NULL && function_name_makes(name);
}

/* Was anything recorded in the code between two addresses of an image? */
static bool
has_run(const struct forgetful_search *search, uint32_t image, uint64_t start,
        uint64_t end)
{
    const struct ledger *ledger = search->inputs->ledger;
    uint64_t bias = ledger_image_at(ledger, image)->bias;

    for (uint32_t i = 1; i < ledger_used(ledger, LEDGER_SITES); i++) {
        const struct ledger_site *site = ledger_site_at(ledger, i);

        if (site->image == image && site->changes > 0 &&
            site->offset >= start && site->offset < end) {
            return true;
        }
    }
    for (uint32_t i = 1; i < ledger_used(ledger, LEDGER_NODES); i++) {
        const struct ledger_node *node = ledger_node_at(ledger, i);

        if (node->kind == LEDGER_NODE_RETURN && node->value - bias > start &&
            node->value - bias <= end) {
            return true;
        }
    }
    return false;
}

/*
 * Nothing that is tracked may ever be seen in such a function. It ends with a
 * return that no branch goes past.
 */
static bool
calls_nobody(const struct handing_code *code, uint64_t start)
{
    struct instruction instruction;
    uint64_t furthest = start;

    for (uint64_t at = start;; at += instruction.length) {
        uint64_t offset = at - code->address;

        if (offset >= code->size ||
            !decode_instruction(code->bytes + offset, code->size - offset, at,
                                &instruction)) {
            return false;
        }
        switch (instruction.flow) {
        case FLOW_BRANCH:
            furthest =
                instruction.target > furthest ? instruction.target : furthest;
            break;
        case FLOW_RETURN:
            if (at >= furthest) {
                return true;
            }
            break;
        case FLOW_NEXT:
            break;
        default:
            return false;
        }
    }
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
    size_t count;

    if (!function_code_find(&function, symbols,
                            symbols_place(symbols, image, start),
                            &search->memory.numbering)) {
        return;
    }
    function.cautious = true;
    count = overwriting_find(&function.code, start, makes, slots, slot_count,
                             &search->memory.handing, found, FOUND_MAX);
    if (count > 0 && !has_run(search, image, start, end) &&
        !calls_nobody(&function.code, start)) {
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

static void
search_types(struct forgetful_search *search, uint32_t image,
             const struct handing_slot *slots, size_t slot_count)
{
    struct symbols *symbols = search->inputs->symbols;
    struct neglected found[FORGETFUL_TYPES_MAX];
    size_t count =
        neglect_find(symbols, image, slots, slot_count, &search->memory, found,
                     sizeof found / sizeof *found);

    for (size_t i = 0; i < count; i++) {
        const struct place *place =
            symbols_place(symbols, image, found[i].clear);

        if (place->count > 0) {
            add_found(search, (struct forgetful){
                                  .place = place,
                                  .frame = place->count - 1,
                                  .let_go = true,
                                  .slot = search->numbers[found[i].slot],
                              });
        }
    }
}

/* The code of an image's function with that number; NULL: there is none. */
static const uint8_t *
function_bytes(struct image_file *file, size_t number, uint64_t *start,
               size_t *size)
{
    uint64_t next, segment;
    const uint8_t *bytes;

    *start = file != NULL ? image_file_function_at(file, number) : 0;
    if (*start == 0) {
        return NULL;
    }
    next = image_file_function_at(file, number + 1);
    bytes = image_file_segment(file, *start, &segment, size);
    if (bytes == NULL || *size > CODE_BYTES_MAX) {
        return NULL;
    }
    *size -= *start - segment;
    if (next > *start && next - *start < *size) {
        *size = next - *start;
    }
    *size = *size < FUNCTION_BYTES_MAX ? *size : 0;
    return bytes + (*start - segment);
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
    fields = neglect_fields(search->inputs->symbols, image, &search->memory,
                            offsets, FORGETFUL_SLOTS_MAX);
    for (size_t i = 0; i < fields; i++) {
        add_slot(search, slots, count,
                 (struct handing_slot){ offsets[i], false },
                 search->numbers[at]);
    }
}

void
forgetful_of_slots(struct forgetful_search *search, uint32_t image)
{
    struct image_file *file =
        symbols_image_file(search->inputs->symbols, image);
    struct handing_slot slots[FORGETFUL_SLOTS_MAX];
    size_t slot_count = 0, size;
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
    for (size_t i = 0; (bytes = function_bytes(file, i, &start, &size)) != NULL;
         i++) {
        if (has_store(bytes, size, start, slots, slot_count)) {
            search_function(search, image, start, start + size, slots,
                            slot_count);
        }
    }
    search_types(search, image, slots, slot_count);
}

/* Calls of one function that hand out exceptions. */
static void
search_fetches(struct forgetful_search *search, uint32_t image, uint64_t start,
               size_t size)
{
    struct symbols *symbols = search->inputs->symbols;
    uint64_t found[FORGETFUL_TYPES_MAX];
    size_t count = fetchers_find(symbols, image, start, size, &search->fetchers,
                                 found, FORGETFUL_TYPES_MAX);

    if (count > 0 && !has_run(search, image, start, start + size)) {
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

    for (size_t i = 0; function_bytes(file, i, &start, &size) != NULL; i++) {
        search_fetches(search, image, start, size);
    }
}
