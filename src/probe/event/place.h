/*
 * place - where a change happens: its stack tag and its activation.
 */
#ifndef REFTALLY_PROBE_EVENT_PLACE_H
#define REFTALLY_PROBE_EVENT_PLACE_H

#include "probe/stack/activations.h"
#include "probe/stack/frame_spine.h"
#include "probe/stack/native_stack.h"
#include "probe/state/hook_frame.h"
#include "probe/state/recorder.h"

/* Marks a path's start as a site and not as an address. */
#define SITE_START ((uint64_t)1 << 63)

struct place {
    uint32_t tag;
    uint32_t activation;
};

static inline uint64_t
place_stack_pointer(const struct hook_frame *frame)
{
    uint32_t words = (uint32_t)frame->site >> STUB_SITE_BITS;

    return (uint64_t)(uintptr_t)(&frame->address + 1) + 8 * (uint64_t)words;
}

/* Where a path from this site begins, and the call around it ends it. */
static inline struct stack_start
place_start(const struct thread_record *thread, int32_t live, uint32_t site,
            uint64_t stack_pointer, uint64_t base_pointer)
{
    return (struct stack_start){
        .pc = SITE_START | site,
        .stack_pointer = stack_pointer,
        .base_pointer = base_pointer,
        .limit = live >= 0 ? activation_limit(&thread->activations[live]) : 0,
    };
}

/* Without a native stack: the interpreter, and the Python stack if wanted. */
static inline uint32_t
place_around(struct thread_record *thread)
{
    uint32_t root = thread_record_root(thread);
    uint32_t python =
        recorder.tagging == LEDGER_STACK_PYTHON ? frame_spine_node(thread) : 0;

    return python == 0 ? root
                       : stack_tree_native(&recorder.tree, root,
                                           LEDGER_NODE_PYTHON, python);
}

/* Where we are. False: the stack must be unwound first. */
static inline __attribute__((always_inline)) bool
place_find(struct thread_record *thread, uint32_t site, uint64_t stack_pointer,
           uint64_t base_pointer, struct place *place)
{
    struct stack_start start;
    int32_t live;
    uint32_t around;

    *place = (struct place){ 0, 0 };
    switch (recorder.tagging) {
    case LEDGER_STACK_NONE:
        return true;
    case LEDGER_STACK_PYTHON:
    case LEDGER_STACK_SITE:
        around = place_around(thread);
        live = activation_live(thread, stack_pointer);
        place->activation = activation_serial(thread, live);
        place->tag =
            stack_tree_native(&recorder.tree, around, LEDGER_NODE_SITE, site);
        return true;
    default:
        live = activation_live(thread, stack_pointer);
        start = place_start(thread, live, site, stack_pointer, base_pointer);
        place->activation = activation_serial(thread, live);
        return native_stack_tag(thread, live, site, &start, &place->tag);
    }
}

/* Whether a module is being imported: what happens now happens once. */
bool place_is_import(struct thread_record *thread,
                     const struct hook_frame *frame);

/* Unwinds the stack and learns how: needs the registers of the site. */
void place_walk(struct thread_record *thread, int32_t live, uint32_t number,
                const struct stack_start *start,
                const struct registers *registers);

#endif
