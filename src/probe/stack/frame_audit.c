#include "probe/stack/frame_audit.h"

#include "cpython/frame_stack.h"
#include "cpython/memory.h"
#include "cpython/owners.h"
#include "probe/stack/frame_charges.h"
#include "probe/stack/python_stack.h"
#include "probe/state/peek.h"
#include "probe/state/recorder.h"

enum {
    CODE_OF_GENERATORS = 0x2a0, /* CO_GENERATOR and its two kin */
    CODE_OPTIMIZED = 1,         /* CO_OPTIMIZED: its variables are in slots */
    OBJECTS_MAX = 2048,         /* of one frame: the host's stack is not ours */
    GRAIN = 256, /* bytes: each distance gives stacks of their own */
};

static uint64_t cell_type;

bool
frame_audit_init(uint64_t type_of_cells)
{
    cell_type = type_of_cells;
    return recorder.options.frames != OPTIONS_FRAMES_AUDIT ||
           frame_charges_init();
}

/* Whether all changes of its count were seen: not while recording pauses. */
static bool
is_as_known(const struct ledger_account *account)
{
    uint64_t word;

    return account->state != LEDGER_ACCOUNT_FREE && account->references > 0 &&
           peek64(account->object + recorder.layout->refcount.offset, &word) &&
           recorder_count(word) == account->references;
}

static uint64_t
function_of(uint64_t frame)
{
    const struct owner_layout *at = &recorder.layout->owners;

    return at->frame_is_object ? 0 : load64(frame + at->frame_function);
}

/* A tracer looked: what the frame has, a dictionary has as well. */
static bool
is_looked_at(uint64_t frame, uint64_t code)
{
    return (code_flags(recorder.layout, code) & CODE_OPTIMIZED) != 0 &&
           load64(frame + recorder.layout->owners.frame_namespace) != 0;
}

static uint64_t
closure_of(uint64_t function, uint32_t *cells)
{
    uint64_t closure =
        function == 0
            ? 0
            : load64(function + recorder.layout->owners.function_closure);
    uint64_t count =
        closure == 0 ? 0 : load64(closure + recorder.layout->object.size);

    *cells = count > OBJECTS_MAX ? 0 : (uint32_t)count;
    return closure;
}

/* Whether all that it is to do is to move what it has into a new generator. */
static bool
makes_generator(uint64_t frame, uint64_t code)
{
    return !recorder.layout->owners.frame_is_object &&
           (code_flags(recorder.layout, code) & CODE_OF_GENERATORS) != 0 &&
           !owners_frame_of_generator(recorder.layout, frame);
}

uint32_t
frame_audit_bytes(uint64_t frame)
{
    uint64_t code = frame_code(recorder.layout, frame);
    uint32_t cells, count;

    if (code == 0 || makes_generator(frame, code) ||
        is_looked_at(frame, code)) {
        return 0;
    }
    closure_of(function_of(frame) & ~(uint64_t)1, &cells);
    count = owners_frame_slots(recorder.layout, frame, code) + cells + 2;
    count = count > OBJECTS_MAX ? OBJECTS_MAX : count;
    return (uint32_t)((sizeof(struct frame_audit) +
                       count * sizeof(struct audited_object) + GRAIN - 1) /
                      GRAIN * GRAIN);
}

/* Its number among those of the audit; -1: it has no account. */
static int32_t
find_object(const struct frame_audit *audit, uint64_t object, uint32_t *account)
{
    *account = object >> ACCOUNT_ADDRESS_BITS == 0
                   ? account_find(&recorder.accounts, object)
                   : 0;
    for (int32_t i = 0; *account != 0 && i < audit->count; i++) {
        if (audit->objects[i].account == *account) {
            return i;
        }
    }
    return -1;
}

static void
add_object(struct frame_audit *audit, uint64_t object, bool own, uint32_t place)
{
    uint32_t index;
    int32_t known = find_object(audit, object, &index);

    if (index == 0 ||
        (known < 0 && (audit->count == audit->most ||
                       !is_as_known(store_account(&recorder.store, index))))) {
        return;
    }
    if (known < 0) {
        const struct ledger_account *account =
            store_account(&recorder.store, index);

        known = audit->count++;
        audit->objects[known] = (struct audited_object){
            .serial = account->serial,
            .others = account->references - frame_charges_of(index),
            .account = index,
            .place = place,
        };
    }
    audit->objects[known].others -= own;
}

/* Of a word that may hold a reference: a low bit says that it counts none. */
static void
add_own(struct frame_audit *audit, uint64_t word, uint32_t place)
{
    add_object(audit, word & ~(uint64_t)1, (word & 1) == 0, place);
}

static void
leave_out_own(struct frame_audit *audit, uint64_t word, uint32_t place)
{
    uint32_t index;
    int32_t known = word & 1 ? -1 : find_object(audit, word, &index);

    (void)place;
    if (known >= 0) {
        audit->objects[known].others++;
    }
}

typedef void own_reference(struct frame_audit *audit, uint64_t word,
                           uint32_t place);

/* The frame's own references: also what is in cells that belong to it. */
static void
visit_own(struct frame_audit *audit, uint64_t frame, uint64_t code,
          own_reference *visit)
{
    const struct python_layout *layout = recorder.layout;
    const struct owner_layout *at = &layout->owners;
    uint32_t slots = owners_frame_slots(layout, frame, code);
    uint32_t own =
        owners_code_slots(layout, code) - owners_code_free(layout, code);

    for (uint32_t i = 0; i < slots; i++) {
        uint64_t word = load64(frame + at->frame_locals + 8 * (uint64_t)i);

        visit(audit, word, i);
        if (i < own && word != 0 && (word & 1) == 0 &&
            load64(word + layout->object.type) == cell_type) {
            visit(audit, load64(word + at->cell_value), i);
        }
    }
    visit(audit, function_of(frame), FRAME_PLACE_FUNCTION);
    visit(audit, load64(frame + layout->frame.code), FRAME_PLACE_CODE);
}

void
frame_audit_begin(struct frame_audit *audit, uint32_t bytes, uint64_t frame)
{
    const struct python_layout *layout = recorder.layout;
    uint64_t code = frame_code(layout, frame), closure;
    uint32_t cells;

    *audit = (struct frame_audit){
        .frame = ~frame,
        .code = ~code,
        .code_number = python_stack_code(code),
        .most =
            (uint16_t)((bytes - sizeof *audit) / sizeof(struct audited_object)),
        .generator = owners_frame_of_generator(layout, frame),
    };
    visit_own(audit, frame, code, add_own);
    closure = closure_of(function_of(frame) & ~(uint64_t)1, &cells);
    for (uint32_t i = 0; i < cells; i++) {
        uint64_t at = closure + layout->owners.tuple_items + 8 * (uint64_t)i;

        add_object(audit, load64(at), false, FRAME_PLACE_CLOSURE + i);
    }
}

/* ---- at the end ---- */

/*
 * One that is not judged. The function of a generator that has ended went with
 * its frame, maybe, and its code and the cells of its closure with that.
 */
static bool
is_left_out(const struct frame_audit *audit,
            const struct audited_object *object, bool keeps)
{
    const struct ledger_account *account =
        store_account(&recorder.store, object->account);

    return account->serial != object->serial || !is_as_known(account) ||
           (!keeps && audit->generator &&
            (object->place >= FRAME_PLACE_CLOSURE ||
             load64(account->object + recorder.layout->object.type) ==
                 cell_type));
}

static void
judge(const struct frame_audit *audit, uint64_t result, bool keeps)
{
    recorder.store.header->frames_audited++;
    for (uint16_t i = 0; i < audit->count; i++) {
        const struct audited_object *object = &audit->objects[i];
        const struct ledger_account *account =
            store_account(&recorder.store, object->account);
        int64_t left;

        if (is_left_out(audit, object, keeps)) {
            continue;
        }
        left = account->references - frame_charges_of(object->account) -
               (account->object == result) - object->others;
        if (left != 0) {
            frame_charges_add(object->account, left,
                              &(struct frame_code){ ~audit->code,
                                                    audit->code_number,
                                                    object->place });
        }
    }
}

void
frame_audit_end(struct frame_audit *audit, uint64_t result)
{
    uint64_t frame = ~audit->frame, code = ~audit->code;
    bool keeps = owners_frame_keeps(recorder.layout, frame, audit->generator);

    /* Where the evaluator clears frames, a traceback has taken it all over. */
    if ((result == 0 && recorder.layout->owners.frame_is_cleared) ||
        (keeps && is_looked_at(frame, code))) {
        return;
    }
    if (keeps) {
        visit_own(audit, frame, code, leave_out_own);
    }
    judge(audit, result, keeps);
}
