/*
 * frame_stack - what a thread is evaluating, read as raw memory.
 *
 * Made for the event path: no Python API, no counts changed, nothing written
 * into the host. The caller holds the GIL of the thread that it asks about.
 */
#ifndef REFTALLY_CPYTHON_FRAME_STACK_H
#define REFTALLY_CPYTHON_FRAME_STACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cpython/layout.h"
#include "cpython/line_table.h"
#include "cpython/memory.h"
#include "cpython/python_text.h"

/* The frame exists but has not begun its first instruction. */
#define FRAME_NOT_STARTED UINT32_MAX

struct frame_position {
    uint64_t frame;       /* its address tells activations apart while they
                             live; later ones may reuse it */
    uint64_t code;        /* the code object */
    uint32_t instruction; /* byte offset, or FRAME_NOT_STARTED */
};

/* The pthread_t of a thread as its interpreter noted it. */
uint64_t frame_stack_thread_id(const struct python_layout *layout,
                               uint64_t thread);

/*
 * An address in the C frame of the innermost live _PyEval_EvalFrameDefault. Up
 * to 3.12 that of its CFrame (when nothing is evaluated: of the root, which
 * lies in the thread state); from 3.13 that of the frame which it puts below
 * its first (nothing evaluated: 0), found by walking. 0 also: 3.9 has neither.
 */
uint64_t frame_stack_innermost_evaluation(const struct python_layout *layout,
                                          uint64_t thread);

/* The same. False: it is not found among so many frames of Python code. */
bool frame_stack_near_evaluation(const struct python_layout *layout,
                                 uint64_t thread, uint64_t frames_max,
                                 uint64_t *evaluation);

/* The innermost frame, 0: none. Frames of one evaluation share a CFrame. */
static inline uint64_t
frame_stack_current_frame(const struct python_layout *layout, uint64_t thread)
{
    uint64_t evaluation;

    if (!layout->state.frame_in_evaluation) {
        return load64(thread + layout->state.frame);
    }
    evaluation = load64(thread + layout->state.evaluation);
    return evaluation == 0
               ? 0
               : load64(evaluation + layout->state.evaluation_frame);
}

/* The instruction of a frame as it stands there: only to be compared. */
static inline uint64_t
frame_stack_instruction(const struct python_layout *layout, uint64_t frame)
{
    uint64_t at = frame + layout->frame.instruction;

    return layout->frame.instruction_form == INSTRUCTION_POINTER ? load64(at)
                                                                 : load32(at);
}

/* The code object of a frame, 0 when it is already being torn down. */
uint64_t frame_code(const struct python_layout *layout, uint64_t frame);

/* Whether it stands for an entry into frame evaluation: it holds nothing. */
bool frame_is_of_evaluation(const struct python_layout *layout, uint64_t frame);

/* Byte offset of a frame's instruction in its code, or FRAME_NOT_STARTED. */
uint32_t frame_instruction(const struct python_layout *layout, uint64_t frame,
                           uint64_t code);

/*
 * Fills `out` from the innermost frame outward and returns how many. A frame
 * whose code object is being freed at this moment is passed over, and so are
 * those of the interpreter itself.
 */
size_t frame_stack_walk(const struct python_layout *layout, uint64_t thread,
                        struct frame_position *out, size_t max);

/*
 * How far the code and the table of lines of a code object were read: both are
 * read from the start, and code may be long. All zero at first; one that is of
 * no use begins anew. The caller forgets it when the code object dies.
 */
struct code_place {
    uint64_t code;
    struct line_place line;
    uint32_t position; /* where an instruction begins */
};

/*
 * The source line of an instruction. One before the body has begun (3.11 gives
 * COPY_FREE_VARS and MAKE_CELL no line) has that of the definition. 0: none.
 */
uint32_t frame_line(const struct python_layout *layout, uint64_t code,
                    uint32_t instruction, struct code_place *place);

/* Where the instructions lie and how many bytes they are. */
uint64_t code_bytes(const struct python_layout *layout, uint64_t code,
                    uint64_t *size);

/*
 * The opcode's name, without specialization. An offset within an inline cache
 * means the instruction that owns it; one of an EXTENDED_ARG, the instruction
 * that it extends. NULL: not started or unknown. Reads the code up to there.
 */
const char *frame_opcode(const struct python_layout *layout, uint64_t code,
                         uint32_t instruction, struct code_place *place);

/*
 * The instruction that takes a reference where the frame stands at this one.
 * 3.11 and 3.12 evaluate some together, and the frame stands at the first: but
 * STORE_FAST takes nothing, the LOAD_FAST behind it does.
 */
uint32_t frame_taking(const struct python_layout *layout, uint64_t code,
                      uint32_t instruction, struct code_place *place);

/* As python_text. The function is the qualified name where there is one. */
size_t code_filename(const struct python_layout *layout, uint64_t code,
                     char *out, size_t size);
size_t code_function(const struct python_layout *layout, uint64_t code,
                     char *out, size_t size);

/* Whether the function has that name, which is ASCII. */
bool code_is_named(const struct python_layout *layout, uint64_t code,
                   const char *name, size_t length);

uint32_t code_first_line(const struct python_layout *layout, uint64_t code);
uint32_t code_flags(const struct python_layout *layout, uint64_t code);

#endif
