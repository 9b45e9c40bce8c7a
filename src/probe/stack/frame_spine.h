/*
 * frame_spine - the Python stack of a change, mostly without walking it.
 *
 * Of each thread the frames of its last change are kept. While everything is
 * tracked, a frame cannot end unseen: that releases its function. So when the
 * frame around the innermost one still stands at the same instruction, all
 * frames outside stand where they stood, and only the innermost one has moved.
 */
#ifndef REFTALLY_PROBE_STACK_FRAME_SPINE_H
#define REFTALLY_PROBE_STACK_FRAME_SPINE_H

#include "cpython/frame_stack.h"
#include "ledger/hash.h"
#include "probe/stack/activations.h"

#include <stdbool.h>
#include <stdint.h>

bool frame_spine_init(void);

/*
 * The Python stack of the thread as a node: as python_stack_walk, faster. Must
 * be called for every change while recorder.sees_frames_end.
 */
uint32_t frame_spine_node(struct thread_record *thread);

/* Where the thread of that state is in its innermost frame: only to be
 * compared. */
static inline uint64_t
frame_spine_position(uint64_t state)
{
    const struct python_layout *layout = recorder.layout;
    uint64_t frame = state == 0 ? 0 : frame_stack_current_frame(layout, state);

    return frame == 0 ? 0
                      : hash_spread(frame_stack_instruction(layout, frame)) ^
                            load64(frame + layout->frame.code);
}

#endif
