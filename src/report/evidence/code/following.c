#include "report/evidence/code/following.h"

#include "arch/origin.h"

enum { HEAD_BYTES = 16 }; /* of an object: its count, and its type */

/*
 * References that the function had of what it then released. What it was given
 * as an argument, or by who lends, is not its own; nor is what it found in
 * memory that it does not write to. False: nobody knows.
 */
static bool
owns_before(const struct function_code *function, const struct origin *origin,
            int8_t *owed)
{
    struct instruction made;
    struct handing_slot slot;

    *owed = 0;
    if (origin->made == 0) {
        return origin->start == function->entry;
    }
    if (!function_bytes_decode(function, origin->made, &made)) {
        return false;
    }
    if (made.flow == FLOW_CALL || made.flow == FLOW_CALL_INDIRECT) {
        *owed = (function_code_callee(function, origin->made) &
                 FUNCTION_LENDS) == 0;
        return true;
    }
    return made.form == FORM_LOAD && handing_slot_of(&made, &slot) &&
           !function_code_writes(function, &slot);
}

/* Whoever begins in the middle may have the count in a register already. */
static bool
find_counts(struct code_memory *memory, const struct function_code *function,
            struct handing_start *start)
{
    start->counts =
        origin_find_counts(&function->code, function->entry, start->address,
                           start->registers, &memory->handing);
    return true;
}

/*
 * Did the function put a pointer into an object that it makes, for which it only
 * now takes the reference?
 */
static bool
is_lent(const struct function_code *function, const struct origin *origin,
        struct following *following)
{
    struct instruction load;

    if (origin->made == 0 ||
        !function_bytes_decode(function, origin->made, &load) ||
        load.form != FORM_LOAD || load.width != 8 ||
        !function_code_lent_to(function, &load)) {
        return false;
    }
    following->lent = handing_slot_of(&load, &following->lent_to);
    return following->lent;
}

/* The instruction that changes the count, and the register with the pointer. */
struct changing {
    uint64_t address;
    uint8_t length;
    uint8_t register_;
};

/* A call of Py_IncRef or its like, of which only the caller is a place. */
static bool
calls_changer(const struct function_code *function, struct changing *changing)
{
    static const uint8_t lengths[] = { 5, 6 }; /* direct, by a slot */
    uint64_t end = function->place->offset + 1;

    for (size_t i = 0; i < sizeof lengths; i++) {
        struct instruction call;
        struct handing_call asked;
        enum handing_callee callee;

        if (!function_bytes_decode(function, end - lengths[i], &call) ||
            call.length != lengths[i] ||
            (call.flow != FLOW_CALL && !(call.flow == FLOW_CALL_INDIRECT &&
                                         call.memory.base == REGISTER_PC))) {
            continue;
        }
        asked = (struct handing_call){
            .address = call.address,
            .target = call.target,
            .arguments = (uint16_t)(1u << register_argument[0]),
            .slot = call.flow == FLOW_CALL_INDIRECT,
        };
        callee = function->code.callee(function->code.context, &asked);
        if (callee == HANDING_TAKES || callee == HANDING_RENEWS ||
            callee == HANDING_STEALS) {
            *changing = (struct changing){ call.address, call.length,
                                           register_argument[0] };
            return true;
        }
    }
    return false;
}

static bool
find_changing(const struct function_code *function, struct changing *changing)
{
    struct instruction instruction;

    if (calls_changer(function, changing)) {
        return true;
    }
    if (!function_bytes_decode(function, function->place->offset,
                               &instruction) ||
        !decode_is_plain(&instruction) ||
        instruction.memory.base >= REGISTER_COUNT) {
        return false;
    }
    *changing = (struct changing){ instruction.address, instruction.length,
                                   instruction.memory.base };
    return true;
}

/* Was the object there before, in a field or as an argument? */
static bool
is_borrowed(const struct function_code *function,
            const struct changing *changing)
{
    struct instruction made;
    uint32_t value;

    return function_bytes_value(function, changing->address,
                                changing->register_, &value) &&
           (function_bytes_is_argument(function, value) ||
            (function_bytes_maker(function, value, &made) &&
             made.form == FORM_LOAD &&
             !function_code_on_stack(function, &made)));
}

/*
 * Where to begin: after the call that returned the reference, or after the
 * change that it came into being with; but a reference that is one more is
 * followed from where the function got hold of the object.
 */
static bool
find_start(struct code_memory *memory, const struct function_code *function,
           enum source source, struct handing_start *start,
           struct following *following)
{
    const struct handing_code *code = &function->code;
    const struct place *place = function->place;
    struct changing changing;
    struct origin origin;

    *start = (struct handing_start){ .address = place->offset + 1,
                                     .registers = 1u << REGISTER_RESULT,
                                     .owed = 1 };
    if (source == SOURCE_CALL) {
        return true;
    }
    if (source == SOURCE_MOVED) {
        return origin_find_overwritten(code, function->entry, start->address,
                                       &memory->handing, &start->registers) &&
               find_counts(memory, function, start);
    }
    if (!find_changing(function, &changing)) {
        return false;
    }
    if (source == SOURCE_BIRTH) {
        start->address = changing.address + changing.length;
        start->registers = (uint16_t)(1u << changing.register_);
        return true;
    }
    if (!origin_find(code, function->entry, changing.address,
                     changing.register_, &memory->handing, &origin)) {
        if (source == SOURCE_RELEASED) {
            return false;
        }
        start->address = changing.address;
        start->registers = (uint16_t)(1u << changing.register_);
        start->owed = 0;
        following->blurred = true;
        return true;
    }
    if (source == SOURCE_RELEASED &&
        !owns_before(function, &origin, &start->owed)) {
        return false;
    }
    start->address = origin.start;
    start->registers = origin.registers;
    start->in_slot = origin.in_slot;
    start->slot = origin.slot;
    start->through = changing.address;
    if (source == SOURCE_RELEASED) {
        return true;
    }
    start->owed = is_lent(function, &origin, following) ? -1 : 0;
    start->loaded = origin.made;
    following->borrowed = is_borrowed(function, &changing);
    following->had_since = origin.made != 0 ? origin.made : origin.start;
    if (origin.made != 0 && (function_code_callee(function, origin.made) &
                             (FUNCTION_GIVES | FUNCTION_CHOOSES)) != 0) {
        start->owed = 1;
        following->owed_since = origin.made;
    }
    return true;
}

/* A reference that was last given to who builds values: was its letter wrong? */
static void
note_builders(const struct function_code *function, struct following *following)
{
    for (size_t i = 0; i < following->handing.loss_count; i++) {
        uint64_t used = following->handing.losses[i].used;

        if ((function_code_callee(function, used) & FUNCTION_CHOOSES) != 0) {
            following->built = used;
        }
    }
}

/* What callees put away for it. */
static void
note_consumed(const struct consumers_memory *consumers, struct handing *handing)
{
    for (size_t i = 0; i < consumers->store_count &&
                       handing->store_count < HANDING_STORES_MAX;
         i++) {
        handing->stores[handing->store_count++] = consumers->stores[i];
    }
}

/* What it stood in before it was looked at counts as well. */
static void
note_lent(struct following *following)
{
    struct handing *handing = &following->handing;

    if (following->lent) {
        handing->stored = true;
        if (handing->store_count < HANDING_STORES_MAX) {
            handing->stores[handing->store_count++] = following->lent_to;
        }
    }
}

/* Who else had the object before is not known: only where it is put now. */
static void
blur(struct handing *handing)
{
    handing->returned = handing->gone = handing->doubtful = false;
    handing->unclear = true;
    handing->loss_count = handing->lent_count = 0;
}

void
following_read(struct symbols *symbols, struct code_memory *memory,
               const struct place *place, enum source source,
               struct following *following)
{
    struct function_code function;
    struct handing_start start;

    *following = (struct following){ .handing.unclear = true };
    if (function_code_find(&function, symbols, place, memory) &&
        find_start(memory, &function, source, &start, following)) {
        memory->consumers.store_count = 0;
        handing_follow(&function.code, &start, &memory->handing,
                       &following->handing);
        note_builders(&function, following);
        handed_up_by(&function, &start, &memory->handing, &following->handing,
                     &following->up);
        if (source == SOURCE_TAKEN && start.owed == 0) {
            handed_up_in_place(&function, &start, following->had_since,
                               &memory->handing, &following->handing,
                               &following->up);
        }
        note_lent(following);
        note_consumed(&memory->consumers, &following->handing);
        if (following->blurred) {
            blur(&following->handing);
        }
    }
}

void
following_registers(struct symbols *symbols, struct code_memory *memory,
                    const struct place *place, uint16_t registers,
                    struct following *following)
{
    struct function_code function;
    struct handing_start start = { .address = place->offset + 1,
                                   .registers = registers,
                                   .owed = 1 };

    *following = (struct following){ .handing.unclear = true };
    if (function_code_find(&function, symbols, place, memory)) {
        find_counts(memory, &function, &start);
        handing_follow(&function.code, &start, &memory->handing,
                       &following->handing);
    }
}

void
following_filled(struct symbols *symbols, struct code_memory *memory,
                 const struct place *place, const struct handed_up *by,
                 struct following *following)
{
    struct function_code function;
    struct handed_word filled;
    struct handing_start start = {
        .address = place->offset + 1,
        .in_slot = true,
        .filled = true,
        .zeros = by->zero ? 1u << REGISTER_RESULT : 0,
        .positive = by->positive ? 1u << REGISTER_RESULT : 0,
        .owed = 1,
    };

    *following = (struct following){ .handing.unclear = true };
    if (!function_code_find(&function, symbols, place, memory) ||
        !handed_up_word(&function, by, start.address, &filled)) {
        return;
    }
    following->filled = filled.pointed;
    if (!filled.on_stack) {
        following->handing.unclear = false;
        following->handing.stored = true;
        following->handing.stores[0] = filled.slot;
        following->handing.store_count = 1;
    }
    else if (!filled.shared && (by->zero || by->positive)) {
        start.slot = filled.word;
        handing_follow(&function.code, &start, &memory->handing,
                       &following->handing);
    }
}

/* Does the function end what a word had that it loaded: by writing to it, or as
 * its object dies? */
static bool
gives_up(const struct function_code *function, const struct instruction *load)
{
    uint32_t number = function_bytes_outermost(function->place);

    return (symbols_function(function->symbols, number)->flags &
            FUNCTION_DISPOSER) != 0 ||
           function_code_overwrites(function, load);
}

bool
following_loaded(struct symbols *symbols, struct code_memory *memory,
                 const struct place *place, struct handing_slot *slot)
{
    struct function_code function;
    struct changing release;
    struct instruction load;
    struct origin origin;

    return function_code_find(&function, symbols, place, memory) &&
           find_changing(&function, &release) &&
           origin_find(&function.code, function.entry, release.address,
                       release.register_, &memory->handing, &origin) &&
           origin.made != 0 &&
           function_bytes_decode(&function, origin.made, &load) &&
           load.form == FORM_LOAD && load.width == 8 &&
           !function_code_on_stack(&function, &load) &&
           handing_slot_of(&load, slot) &&
           (slot->fixed || slot->where >= HEAD_BYTES) &&
           gives_up(&function, &load);
}
