#include "report/fates.h"

#include <stdlib.h>
#include <string.h>

#include "arch/x86_64/decode.h"
#include "arch/x86_64/handing.h"
#include "report/function_names.h"
#include "report/image_names.h"
#include "report/memory.h"

/* What was found out about a place. */
struct known {
    bool asked;
    struct handing handing;
};

struct fates {
    struct symbols *symbols;
    struct known *known; /* by number of the place */
    size_t count;
    struct handing_memory memory;
};

/* The function that is being followed. */
struct followed {
    struct symbols *symbols;
    struct image_file *file;
    const struct place *place;
    const struct handing_code *code;
};

struct fates *
fates_create(struct symbols *symbols)
{
    struct fates *fates = (struct fates *)memory_zeroed(1, sizeof *fates);

    fates->symbols = symbols;
    return fates;
}

void
fates_free(struct fates *fates)
{
    free(fates->known);
    free(fates);
}

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

static enum handing_callee
callee_at(void *context, uint64_t target, bool slot)
{
    const struct followed *followed = (const struct followed *)context;
    uint64_t found = slot ? target : slot_of_stub(followed->code, target);
    const char *name;

    if (found == 0) {
        const struct place *place =
            symbols_place(followed->symbols, followed->place->image, target);

        return callee_by_name(
            symbols_function(followed->symbols, outermost(place))->name);
    }
    name = image_file_import(followed->file, found);
    return name != NULL ? callee_by_name(name) : HANDING_BORROWS;
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

/* Where to begin: after a call, or after the change that a site makes. */
static bool
find_start(const struct handing_code *code, const struct place *place,
           bool site, uint64_t *start, uint8_t *register_)
{
    uint64_t at = place->offset - code->address;
    struct instruction instruction;

    *register_ = REGISTER_RAX;
    *start = place->offset + 1;
    if (!site) {
        return true;
    }
    if (!decode_instruction(code->bytes + at, code->size - at, place->offset,
                            &instruction) ||
        !decode_is_plain(&instruction)) {
        return false;
    }
    *register_ = instruction.memory.base;
    *start = place->offset + instruction.length;
    return true;
}

static void
follow(struct fates *fates, const struct place *place, bool site,
       struct handing *handing)
{
    struct handing_code code = { .inside = is_inside, .callee = callee_at };
    struct followed followed = {
        .symbols = fates->symbols,
        .file = symbols_image_file(fates->symbols, place->image),
        .place = place,
        .code = &code,
    };
    uint64_t start;
    uint8_t register_;

    code.context = &followed;
    *handing = (struct handing){ .unclear = true };
    if (followed.file == NULL) {
        return;
    }
    code.bytes = image_file_segment(followed.file, place->offset, &code.address,
                                    &code.size);
    if (code.bytes != NULL &&
        find_start(&code, place, site, &start, &register_)) {
        code.framed = is_framed(&followed);
        handing_follow(&code, start, register_, &fates->memory, handing);
    }
}

static const struct handing *
handing_at(struct fates *fates, const struct place *place, bool site)
{
    struct handing handing;

    if (place->number >= fates->count) {
        size_t count = (size_t)place->number * 2 + 64;

        fates->known = (struct known *)memory_resize(fates->known, count,
                                                     sizeof *fates->known);
        memset(fates->known + fates->count, 0,
               (count - fates->count) * sizeof *fates->known);
        fates->count = count;
    }
    if (!fates->known[place->number].asked) {
        follow(fates, place, site, &handing);
        fates->known[place->number] = (struct known){ true, handing };
    }
    return &fates->known[place->number].handing;
}

/* How many of the outer functions of two places are the same ones. */
static uint32_t
common_frames(const struct place *a, const struct place *b)
{
    uint32_t common = 0;

    while (common < a->count && common < b->count &&
           a->frames[a->count - 1 - common].function ==
               b->frames[b->count - 1 - common].function) {
        common++;
    }
    return common;
}

/*
 * `depth` is 1 for the function itself, 2 for what is inlined into it ... A
 * reference is lost in the innermost of them that both has it and loses it.
 */
static struct fate
fate_at(struct fates *fates, const struct place *place,
        const struct handing *handing, uint32_t depth)
{
    for (size_t i = 0; i < handing->loss_count; i++) {
        const struct place *used = symbols_place(fates->symbols, place->image,
                                                 handing->losses[i].used);
        const struct place *past = symbols_place(fates->symbols, place->image,
                                                 handing->losses[i].passed);

        if (common_frames(place, used) == depth) {
            return (struct fate){
                .kind = handing->returned ? FATE_EITHER : FATE_LOST,
                .past = common_frames(place, past) >= depth ? past : used,
                .depth = depth,
            };
        }
    }
    if (handing->unclear || handing->stored) {
        return (struct fate){ .kind = FATE_UNKNOWN };
    }
    if (handing->doubtful) {
        return (struct fate){
            .kind = handing->returned || depth > 1 ? FATE_UNKNOWN : FATE_ENDS,
        };
    }
    return (struct fate){ .kind = FATE_FINE };
}

/*
 * From the change outward, one machine function after the other. What a call
 * returned is the reference in question if it came with the object and was
 * handed on ever since, or if the callee is known to give what it returns.
 */
struct fate
fates_find(struct fates *fates, const struct stack *stack, bool born,
           size_t frame)
{
    bool given = born, site = true;

    for (size_t i = 0; i < stack->relevant; i++) {
        const struct stack_frame *at = &stack->frames[i];
        const struct handing *handing;

        if (at->evaluator) {
            given = false;
        }
        if (at->inlined) {
            continue;
        }
        handing = handing_at(fates, at->place, site);
        if (site) {
            given = born || handing->returned;
        }
        if (frame <= i) {
            return site || !given ? (struct fate){ .kind = FATE_UNKNOWN }
                                  : fate_at(fates, at->place, handing,
                                            (uint32_t)(i - frame) + 1);
        }
        given = (given && (site || handing->returned || handing->unclear)) ||
                (symbols_function(fates->symbols, at->function)->flags &
                 FUNCTION_GIVES) != 0;
        site = false;
    }
    return (struct fate){ .kind = FATE_UNKNOWN };
}
