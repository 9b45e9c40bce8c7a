#include "probe/stack/frame_spine.h"
#include "probe/stack/python_stack.h"

#include "base/mapping.h"
#include "cpython/frame_stack.h"
#include "cpython/memory.h"
#include "ledger/hash.h"
#include "probe/stack/native_stack.h"
#include "probe/state/recorder.h"

enum {
    SPINE_FRAMES = 1 << 12,
    SPINE_SEARCHED = 4, /* frames outside the last one that may be on top now */
    MOVES = 1 << 14,
};

/* Words as they stand in the frame: only to be compared. */
struct spine_frame {
    uint64_t frame, code, instruction;
    uint32_t anchor; /* node at the first change in it, 0: none yet */
    uint32_t node;   /* node at `instruction` */
};

struct frame_spine {
    uint32_t generation; /* another one than now: all is void */
    int32_t top; /* frames[0] is never on top: nothing is known around it */
    struct spine_frame frames[SPINE_FRAMES];
};

/* From the anchor of a frame to the node of another of its instructions. */
struct move {
    uint64_t instruction;
    uint32_t anchor, node;
};

static struct move *moves;

bool
frame_spine_init(void)
{
    moves = mapping_zeroed(MOVES * sizeof *moves);
    return moves != NULL;
}

static inline uint64_t
instruction_of(uint64_t frame)
{
    return frame_stack_instruction(recorder.layout, frame);
}

static inline uint64_t
previous_of(uint64_t frame)
{
    return load64(frame + recorder.layout->frame.previous);
}

static inline struct spine_frame
frame_now(uint64_t frame)
{
    return (struct spine_frame){
        .frame = frame,
        .code = load64(frame + recorder.layout->frame.code),
        .instruction = instruction_of(frame),
    };
}

static inline bool
runs_same(const struct spine_frame *known, uint64_t frame)
{
    return known->frame == frame &&
           known->code == load64(frame + recorder.layout->frame.code);
}

/* Whether the frame is number i, and has not moved. */
static inline bool
stands(const struct frame_spine *spine, int32_t i, uint64_t frame)
{
    const struct spine_frame *known = &spine->frames[i];

    return runs_same(known, frame) &&
           known->instruction == instruction_of(frame);
}

/* Makes the frame the top one. False: it is not near where the last one was. */
static bool
find_top(struct frame_spine *spine, uint64_t frame)
{
    uint64_t outer = previous_of(frame);
    int32_t lowest = spine->top - SPINE_SEARCHED;

    for (int32_t i = spine->top; i >= 1 && i >= lowest; i--) {
        if (runs_same(&spine->frames[i], frame) &&
            stands(spine, i - 1, outer)) {
            spine->top = i;
            return true;
        }
    }
    if (outer == 0) {
        return false;
    }
    for (int32_t i = spine->top; i >= 0 && i >= lowest; i--) {
        if (stands(spine, i, outer) && i + 1 < SPINE_FRAMES) {
            spine->top = i + 1;
            spine->frames[i + 1] = frame_now(frame);
            return true;
        }
    }
    return false;
}

static void
start_anew(struct frame_spine *spine, uint64_t frame)
{
    uint64_t outer = previous_of(frame);

    spine->generation = recorder.frames_ended;
    spine->top = 0;
    spine->frames[0] = (struct spine_frame){ .frame = 0 };
    if (outer != 0) {
        spine->frames[0] = frame_now(outer);
        spine->frames[1] = frame_now(frame);
        spine->top = 1;
    }
}

/* The node of the top frame, which was at another instruction before. */
static uint32_t
move_top(struct thread_record *thread, struct spine_frame *top)
{
    uint64_t instruction = instruction_of(top->frame);
    struct move *move;

    if (top->instruction == instruction && top->node != 0) {
        return top->node;
    }
    top->instruction = instruction;
    if (top->anchor == 0) {
        top->anchor = top->node = python_stack_walk(thread);
        return top->node;
    }
    move = &moves[hash_mix(top->anchor, instruction) >> 32 & (MOVES - 1)];
    if (move->anchor != top->anchor || move->instruction != instruction) {
        *move = (struct move){ instruction, top->anchor,
                               python_stack_walk(thread) };
    }
    top->node = move->node;
    return top->node;
}

static uint32_t
node_of(struct thread_record *thread)
{
    struct frame_spine *spine = thread->spine;
    uint64_t frame = frame_stack_current_frame(recorder.layout, thread->state);

    if (frame == 0) {
        return python_stack_walk(thread);
    }
    if (spine->generation != recorder.frames_ended || !find_top(spine, frame)) {
        start_anew(spine, frame);
    }
    return spine->top == 0 ? python_stack_walk(thread)
                           : move_top(thread, &spine->frames[spine->top]);
}

uint32_t
frame_spine_node(struct thread_record *thread)
{
    uint32_t node;

    if (!recorder.sees_frames_end || thread->state == 0 ||
        recorder.options.python_depth == 0) {
        return python_stack_walk(thread);
    }
    if (thread->spine == NULL &&
        (thread->spine = mapping_zeroed(sizeof *thread->spine)) == NULL) {
        return python_stack_walk(thread);
    }
    node = node_of(thread);
#ifdef REFTALLY_STRICT
    if (node != python_stack_walk(thread)) {
        recording_bug("the Python stack is not what the spine says");
    }
#endif
    return node;
}
