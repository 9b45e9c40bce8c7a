#include "ledger/stack_tree.h"

#include "ledger/hash.h"

static uint64_t
native_hash(uint32_t parent, uint32_t kind, uint64_t value)
{
    return hash_mix(hash_mix(parent, kind), value);
}

static uint64_t
python_hash(uint32_t parent, struct python_frame frame)
{
    return hash_mix(hash_mix(parent, frame.code), frame.instruction);
}

static uint64_t
hash_of_native(const void *store, uint32_t index)
{
    const struct ledger_node *node =
        store_node((const struct store *)store, index);

    return native_hash(node->parent, node->kind, node->value);
}

static uint64_t
hash_of_python(const void *store, uint32_t index)
{
    const struct ledger_python_node *node =
        store_python_node((const struct store *)store, index);

    return python_hash(node->parent,
                       (struct python_frame){ node->code, node->instruction });
}

uint32_t
stack_tree_native(struct stack_tree *tree, uint32_t parent, uint32_t kind,
                  uint64_t value)
{
    uint32_t slot =
        slots_first(&tree->native, native_hash(parent, kind, value));
    struct ledger_node *node;
    uint32_t index;

    for (; (index = tree->native.at[slot]) != 0;
         slot = slots_next(&tree->native, slot)) {
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
        slots_append(&tree->native, index, hash_of_native, tree->store);
    }
    return index;
}

uint32_t
stack_tree_python(struct stack_tree *tree, uint32_t parent,
                  struct python_frame frame, bool *is_new)
{
    uint32_t slot = slots_first(&tree->python, python_hash(parent, frame));
    struct ledger_python_node *node;
    uint32_t index;

    *is_new = false;
    for (; (index = tree->python.at[slot]) != 0;
         slot = slots_next(&tree->python, slot)) {
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
        slots_append(&tree->python, index, hash_of_python, tree->store);
        *is_new = true;
    }
    return index;
}
