#include "report/following.h"

#include <string.h>

#include "arch/x86_64/decode.h"
#include "arch/x86_64/numbering.h"
#include "arch/x86_64/origin.h"
#include "report/function_names.h"
#include "report/image_names.h"
#include "report/value_format.h"

/* The function that is being followed. */
struct followed {
    struct symbols *symbols;
    struct image_file *file;
    const struct place *place;
    const struct handing_code *code;
    struct numbering *numbering; /* to work in */
};

static uint32_t
outermost(const struct place *place)
{
    return place->count > 0 ? place->frames[place->count - 1].function
                            : place->helper.function;
}

static bool
is_inside(void *context, uint64_t target)
{
    const struct followed *followed = (const struct followed *)context;

    return outermost(symbols_place(followed->symbols, followed->place->image,
                                   target)) == outermost(followed->place);
}

static bool
starts_with(const struct handing_code *code, uint64_t offset, const void *bytes,
            size_t size)
{
    uint64_t at = offset - code->address;

    return at <= code->size && size <= code->size - at &&
           memcmp(code->bytes + at, bytes, size) == 0;
}

static const uint8_t landing[] = { 0xf3, 0x0f, 0x1e, 0xfa }; /* endbr64 */

/* jmp *slot(%rip): how calls of other images go. 0: it is none. */
static uint64_t
slot_of_stub(const struct handing_code *code, uint64_t at)
{
    struct instruction instruction;

    if (starts_with(code, at, landing, sizeof landing)) {
        at += sizeof landing;
    }
    return at - code->address < code->size &&
                   decode_instruction(code->bytes + (at - code->address),
                                      code->size - (at - code->address), at,
                                      &instruction) &&
                   instruction.flow == FLOW_JUMP_INDIRECT &&
                   instruction.memory.base == REGISTER_RIP
               ? instruction.target
               : 0;
}

static enum handing_callee
callee_by_name(const char *name)
{
    static const char *const stops[] = { "abort",
                                         "exit",
                                         "_exit",
                                         "__assert_fail",
                                         "__stack_chk_fail",
                                         "Py_FatalError",
                                         "_Py_FatalErrorFunc",
                                         "_Py_FatalErrorFormat",
                                         "_Py_FatalRefcountErrorFunc" };
    uint32_t flags = function_name_contract(name);

    for (size_t i = 0; i < sizeof stops / sizeof *stops; i++) {
        if (strcmp(name, stops[i]) == 0) {
            return HANDING_STOPS;
        }
    }
    if (strcmp(name, "Py_DecRef") == 0 || strcmp(name, "_Py_DecRef") == 0 ||
        (flags & FUNCTION_STEALS) != 0) {
        return HANDING_STEALS;
    }
    return (flags & FUNCTION_CHOOSES) != 0 ? HANDING_DOUBTFUL : HANDING_BORROWS;
}

/* Who is called there; NULL: nobody knows. */
static const char *
name_of_callee(const struct followed *followed, uint64_t target, bool slot)
{
    uint64_t found = slot ? target : slot_of_stub(followed->code, target);

    return found != 0
               ? image_file_import(followed->file, found)
               : symbols_function(
                     followed->symbols,
                     outermost(symbols_place(followed->symbols,
                                             followed->place->image, target)))
                     ->name;
}

static bool
decode_at(const struct followed *followed, uint64_t address,
          struct instruction *instruction)
{
    uint64_t at = address - followed->code->address;

    return at < followed->code->size &&
           decode_instruction(followed->code->bytes + at,
                              followed->code->size - at, address, instruction);
}

/* The text that the first argument of a call is; NULL: it is not constant. */
static const char *
format_of_call(const struct followed *followed, uint64_t address, size_t *size)
{
    const struct handing_code *code = followed->code;
    struct numbering *numbering = followed->numbering;
    const struct numbering_state *state;
    struct instruction made;
    uint64_t value, text, start;
    const uint8_t *bytes;

    if (!numbering_run(numbering, code,
                       image_file_function_start(followed->file,
                                                 followed->place->offset))) {
        return NULL;
    }
    state = numbering_at(numbering, address);
    value = state->values[REGISTER_RDI];
    if (state->address != address ||
        value % NUMBERING_KINDS != NUMBERING_WRITTEN + REGISTER_RDI ||
        !decode_at(followed, code->address + value / NUMBERING_KINDS, &made)) {
        return NULL;
    }
    text = made.form == FORM_CONSTANT ? (uint64_t)(uint32_t)made.amount
           : made.memory.base == REGISTER_RIP && made.form == FORM_LEA
               ? made.target
               : 0;
    bytes = text != 0 ? image_file_segment(followed->file, text, &start, size)
                      : NULL;
    if (bytes == NULL) {
        return NULL;
    }
    *size -= text - start;
    return (const char *)bytes + (text - start);
}

/* What a callee does that builds values: by its format, if that is known. */
static enum handing_callee
callee_by_format(const struct followed *followed,
                 const struct handing_call *call)
{
    size_t size;
    const char *format = format_of_call(followed, call->address, &size);

    return format == NULL ? HANDING_DOUBTFUL
                          : value_format_callee(format, size, call->arguments);
}

static enum handing_callee
callee_at(void *context, const struct handing_call *call)
{
    const struct followed *followed = (const struct followed *)context;
    const char *name = name_of_callee(followed, call->target, call->slot);
    enum handing_callee callee =
        name != NULL ? callee_by_name(name) : HANDING_BORROWS;

    return callee == HANDING_DOUBTFUL && call->arguments != 0
               ? callee_by_format(followed, call)
               : callee;
}

/* push %rbp; mov %rsp,%rbp */
static bool
is_framed(const struct followed *followed)
{
    static const uint8_t prologue[] = { 0x55, 0x48, 0x89, 0xe5 };
    uint64_t start =
        image_file_function_start(followed->file, followed->place->offset);

    if (starts_with(followed->code, start, landing, sizeof landing)) {
        start += sizeof landing;
    }
    return starts_with(followed->code, start, prologue, sizeof prologue);
}

/* Flags of the function that the call at `address` calls; 0: nobody knows. */
static uint32_t
flags_of_call(struct followed *followed, uint64_t address)
{
    struct instruction instruction;
    const char *name = NULL;

    if (!decode_at(followed, address, &instruction)) {
        return 0;
    }
    if (instruction.flow == FLOW_CALL || instruction.flow == FLOW_JUMP ||
        (instruction.flow == FLOW_CALL_INDIRECT &&
         instruction.memory.base == REGISTER_RIP)) {
        name = name_of_callee(followed, instruction.target,
                              instruction.flow == FLOW_CALL_INDIRECT);
    }
    return name != NULL ? function_name_contract(name) : 0;
}

/*
 * Where to begin: after the call that returned the reference, or after the
 * change that it came into being with; but a reference that is one more is
 * followed from where the function got hold of the object.
 */
static bool
find_start(struct following_memory *memory, struct followed *followed,
           enum source source, struct handing_start *start,
           struct following *following)
{
    const struct handing_code *code = followed->code;
    const struct place *place = followed->place;
    uint64_t at = place->offset - code->address;
    struct instruction instruction;
    struct origin origin;

    *start = (struct handing_start){ .address = place->offset + 1,
                                     .registers = 1u << REGISTER_RAX,
                                     .owed = 1 };
    if (source == SOURCE_CALL) {
        return true;
    }
    if (source == SOURCE_MOVED) {
        return origin_find_overwritten(
            code, image_file_function_start(followed->file, place->offset),
            start->address, &memory->handing, &start->registers);
    }
    if (!decode_instruction(code->bytes + at, code->size - at, place->offset,
                            &instruction) ||
        !decode_is_plain(&instruction) ||
        instruction.memory.base >= REGISTER_COUNT) {
        return false;
    }
    if (source == SOURCE_BIRTH) {
        start->address = place->offset + instruction.length;
        start->registers = (uint16_t)(1u << instruction.memory.base);
        return true;
    }
    if (!origin_find(code,
                     image_file_function_start(followed->file, place->offset),
                     place->offset, instruction.memory.base, &memory->handing,
                     &origin)) {
        return false;
    }
    start->address = origin.start;
    start->registers = origin.registers;
    start->through = place->offset;
    start->owed = 0;
    following->had_since = origin.made != 0 ? origin.made : origin.start;
    if (origin.made != 0 &&
        (flags_of_call(followed, origin.made) & FUNCTION_GIVES) != 0) {
        start->owed = 1;
        following->owed_since = origin.made;
    }
    return true;
}

/* A reference that was last given to who builds values: was its letter wrong? */
static void
note_builders(struct followed *followed, struct following *following)
{
    for (size_t i = 0; i < following->handing.loss_count; i++) {
        uint64_t used = following->handing.losses[i].used;

        if ((flags_of_call(followed, used) & FUNCTION_CHOOSES) != 0) {
            following->built = used;
        }
    }
}

void
following_read(struct symbols *symbols, struct following_memory *memory,
               const struct place *place, enum source source,
               struct following *following)
{
    struct handing_code code = { .inside = is_inside, .callee = callee_at };
    struct followed followed = {
        .symbols = symbols,
        .file = symbols_image_file(symbols, place->image),
        .place = place,
        .code = &code,
        .numbering = &memory->numbering,
    };
    struct handing_start start;

    code.context = &followed;
    *following = (struct following){ .handing.unclear = true };
    if (followed.file == NULL) {
        return;
    }
    code.bytes = image_file_segment(followed.file, place->offset, &code.address,
                                    &code.size);
    if (code.bytes == NULL) {
        return;
    }
    code.framed = is_framed(&followed);
    if (find_start(memory, &followed, source, &start, following)) {
        handing_follow(&code, &start, &memory->handing, &following->handing);
        note_builders(&followed, following);
    }
}
