#include "report/evidence/code/owned_words.h"

#include "arch/fields.h"
#include "report/symbols/image_types.h"

enum { OBJECT_HEAD = 16 };

/* What that tp_traverse hands to visitproc. */
static void
find_offsets(struct symbols *symbols, uint32_t image, uint64_t traverse,
             struct code_memory *memory, struct owned_type *type)
{
    struct function_code function;
    struct fields fields = { 0 };

    if (!function_code_at(&function, symbols, image, traverse, memory)) {
        return;
    }
    /* What it hides does not matter: these are enough. */
    fields_find(&function.code, traverse, &memory->handing, &fields);
    for (size_t i = 0; i < fields.count && type->count < OWNED_WORDS_MAX; i++) {
        if (fields.offsets[i] >= OBJECT_HEAD && fields.given[i]) {
            type->offsets[type->count++] = fields.offsets[i];
        }
    }
}

void
owned_types_find(struct symbols *symbols, uint32_t image,
                 struct code_memory *memory, struct owned_types *types)
{
    struct image_file *file = symbols_image_file(symbols, image);
    struct image_type found[OWNED_TYPES_MAX];
    size_t count =
        file != NULL ? image_types_find(file, found, OWNED_TYPES_MAX) : 0;

    types->count = 0;
    for (size_t i = 0; i < count; i++) {
        struct owned_type *type = &types->items[types->count];

        *type = (struct owned_type){ .start = found[i].start,
                                     .makes = found[i].makes };
        find_offsets(symbols, image, found[i].traverse, memory, type);
        types->count += type->count > 0;
    }
}

struct search {
    const struct function_code *function;
    const struct owned_types *types;
};

/* Of several types with the same tp_new nobody knows which it is. */
static const struct owned_type *
type_of_new(const struct owned_types *types, uint64_t function)
{
    const struct owned_type *found = NULL;

    for (size_t i = 0; i < types->count; i++) {
        if (types->items[i].makes == function) {
            if (found != NULL) {
                return NULL;
            }
            found = &types->items[i];
        }
    }
    return found;
}

static const struct owned_type *
type_at(const struct owned_types *types, uint64_t start)
{
    for (size_t i = 0; i < types->count; i++) {
        if (types->items[i].start == start) {
            return &types->items[i];
        }
    }
    return NULL;
}

static struct owned_offsets
owned_by(void *context, const struct made_call *call)
{
    const struct search *search = (const struct search *)context;
    const struct owned_type *type = NULL;

    if (call->by_pointer) {
        type = type_of_new(search->types, search->function->entry);
    }
    else if (function_bytes_makes(search->function, call->target, call->slot)) {
        type = call->type != 0
                   ? type_at(search->types, call->type)
                   : type_of_new(search->types, search->function->entry);
    }
    return type != NULL ? (struct owned_offsets){ type->offsets, type->count }
                        : (struct owned_offsets){ NULL, 0 };
}

/* Does it call who may make an object, by a pointer or by a name? */
static bool
may_make(const struct function_code *function, const struct instruction *call)
{
    bool slot = call->flow == FLOW_CALL_INDIRECT;

    return (slot && call->memory.base != REGISTER_PC) ||
           ((slot || call->flow == FLOW_CALL) &&
            function_bytes_makes(function, call->target, slot));
}

size_t
owned_words_find(const struct function_code *function, size_t size,
                 const struct owned_types *types, struct made_word *found,
                 size_t room)
{
    struct search search = { function, types };
    struct instruction instruction;

    /* Numbers values only where there may be any: that takes long. */
    for (uint64_t at = function->entry;
         types->count > 0 && at - function->entry < size;
         at += instruction.length) {
        if (!function_bytes_decode(function, at, &instruction)) {
            return 0;
        }
        if (may_make(function, &instruction)) {
            return made_words_find(function->numbering, &function->code,
                                   function->entry, size, owned_by, &search,
                                   found, room);
        }
    }
    return 0;
}
