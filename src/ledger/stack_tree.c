#include "ledger/stack_tree.h"

#include "ledger/hash.h"

uint32_t
stack_tree_native(struct stack_tree *tree, uint32_t parent, uint32_t kind,
                  uint64_t value)
{
    uint64_t hash = hash_mix(hash_mix(parent, kind), value);
    uint32_t slot = (uint32_t)(hash >> 32) & tree->native_mask;
    struct ledger_node *node;
    uint32_t index;

    for (; (index = tree->native[slot]) != 0;
         slot = (slot + 1) & tree->native_mask) {
        node = store_node(tree->store, index);
        if (node->parent == parent && node->kind == kind &&
            node->value == value) {
            return index;
        }
    }
    index = store_add(tree->store, LEDGER_NODES, 1);
    if (index != 0) {
        node = store_node(tree->store, index);
        node->parent = parent;
        node->kind = kind;
        node->value = value;
        tree->native[slot] = index;
    }
    return index;
}

uint32_t
stack_tree_python(struct stack_tree *tree, uint32_t parent,
                  struct python_frame frame, bool *is_new)
{
    uint64_t hash = hash_mix(hash_mix(parent, frame.code), frame.instruction);
    uint32_t slot = (uint32_t)(hash >> 32) & tree->python_mask;
    struct ledger_python_node *node;
    uint32_t index;

    *is_new = false;
    for (; (index = tree->python[slot]) != 0;
         slot = (slot + 1) & tree->python_mask) {
        node = store_python_node(tree->store, index);
        if (node->parent == parent && node->code == frame.code &&
            node->instruction == frame.instruction) {
            return index;
        }
    }
    index = store_add(tree->store, LEDGER_PYTHON_NODES, 1);
    if (index != 0) {
        node = store_python_node(tree->store, index);
        node->parent = parent;
        node->code = frame.code;
        node->instruction = frame.instruction;
        tree->python[slot] = index;
        *is_new = true;
    }
    return index;
}
