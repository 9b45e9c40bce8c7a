/*
 * frames - what src/cpython reads, for frames.py to compare with the truth.
 *
 * Loaded by ctypes.PyDLL, so the caller holds the GIL as on the event path.
 */
#include <inttypes.h>
#include <stdio.h>

#include "cpython/frame_stack.h"
#include "cpython/type_info.h"

static const struct python_layout *layout;
static uint64_t (*current_thread)(void);

int frames_init(uint32_t hexversion, uint64_t getter);
const char *frames_here(void);
const char *frames_code(uint64_t code);
const char *frames_text(uint64_t object, size_t size);
const char *frames_type_name(uint64_t type, size_t size);
unsigned frames_preheader(uint64_t type);
uint64_t frames_thread_id(void);
uint64_t frames_innermost_evaluation(void);

int
frames_init(uint32_t hexversion, uint64_t getter)
{
    layout = layout_find(hexversion, false);
    current_thread = (uint64_t(*)(void))(uintptr_t)getter;
    return layout != NULL;
}

static uint64_t
thread(void)
{
    return current_thread();
}

/* One line a frame: fields separated by tabs. */
const char *
frames_here(void)
{
    static char text[1 << 20];
    struct frame_position stack[2000];
    size_t used = 0;
    size_t count = frame_stack_walk(layout, thread(), stack, 2000);

    for (size_t i = 0; i < count && used < sizeof text - 1000; i++) {
        uint64_t code = stack[i].code;
        uint32_t instruction = stack[i].instruction;
        char file[400], function[300];
        struct code_place place = { 0 };
        const char *opcode = frame_opcode(layout, code, instruction, &place);
        code_filename(layout, code, file, sizeof file);
        code_function(layout, code, function, sizeof function);
        used += (size_t)snprintf(
            text + used, sizeof text - used, "%s\t%s\t%u\t%d\t%s\t%u\t%u\n",
            file, function, frame_line(layout, code, instruction, &place),
            (int)instruction, opcode ? opcode : "-",
            code_first_line(layout, code), code_flags(layout, code));
    }
    return text;
}

/* Opcode and line of every code unit: "NAME LINE NAME LINE ...". */
const char *
frames_code(uint64_t code)
{
    static char text[1 << 20];
    struct code_place place = { 0 };
    size_t used = 0;
    const char *opcode;

    text[0] = '\0';
    for (uint32_t at = 0;
         used < sizeof text - 100 &&
         (opcode = frame_opcode(layout, code, at, &place)) != NULL;
         at += 2) {
        used += (size_t)snprintf(text + used, sizeof text - used, "%s %u ",
                                 opcode, frame_line(layout, code, at, &place));
    }
    return text;
}

const char *
frames_text(uint64_t object, size_t size)
{
    static char text[1 << 16];
    python_text(layout, object, text, size);
    return text;
}

const char *
frames_type_name(uint64_t type, size_t size)
{
    static char text[1 << 12];
    type_full_name(layout, type, text, size);
    return text;
}

unsigned
frames_preheader(uint64_t type)
{
    return object_preheader(layout, type);
}

uint64_t
frames_thread_id(void)
{
    return frame_stack_thread_id(layout, thread());
}

uint64_t
frames_innermost_evaluation(void)
{
    return frame_stack_innermost_evaluation(layout, thread());
}
