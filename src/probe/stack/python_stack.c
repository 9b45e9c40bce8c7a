/*
 * Python frames for the reader of a report: code objects and positions, read
 * by offsets, as nodes of a tree. A stack that was just seen is recognised by
 * a hash of its code objects, by number, and positions.
 */
#include "probe/stack/python_stack.h"
#include "base/mapping.h"
#include "cpython/code_loop.h"
#include "cpython/code_settling.h"
#include "ledger/hash.h"
#include "probe/state/recorder.h"


enum {
    STACK_GUESSES = 1 << 14,
    DEPTH_MAX = 128,
    TEXT_MAX = 1024,
    PLACES = 1 << 9, /* code objects that are read on where they were left */
    POSITIONS = 1 << 12, /* instructions that are remembered */
};

_Static_assert((int)SETTLING_STORED == (int)LEDGER_SETTLING_STORED &&
                   (int)SETTLING_DROPPED == (int)LEDGER_SETTLING_DROPPED,
               "both halves know the same settlings");

struct code_slot {
    uint64_t code;
    uint32_t number;
};

static struct code_slot *codes;
static uint32_t code_count;
static struct {
    uint64_t hash;
    uint32_t node;
} guesses[STACK_GUESSES];
static struct code_place places[PLACES];

bool
python_stack_init(void)
{
    codes = mapping_zeroed(RECORDER_CODE_SLOTS * sizeof *codes);
    return codes != NULL;
}

static struct code_slot *
code_slot_of(uint64_t code)
{
    uint32_t slot =
        (uint32_t)(hash_mix(code, 0) >> 32) & (RECORDER_CODE_SLOTS - 1);

    while (codes[slot].code != 0 && codes[slot].code != code) {
        slot = (slot + 1) & (RECORDER_CODE_SLOTS - 1);
    }
    return &codes[slot];
}

static struct code_place *
place_of(uint64_t code)
{
    return &places[(hash_mix(code, 1) >> 32) & (PLACES - 1)];
}

void
python_stack_forget_code(uint64_t code)
{
    struct code_slot *slot = code_slot_of(code);

    place_of(code)->code = 0;
    if (slot->code == code) {
        slot->number = 0;
        recorder_frames_ended();
    }
}

static uint32_t
add_code(uint64_t code)
{
    char text[TEXT_MAX];
    struct store *store = &recorder.store;
    uint32_t number = store_add(store, LEDGER_CODES, 1);
    struct ledger_code *record = store_code(store, number);
    size_t length;

    if (number == 0) {
        return 0;
    }
    record->address = code;
    length = code_filename(recorder.layout, code, text, sizeof text);
    record->filename = length > 0 ? store_text(store, text, length) : 0;
    length = code_function(recorder.layout, code, text, sizeof text);
    record->function = length > 0 ? store_text(store, text, length) : 0;
    record->first_line = code_first_line(recorder.layout, code);
    record->flags = code_flags(recorder.layout, code);
    return number;
}

uint32_t
python_stack_code(uint64_t code)
{
    struct code_slot *slot;

    if (code == 0 || code_count > RECORDER_CODE_SLOTS / 2) {
        return 0;
    }
    slot = code_slot_of(code);
    if (slot->number == 0) {
        code_count += slot->code == 0;
        slot->code = code;
        slot->number = add_code(code);
    }
    return slot->number;
}

uint32_t
python_stack_known_code(uint64_t code)
{
    return code_slot_of(code)->number;
}

/* Opcode names are few: each gets one string of the ledger. */
static ledger_string
opcode_text(const char *name)
{
    static struct {
        const char *name;
        ledger_string text;
    } known[512];
    uint32_t slot =
        (uint32_t)(hash_mix((uint64_t)(uintptr_t)name, 0) >> 32) & 511;
    size_t length = 0;

    if (name == NULL) {
        return 0;
    }
    if (known[slot].name != name) {
        while (name[length] != '\0') {
            length++;
        }
        known[slot].name = name;
        known[slot].text = store_text(&recorder.store, name, length);
    }
    return known[slot].text;
}

/* What stands at an instruction is read from the code's tables, once for all
 * the stacks that it is on. */
static void
describe(struct ledger_python_node *node, uint64_t code)
{
    static struct ledger_python_node known[POSITIONS];
    struct ledger_python_node *same =
        &known[(hash_mix(node->code, node->instruction) >> 32) &
               (POSITIONS - 1)];

    if (same->code != node->code || same->instruction != node->instruction ||
        node->code == 0) { /* there was no room for its code */
        const struct python_layout *layout = recorder.layout;
        struct code_place *place = place_of(code);
        uint32_t at = node->instruction;

        *same = *node;
        same->line = frame_line(layout, code, at, place);
        same->opcode = opcode_text(frame_opcode(layout, code, at, place));
        same->flags =
            (code_loop_has(layout, code, at, place) ? LEDGER_PYTHON_LOOP : 0u) |
            (uint32_t)code_settling(layout, code, at, place)
                << LEDGER_PYTHON_SETTLING_SHIFT;
    }
    node->line = same->line;
    node->opcode = same->opcode;
    node->flags = same->flags;
}

static uint32_t
add_frame(uint32_t parent, const struct frame_position *position, bool cut)
{
    struct python_frame frame = {
        .code = python_stack_code(position->code),
        .instruction = position->instruction,
    };
    bool is_new;
    uint32_t node = stack_tree_python(&recorder.tree, parent, frame, &is_new);

    if (node != 0 && is_new) {
        struct ledger_python_node *record =
            store_python_node(&recorder.store, node);

        describe(record, position->code);
        record->flags |= cut ? LEDGER_PYTHON_CUT : 0u;
    }
    return node;
}

static uint32_t
walk(const struct thread_record *thread, size_t depth)
{
    struct frame_position positions[DEPTH_MAX + 1];
    size_t count;
    uint64_t hash = 0;
    uint32_t slot, node = 0;
    bool cut;

    if (thread->state == 0 || depth == 0) {
        return 0;
    }
    count =
        frame_stack_walk(recorder.layout, thread->state, positions, depth + 1);
    cut = count > depth;
    count = cut ? depth : count;
    for (size_t i = 0; i < count; i++) {
        /*
         * None waits for another; mixed, because in a recursion frames differ
         * by the same few amounts, and in a sum of products those cancel out.
         */
        uint64_t code = python_stack_code(positions[i].code);

        hash += hash_mix(code | (uint64_t)i << 32, positions[i].instruction);
    }
    hash = hash_mix(hash, count * 2 + cut);
    slot = (uint32_t)(hash >> 40) & (STACK_GUESSES - 1);
    if (guesses[slot].hash == hash && guesses[slot].node != 0) {
        return guesses[slot].node;
    }
    for (size_t i = count; i > 0; i--) {
        node = add_frame(node, &positions[i - 1], cut && i == count);
        if (node == 0) {
            return 0;
        }
    }
    guesses[slot].hash = hash;
    guesses[slot].node = node;
    return node;
}

uint32_t
python_stack_walk(const struct thread_record *thread)
{
    size_t depth = recorder.options.python_depth;

    return walk(thread, depth < DEPTH_MAX ? depth : DEPTH_MAX);
}

uint32_t
python_stack_whole(const struct thread_record *thread)
{
    return walk(thread, recorder.options.python_depth == 0 ? 0 : DEPTH_MAX);
}

uint32_t
python_stack_taking(uint32_t node)
{
    struct ledger_python_node record =
        *store_python_node(&recorder.store, node);
    struct frame_position position = { 0 };

    if (record.code == 0) {
        return node;
    }
    position.code = store_code(&recorder.store, record.code)->address;
    position.instruction =
        frame_taking(recorder.layout, position.code, record.instruction,
                     place_of(position.code));
    return position.instruction == record.instruction
               ? node
               : add_frame(record.parent, &position,
                           (record.flags & LEDGER_PYTHON_CUT) != 0);
}
