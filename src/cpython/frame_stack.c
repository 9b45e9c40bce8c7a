#include "cpython/frame_stack.h"

#include "cpython/line_table.h"
#include "cpython/memory.h"
#include "cpython/type_info.h"

enum { UNIT_BYTES = 2 }; /* a code unit: opcode and argument */

uint64_t
frame_stack_thread_id(const struct python_layout *layout, uint64_t thread)
{
    return load64(thread + layout->state.thread_id);
}

/* The frame that an evaluation keeps below those that it evaluates. */
bool
frame_is_of_evaluation(const struct python_layout *layout, uint64_t frame)
{
    return layout->frame.owner_evaluation != 0 &&
           load8(frame + layout->frame.owner) >= layout->frame.owner_evaluation;
}

bool
frame_stack_near_evaluation(const struct python_layout *layout, uint64_t thread,
                            uint64_t frames_max, uint64_t *evaluation)
{
    *evaluation = 0;
    if (layout->state.has_evaluation) {
        *evaluation = load64(thread + layout->state.evaluation);
        return true;
    }
    if (layout->frame.owner_evaluation == 0) {
        return true;
    }
    uint64_t frame = frame_stack_current_frame(layout, thread);
    while (frame != 0 && !frame_is_of_evaluation(layout, frame)) {
        if (frames_max-- == 0) {
            return false;
        }
        frame = load64(frame + layout->frame.previous);
    }
    *evaluation = frame;
    return true;
}

uint64_t
frame_stack_innermost_evaluation(const struct python_layout *layout,
                                 uint64_t thread)
{
    uint64_t evaluation;

    frame_stack_near_evaluation(layout, thread, UINT64_MAX, &evaluation);
    return evaluation;
}

static bool
is_dead(const struct python_layout *layout, uint64_t object)
{
    uint64_t count = object + layout->refcount.offset;

    return layout->refcount.width == 4 ? load32(count) == 0
                                       : (int64_t)load64(count) <= 0;
}

/*
 * From 3.11 a frame is still the current one while it is cleared, and clearing
 * it may free its code object: during that, the code's own count is 0 and its
 * names are already gone.
 */
uint64_t
frame_code(const struct python_layout *layout, uint64_t frame)
{
    uint64_t code =
        load64(frame + layout->frame.code) & ~(uint64_t)layout->frame.code_tag;
    if (code == 0 || is_dead(layout, code)) {
        return 0;
    }
    return code;
}

/* The interpreter's own code, around what it calls: not a line can be traced.
 */
static bool
is_internal(const struct python_layout *layout, uint64_t code)
{
    return layout->frame.owner_evaluation != 0 &&
           (int64_t)(int32_t)load32(code + layout->code.first_traceable) >=
               (int64_t)load64(code + layout->object.size);
}

uint32_t
frame_instruction(const struct python_layout *layout, uint64_t frame,
                  uint64_t code)
{
    uint64_t field = frame + layout->frame.instruction;
    int64_t offset;

    if (layout->frame.instruction_form == INSTRUCTION_POINTER) {
        offset = (int64_t)(load64(field) - (code + layout->code.bytecode));
    }
    else {
        offset = (int32_t)load32(field);
        if (layout->frame.instruction_form == INSTRUCTION_UNITS) {
            offset *= UNIT_BYTES;
        }
    }
    return offset < 0 || offset >= INT32_MAX ? FRAME_NOT_STARTED
                                             : (uint32_t)offset;
}

size_t
frame_stack_walk(const struct python_layout *layout, uint64_t thread,
                 struct frame_position *out, size_t max)
{
    size_t count = 0;
    uint64_t frame = frame_stack_current_frame(layout, thread);

    while (frame != 0 && count < max) {
        uint64_t code = frame_is_of_evaluation(layout, frame)
                            ? 0
                            : frame_code(layout, frame);
        if (code != 0 && !is_internal(layout, code)) {
            out[count].frame = frame;
            out[count].code = code;
            out[count].instruction = frame_instruction(layout, frame, code);
            count++;
        }
        frame = load64(frame + layout->frame.previous);
    }
    return count;
}

uint64_t
code_bytes(const struct python_layout *layout, uint64_t code, uint64_t *size)
{
    if (layout->code.bytecode_inline) {
        *size = load64(code + layout->object.size) * UNIT_BYTES;
        return code + layout->code.bytecode;
    }
    uint64_t bytes = load64(code + layout->code.bytecode);
    if (bytes == 0) {
        *size = 0;
        return 0;
    }
    *size = load64(bytes + layout->object.size);
    return bytes + layout->text.bytes_data;
}

/* Of this code, and not behind the instruction. */
static void
code_place_begin(const struct python_layout *layout, uint64_t code,
                 uint32_t instruction, struct code_place *place)
{
    if (place->code != code || place->line.end > instruction ||
        place->position > instruction) {
        *place =
            (struct code_place){ .code = code,
                                 .line.line = code_first_line(layout, code) };
    }
}

uint32_t
frame_line(const struct python_layout *layout, uint64_t code,
           uint32_t instruction, struct code_place *place)
{
    uint32_t first_line = code_first_line(layout, code);
    uint64_t table = load64(code + layout->code.line_table);

    if (instruction == FRAME_NOT_STARTED || table == 0) {
        return first_line;
    }
    const uint8_t *bytes =
        (const uint8_t *)(uintptr_t)(table + layout->text.bytes_data);
    code_place_begin(layout, code, instruction, place);
    uint32_t line = line_table_find(
        (enum line_table_form)layout->code.line_table_form, bytes,
        load64(table + layout->object.size), instruction, &place->line);
    if (line == 0 && layout->code.bytecode_inline) {
        int64_t body = (int32_t)load32(code + layout->code.first_traceable);
        if (instruction < body * UNIT_BYTES) {
            return first_line;
        }
    }
    return line;
}

const char *
frame_opcode(const struct python_layout *layout, uint64_t code,
             uint32_t instruction, struct code_place *place)
{
    uint64_t size;
    uint64_t bytes = code_bytes(layout, code, &size);

    if (instruction == FRAME_NOT_STARTED) {
        return NULL;
    }
    /* With inline caches only a walk from the start tells code from data. */
    code_place_begin(layout, code, instruction, place);
    uint64_t position =
        layout->opcode_caches != NULL ? place->position : instruction;
    while (position < size) {
        if (position <= instruction) {
            place->position = (uint32_t)position;
        }
        uint8_t opcode = load8(bytes + position);
        uint64_t next = position + UNIT_BYTES;
        if (layout->opcode_caches != NULL) {
            next += (uint64_t)layout->opcode_caches[opcode] * UNIT_BYTES;
        }
        if (instruction < next && opcode != layout->extended_arguments[0] &&
            opcode != layout->extended_arguments[1]) {
            return layout->opcode_names[opcode];
        }
        position = next;
    }
    return NULL;
}

static bool
is_named(const char *name, const char *wanted)
{
    return name != NULL && text_equals(name, wanted);
}

uint32_t
frame_taking(const struct python_layout *layout, uint64_t code,
             uint32_t instruction, struct code_place *place)
{
    uint32_t next = instruction + UNIT_BYTES;

    return is_named(frame_opcode(layout, code, instruction, place),
                    "STORE_FAST") &&
                   is_named(frame_opcode(layout, code, next, place),
                            "LOAD_FAST")
               ? next
               : instruction;
}

size_t
code_filename(const struct python_layout *layout, uint64_t code, char *out,
              size_t size)
{
    return python_text(layout, load64(code + layout->code.filename), out, size);
}

size_t
code_function(const struct python_layout *layout, uint64_t code, char *out,
              size_t size)
{
    return python_text(layout, load64(code + layout->code.qualname), out, size);
}

bool
code_is_named(const struct python_layout *layout, uint64_t code,
              const char *name, size_t length)
{
    return python_text_is(layout, load64(code + layout->code.qualname), name,
                          length);
}

uint32_t
code_first_line(const struct python_layout *layout, uint64_t code)
{
    int32_t line = (int32_t)load32(code + layout->code.first_line);
    return line > 0 ? (uint32_t)line : 0;
}

uint32_t
code_flags(const struct python_layout *layout, uint64_t code)
{
    return load32(code + layout->code.flags);
}
