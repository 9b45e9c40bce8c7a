/*
 * stack_tree - stacks as numbered nodes: a node is its parent and one frame.
 *
 * Two tables of the ledger are such trees, native frames and Python frames.
 * A child is found through a hash index beside the ledger, whose memory the
 * caller provides.
 */
#ifndef REFTALLY_LEDGER_STACK_TREE_H
#define REFTALLY_LEDGER_STACK_TREE_H

#include "ledger/slots.h"
#include "ledger/store.h"

struct stack_tree {
    struct store *store;
    struct slots native, python;
};

/* The child of `parent`; made when it is new. 0: the table is full. */
uint32_t stack_tree_native(struct stack_tree *tree, uint32_t parent,
                           uint32_t kind, uint64_t value);

struct python_frame {
    uint32_t code;
    uint32_t instruction;
};

/* `*is_new`: the caller fills in line, opcode and flags. */
uint32_t stack_tree_python(struct stack_tree *tree, uint32_t parent,
                           struct python_frame frame, bool *is_new);

#endif
