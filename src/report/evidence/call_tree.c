#include "report/evidence/call_tree.h"

#include "report/text/memory.h"

static uint32_t
call_child(struct call_tree *tree, uint32_t parent, uint32_t function)
{
    uint32_t child = tree->items[parent].child;

    while (child != 0 && tree->items[child].function != function) {
        child = tree->items[child].sibling;
    }
    if (child == 0) {
        tree->items = (struct call *)memory_room(tree->items, tree->count,
                                                 sizeof *tree->items);
        child = (uint32_t)tree->count++;
        tree->items[child] = (struct call){
            .function = function,
            .parent = parent,
            .sibling = tree->items[parent].child,
        };
        tree->items[parent].child = child;
    }
    return child;
}

void
call_tree_build(struct call_tree *tree, const struct parts *parts)
{
    tree->items = (struct call *)memory_room(NULL, 0, sizeof *tree->items);
    tree->items[0] = (struct call){ 0 };
    tree->count = 1;
    for (size_t p = 0; p < parts->count; p++) {
        const struct part *part = &parts->items[p];
        uint32_t at = 0;
        struct call *leaf;

        for (size_t i = part->stack.relevant; i > 0; i--) {
            at = call_child(tree, at, part->stack.frames[i - 1].function);
        }
        leaf = &tree->items[at];
        if (part->net > 0) {
            leaf->own += part->net;
            if (leaf->heaviest == 0 ||
                part->net > parts->items[leaf->heaviest - 1].net) {
                leaf->heaviest = p + 1;
            }
        }
        for (;; at = tree->items[at].parent) {
            tree->items[at].net += part->net;
            if (at == 0) {
                break;
            }
        }
    }
}
