/*
 * flame_tree - stacks folded into a tree: what they begin with alike is shared.
 */
#ifndef REFTALLY_REPORT_RENDER_FLAME_TREE_H
#define REFTALLY_REPORT_RENDER_FLAME_TREE_H

#include <stdbool.h>

#include "report/text/number_index.h"

/* A function or a Python code object, at a line. */
struct flame_frame {
    uint32_t number; /* of a function, or of a code object */
    uint32_t line;
    const char *file; /* of a function */
    bool python;
};

struct flame_node {
    uint32_t parent, frame;
    uint64_t references, objects; /* that end here */
};

/* Zeroed, it is empty. A node stands behind its parent. */
struct flame_tree {
    struct flame_frame *frames;
    uint32_t frame_count;
    struct number_index frame_index;
    struct flame_node *nodes;
    uint32_t node_count;
    struct number_index node_index;
};

static const uint32_t FLAME_NO_PARENT = UINT32_MAX;

/* The node of a frame below `parent`, or below none; it may be new. */
uint32_t flame_tree_enter(struct flame_tree *tree, uint32_t parent,
                          struct flame_frame frame);
void flame_tree_release(struct flame_tree *tree);

#endif
