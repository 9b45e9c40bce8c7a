#include "probe/admission/kinds.h"
#include "probe/census/census_ways.h"

#include "cpython/frame_stack.h"
#include "cpython/memory.h"
#include "cpython/owner_cache.h"
#include "cpython/owner_slots.h"
#include "probe/census/memory_kind.h"
#include "probe/images/types.h"
#include "probe/state/recorder.h"

#include <string.h>

enum {
    WAY_MAX = 24,       /* holders between an object and its root, ... */
    ROOT_MAX = 3,       /* ... or where there are more, and of these ... */
    CLIMB_MAX = 1 << 14 /* ... so many at most: those next to the root */
};

static const uint64_t slot_budget = 1 << 26; /* entries looked at */

struct census_ways
census_ways_begin(struct graph *graph, const struct owner_types *types)
{
    return (struct census_ways){ graph, types, slot_budget, false };
}

ledger_string
census_way_text(const char *string)
{
    return string[0] == '\0'
               ? 0
               : store_text(&recorder.store, string, strlen(string));
}

/* A key may have no characters, and is one all the same. */
ledger_string
census_way_slot_text(const struct owner_slot *slot)
{
    return slot->kind == OWNER_SLOT_KEY
               ? store_text(&recorder.store, slot->text, strlen(slot->text))
               : census_way_text(slot->text);
}

void
census_way_slot(struct census_ways *ways, uint32_t owner, uint32_t object,
                struct owner_slot *slot)
{
    const struct python_layout *layout = recorder.layout;
    const struct graph_node *from = graph_node_at(ways->graph, owner);
    const struct graph_node *to = graph_node_at(ways->graph, object);
    uint64_t address = to->address, code;
    const struct graph_node *above = graph_node_at(ways->graph, from->parent);
    uint32_t count;

    *slot = (struct owner_slot){ .kind = OWNER_SLOT_UNKNOWN };
    if (from->kind == LEDGER_HOLDER_OBJECT && to->kind == LEDGER_HOLDER_BLOCK) {
        owner_slot_at(layout, from->address, to->edges, slot);
    }
    else if (from->kind == LEDGER_HOLDER_OBJECT) {
        if (above->kind == LEDGER_HOLDER_INTERPRETER) {
            owner_slot_of_interned(layout, from->address, address, slot);
        }
        if (slot->kind == OWNER_SLOT_UNKNOWN) {
            owner_slot_find(layout, ways->types, from->address,
                            above->kind == LEDGER_HOLDER_OBJECT ? above->address
                                                                : 0,
                            address, &ways->budget, slot);
        }
    }
    else if (from->kind == LEDGER_HOLDER_FRAME &&
             (code = frame_code(layout, from->address)) != 0) {
        count = owners_code_slots(layout, code) +
                load32(code + layout->owners.code_stack_size);
        for (uint32_t i = 0; i < count; i++) {
            if (load64(from->address + layout->owners.frame_locals + i * 8) ==
                address) {
                owner_slot_of_frame(layout, code, i, slot);
                return;
            }
        }
    }
}

static void
name_holder(const struct census_ways *ways, struct ledger_holder *holder,
            const struct graph_node *node)
{
    static struct owner_name name;
    uint64_t code;

    name = (struct owner_name){ 0 };
    if (node->kind == LEDGER_HOLDER_OBJECT) {
        uint64_t type = load64(node->address + recorder.layout->object.type);
        const struct type_facts *facts = types_find(type);

        holder->type = facts == NULL ? 0 : facts->number;
        holder->limit = owner_cache_limit(recorder.layout, node->address);
        owner_name_find(recorder.layout, ways->types, node->address, &name);
    }
    else if (node->kind == LEDGER_HOLDER_FRAME &&
             (code = frame_code(recorder.layout, node->address)) != 0) {
        owner_name_of_frame(recorder.layout, node->address, code, &name);
    }
    else if (node->kind == LEDGER_HOLDER_BLOCK) {
        struct memory_kind found = memory_kind_of(node->address);

        holder->kind = found.kind;
        if (holder->parent == 0) {
            holder->slot_number = found.block.end - found.block.start;
        }
    }
    holder->name = census_way_text(name.name);
    holder->file = census_way_text(name.file);
    holder->line = name.line;
}

/* 0: no room. */
static uint32_t
write_holder(struct census_ways *ways, uint32_t index, uint32_t parent,
             uint32_t parent_record)
{
    static struct owner_slot slot;
    const struct graph_node *node = graph_node_at(ways->graph, index);
    uint32_t record = store_add(&recorder.store, LEDGER_HOLDERS, 1);
    struct ledger_holder *holder;

    if (record == 0) {
        ways->lacks_room = true;
        return 0;
    }
    holder = store_holder(&recorder.store, record);
    *holder = (struct ledger_holder){ .parent = parent_record,
                                      .kind = node->kind,
                                      .address = node->address,
                                      .like = (node->flags & GRAPH_COUNTED) != 0
                                                  ? node->like
                                                  : kinds_of(node->like) };
    if (parent != 0) {
        census_way_slot(ways, parent, index, &slot);
        holder->slot_kind = (uint32_t)slot.kind;
        holder->slot_number = slot.number;
        holder->slot = census_way_slot_text(&slot);
    }
    name_holder(ways, holder, node);
    return record;
}

/* Where a way is too long: some holders behind that record are left out. */
static uint32_t
write_cut(uint32_t parent)
{
    uint32_t record = store_add(&recorder.store, LEDGER_HOLDERS, 1);

    if (record != 0) {
        *store_holder(&recorder.store, record) =
            (struct ledger_holder){ .parent = parent,
                                    .kind = LEDGER_HOLDER_CUT };
    }
    return record;
}

/* How many holders are on the way to the node, which is the first; the last of
 * them, with the root at the end, are put into `way`. 0: far too many. */
static uint32_t
climb(const struct census_ways *ways, uint32_t node, uint32_t way[ROOT_MAX])
{
    for (uint32_t length = 1; length <= CLIMB_MAX; length++) {
        if (length > ROOT_MAX) {
            memmove(way, way + 1, (ROOT_MAX - 1) * sizeof *way);
        }
        way[(length < ROOT_MAX ? length : ROOT_MAX) - 1] = node;
        node = graph_node_at(ways->graph, node)->parent;
        if (node == 0) {
            return length;
        }
    }
    return 0;
}

/* The holders in `way`, from its end on, which `node` holds, whose record that
 * is. */
static uint32_t
write_holders(struct census_ways *ways, const uint32_t *way, uint32_t length,
              uint32_t node, uint32_t record)
{
    while (length-- > 0) {
        record = graph_node_at(ways->graph, way[length])->holder != 0
                     ? graph_node_at(ways->graph, way[length])->holder
                     : write_holder(ways, way[length], node, record);
        node = way[length];
        graph_node_at(ways->graph, node)->holder = record;
    }
    return record;
}

/* Its root, and that what is between may be left out. */
static uint32_t
write_far_root(struct census_ways *ways, uint32_t node)
{
    uint32_t way[ROOT_MAX];
    uint32_t length = climb(ways, node, way);
    uint32_t record =
        write_holders(ways, way, length < ROOT_MAX ? length : ROOT_MAX, 0, 0);

    return length > 0 && length <= ROOT_MAX ? record : write_cut(record);
}

/* From the root to the node, as far as that is not written yet. */
uint32_t
census_way_write(struct census_ways *ways, uint32_t node)
{
    uint32_t way[WAY_MAX], length = 0, record = 0;

    while (node != 0 && graph_node_at(ways->graph, node)->holder == 0 &&
           length < WAY_MAX) {
        way[length++] = node;
        node = graph_node_at(ways->graph, node)->parent;
    }
    if (node != 0) {
        record = graph_node_at(ways->graph, node)->holder;
        record = record != 0 ? record : write_far_root(ways, node);
    }
    return write_holders(ways, way, length, node, record);
}
