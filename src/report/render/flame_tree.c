#include "report/render/flame_tree.h"

#include <stdlib.h>

#include "report/text/memory.h"

static uint64_t
hash_frame(const struct flame_frame *frame)
{
    return number_index_mix(((uint64_t)frame->number << 33) ^
                            ((uint64_t)frame->line << 1) ^ frame->python);
}

static uint32_t
intern_frame(struct flame_tree *tree, struct flame_frame wanted)
{
    struct number_index *index = &tree->frame_index;

    if (number_index_grow(index)) {
        for (uint32_t i = 0; i < tree->frame_count; i++) {
            number_index_add(index, hash_frame(&tree->frames[i]), i);
        }
    }
    for (size_t at = hash_frame(&wanted) & (index->room - 1);
         index->slots[at] != 0; at = (at + 1) & (index->room - 1)) {
        const struct flame_frame *frame = &tree->frames[index->slots[at] - 1];

        if (frame->number == wanted.number && frame->line == wanted.line &&
            frame->python == wanted.python) {
            return index->slots[at] - 1;
        }
    }
    tree->frames = (struct flame_frame *)memory_room(
        tree->frames, tree->frame_count, sizeof *tree->frames);
    tree->frames[tree->frame_count] = wanted;
    number_index_add(index, hash_frame(&wanted), tree->frame_count);
    return tree->frame_count++;
}

static uint64_t
hash_node(const struct flame_node *node)
{
    return number_index_mix(((uint64_t)node->parent << 32) | node->frame);
}

uint32_t
flame_tree_enter(struct flame_tree *tree, uint32_t parent,
                 struct flame_frame frame)
{
    struct number_index *index = &tree->node_index;
    struct flame_node wanted = {
        .parent = parent,
        .frame = intern_frame(tree, frame),
    };

    if (number_index_grow(index)) {
        for (uint32_t i = 0; i < tree->node_count; i++) {
            number_index_add(index, hash_node(&tree->nodes[i]), i);
        }
    }
    for (size_t at = hash_node(&wanted) & (index->room - 1);
         index->slots[at] != 0; at = (at + 1) & (index->room - 1)) {
        const struct flame_node *node = &tree->nodes[index->slots[at] - 1];

        if (node->parent == parent && node->frame == wanted.frame) {
            return index->slots[at] - 1;
        }
    }
    tree->nodes = (struct flame_node *)memory_room(
        tree->nodes, tree->node_count, sizeof *tree->nodes);
    tree->nodes[tree->node_count] = wanted;
    number_index_add(index, hash_node(&wanted), tree->node_count);
    return tree->node_count++;
}

void
flame_tree_release(struct flame_tree *tree)
{
    free(tree->frames);
    free(tree->frame_index.slots);
    free(tree->nodes);
    free(tree->node_index.slots);
}
