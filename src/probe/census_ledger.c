#include "probe/census_ledger.h"

#include "base/mapping.h"
#include "cpython/frame_stack.h"
#include "cpython/memory.h"
#include "ledger/hash.h"
#include "probe/memory_kind.h"
#include "probe/recorder.h"
#include "probe/types.h"

#include <string.h>

_Static_assert((int)OWNER_SLOT_KEY == (int)LEDGER_SLOT_KEY &&
                   (int)OWNER_SLOT_LOCAL == (int)LEDGER_SLOT_LOCAL &&
                   (int)OWNER_SLOT_OFFSET == (int)LEDGER_SLOT_OFFSET,
               "slots have the same names in both halves");

enum {
    SUSPICIOUS_MAX = 1024 * 1024, /* objects written, whatever it takes ... */
    EXAMPLES_MAX = 64 * 1024,     /* ... and others, to show their owners */
    ALIKE_EACH = 8,               /* of a class of at least that many */
    OWNERS_EACH = 8,              /* of one object */
    LINKS_EACH = 4,               /* on average */
    WAY_MAX = 24,                 /* holders between an object and its root */
};

static const uint64_t slot_budget = 1 << 26; /* entries looked at */

/* An owner of an object that is written. */
struct link {
    uint32_t next; /* of the same object */
    uint32_t owner;
    uint32_t count;
    uint32_t flags; /* enum ledger_owner_flags */
};

struct class_count {
    uint32_t type, birth;
    uint32_t objects;
    uint32_t written;
    bool said; /* how many there are */
};

static struct {
    struct graph *graph;
    const struct owner_types *types;
    struct link *links; /* number 0 is none */
    uint32_t link_count, links_max;
    struct class_count *classes;
    uint32_t class_mask;
    uint32_t *heads; /* record -> link */
    uint32_t *nodes; /* record -> node */
    uint32_t records, records_max;
    uint32_t suspicious; /* of the records, the first ones */
    uint32_t writing;    /* record */
    uint32_t owner;      /* who is being asked */
    uint64_t budget;
} out;

static struct graph_node *
node_at(uint32_t node)
{
    return &out.graph->nodes[node];
}

static ledger_string
text(const char *string)
{
    return string[0] == '\0'
               ? 0
               : store_text(&recorder.store, string, strlen(string));
}

/* ---- which objects are written ---- */

static struct class_count *
class_of(const struct ledger_account *account)
{
    uint32_t slot = (uint32_t)(hash_mix(account->type, account->birth) >> 24) &
                    out.class_mask;

    while (out.classes[slot].objects != 0 &&
           (out.classes[slot].type != account->type ||
            out.classes[slot].birth != account->birth)) {
        slot = (slot + 1) & out.class_mask;
    }
    out.classes[slot].type = account->type;
    out.classes[slot].birth = account->birth;
    return &out.classes[slot];
}

static void
count_classes(struct ledger_census *census)
{
    for (uint32_t i = 1; i < out.graph->count; i++) {
        const struct graph_node *node = node_at(i);
        const struct ledger_account *account;
        uint64_t owners = graph_owners(node);

        if (node->account == 0) {
            continue;
        }
        account = store_account(&recorder.store, node->account);
        class_of(account)->objects++;
        census->accounts++;
        census->references += (uint64_t)account->references;
        census->owners += owners < (uint64_t)account->references
                              ? owners
                              : (uint64_t)account->references;
    }
}

static bool
is_suspicious(const struct graph_node *node,
              const struct ledger_account *account)
{
    return graph_owners(node) < (uint64_t)account->references ||
           (node->flags & GRAPH_REACHED) == 0;
}

static uint32_t
count_suspicious(void)
{
    uint32_t count = 0;

    for (uint32_t i = 1; i < out.graph->count; i++) {
        const struct graph_node *node = node_at(i);

        count +=
            node->account != 0 &&
            is_suspicious(node, store_account(&recorder.store, node->account));
    }
    return count;
}

static void
choose(uint32_t index, struct class_count *alike)
{
    alike->written++;
    out.nodes[++out.records] = index;
    node_at(index)->record = out.records;
}

/*
 * Suspicious ones first. Where one is left out, nothing can be said of objects
 * without a record; examples may be left out.
 */
static void
choose_records(void)
{
    for (int round = 0; round < 2; round++) {
        for (uint32_t i = 1; i < out.graph->count; i++) {
            const struct graph_node *node = node_at(i);
            const struct ledger_account *account;
            struct class_count *alike;

            if (node->account == 0 || node->record != 0) {
                continue;
            }
            account = store_account(&recorder.store, node->account);
            alike = class_of(account);
            if (round == 0
                    ? !is_suspicious(node, account)
                    : alike->written >=
                          (alike->objects < ALIKE_EACH ? 1 : ALIKE_EACH)) {
                continue;
            }
            if (out.records < out.records_max) {
                choose(i, alike);
            }
            else if (round == 0) {
                out.graph->full = true;
            }
        }
        out.suspicious = round == 0 ? out.records : out.suspicious;
    }
}

/* An example may be left out, as a whole or in part. */
static void
lack_room(void)
{
    out.graph->full |= out.writing <= out.suspicious;
}

/* ---- their owners ---- */

static void
add_link(uint32_t owner, uint32_t node, uint32_t flags)
{
    uint32_t record = node_at(node)->record, kept = 0, link;

    if (record == 0) {
        return;
    }
    for (link = out.heads[record]; link != 0; link = out.links[link].next) {
        if (out.links[link].owner == owner) {
            out.links[link].count++;
            return;
        }
        kept++;
    }
    if (kept < OWNERS_EACH && out.link_count < out.links_max) {
        link = out.link_count++;
        out.links[link] = (struct link){ out.heads[record], owner, 1, flags };
        out.heads[record] = link;
    }
}

static int
link_object(void *object, void *context)
{
    uint32_t node = graph_find(out.graph, (uint64_t)(uintptr_t)object);

    (void)context;
    if (node != 0 && node != out.owner) {
        add_link(out.owner, node, 0);
    }
    return 0;
}

static bool
link_owners(void)
{
    const struct graph *graph = out.graph;

    for (uint32_t i = 1; i < graph->count; i++) {
        if ((node_at(i)->flags & GRAPH_SEEN) == 0) {
            continue;
        }
        if (i % 1024 == 0 && graph->is_late()) {
            return false;
        }
        out.owner = i;
        graph_visit(out.graph, i, link_object, link_object, NULL);
    }
    for (uint32_t i = 0; i < graph->extra_count; i++) {
        uint32_t owner = graph->extras[i].owner;

        add_link(owner, graph->extras[i].object,
                 graph->extras[i].unannounced ? LEDGER_OWNER_UNANNOUNCED : 0);
    }
    return true;
}

/* ---- ways ---- */

static void
find_slot(uint32_t owner, uint32_t object, struct owner_slot *slot)
{
    const struct python_layout *layout = recorder.layout;
    const struct graph_node *from = node_at(owner);
    uint64_t address = node_at(object)->address, code;
    const struct graph_node *above = node_at(from->parent);
    uint32_t count;

    *slot = (struct owner_slot){ .kind = OWNER_SLOT_UNKNOWN };
    if (from->kind == LEDGER_HOLDER_OBJECT) {
        owner_slot_find(layout, out.types, from->address,
                        above->kind == LEDGER_HOLDER_OBJECT ? above->address
                                                            : 0,
                        address, &out.budget, slot);
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
name_holder(struct ledger_holder *holder, const struct graph_node *node)
{
    static struct owner_name name;
    uint64_t code;

    name = (struct owner_name){ 0 };
    if (node->kind == LEDGER_HOLDER_OBJECT) {
        uint64_t type = load64(node->address + recorder.layout->object.type);
        const struct type_facts *facts = types_find(type);

        holder->type = facts == NULL ? 0 : facts->number;
        owner_name_find(recorder.layout, out.types, node->address, &name);
    }
    else if (node->kind == LEDGER_HOLDER_FRAME &&
             (code = frame_code(recorder.layout, node->address)) != 0) {
        owner_name_of_frame(recorder.layout, node->address, code, &name);
    }
    else if (node->kind == LEDGER_HOLDER_BLOCK) {
        struct memory_kind found = memory_kind_of(node->address);

        holder->kind = found.kind;
        holder->slot_number = found.bytes;
    }
    holder->name = text(name.name);
    holder->file = text(name.file);
    holder->line = name.line;
}

/* 0: no room. */
static uint32_t
write_holder(uint32_t index, uint32_t parent, uint32_t parent_record)
{
    static struct owner_slot slot;
    const struct graph_node *node = node_at(index);
    uint32_t record = store_add(&recorder.store, LEDGER_HOLDERS, 1);
    struct ledger_holder *holder;

    if (record == 0) {
        lack_room();
        return 0;
    }
    holder = store_holder(&recorder.store, record);
    *holder = (struct ledger_holder){ .parent = parent_record,
                                      .kind = node->kind,
                                      .address = node->address };
    if (parent != 0) {
        find_slot(parent, index, &slot);
        holder->slot_kind = (uint32_t)slot.kind;
        holder->slot_number = slot.number;
        holder->slot = text(slot.text);
    }
    name_holder(holder, node);
    return record;
}

/* The end of a way that is too long. */
static uint32_t
write_cut(void)
{
    uint32_t record = store_add(&recorder.store, LEDGER_HOLDERS, 1);

    if (record != 0) {
        *store_holder(&recorder.store, record) =
            (struct ledger_holder){ .kind = LEDGER_HOLDER_CUT };
    }
    return record;
}

/* From the root to the node, as far as that is not written yet. */
static uint32_t
write_way(uint32_t node)
{
    uint32_t way[WAY_MAX], length = 0, record = 0;

    while (node != 0 && node_at(node)->holder == 0 && length < WAY_MAX) {
        way[length++] = node;
        node = node_at(node)->parent;
    }
    if (node != 0) {
        record = node_at(node)->holder;
        record = record != 0 ? record : write_cut();
    }
    while (length-- > 0) {
        record = write_holder(way[length], node, record);
        node = way[length];
        node_at(node)->holder = record;
    }
    return record;
}

static void
write_owner(uint32_t object, const struct link *link)
{
    static struct owner_slot slot;
    uint32_t holder = write_way(link->owner);
    uint32_t record = store_add(&recorder.store, LEDGER_OWNERS, 1);

    if (record == 0) {
        lack_room();
        return;
    }
    find_slot(link->owner, object, &slot);
    *store_owner(&recorder.store, record) = (struct ledger_owner){
        .holder = holder,
        .slot_kind = (uint32_t)slot.kind,
        .slot = text(slot.text),
        .slot_number = slot.number,
        .count = link->count,
        .flags = link->flags,
    };
}

static uint32_t
capped(uint64_t count)
{
    return count < UINT32_MAX ? (uint32_t)count : UINT32_MAX;
}

/* The one on the way from a root first. */
static uint32_t
write_owners(uint32_t record, uint32_t node)
{
    uint64_t before = *recorder.store.tables[LEDGER_OWNERS].used;

    for (int first = 1; first >= 0; first--) {
        for (uint32_t link = out.heads[record]; link != 0;
             link = out.links[link].next) {
            if ((out.links[link].owner == node_at(node)->parent) == first) {
                write_owner(node, &out.links[link]);
            }
        }
    }
    return capped(*recorder.store.tables[LEDGER_OWNERS].used - before);
}

/* The last taking that was not given back where it was taken. */
static void
find_stored(uint32_t account, struct ledger_owned *owned)
{
    uint32_t last = 0;

    account_enter_pending(&recorder.accounts, account);
    for (uint32_t i = store_account(&recorder.store, account)->entries; i != 0;
         i = store_entry(&recorder.store, i)->next) {
        const struct ledger_entry *entry = store_entry(&recorder.store, i);

        if (entry->taken > entry->released && entry->last >= last) {
            last = entry->last;
            owned->stored = entry->tag;
            owned->stored_python = entry->python;
        }
    }
}

static void
write_record(uint32_t record)
{
    uint32_t node = out.nodes[record];
    const struct graph_node *found = node_at(node);
    const struct ledger_account *account =
        store_account(&recorder.store, found->account);
    struct class_count *alike = class_of(account);
    uint64_t first = *recorder.store.tables[LEDGER_OWNERS].used;
    uint32_t owners = write_owners(record, node);
    uint32_t index = store_add(&recorder.store, LEDGER_OWNED, 1);

    if (index == 0) {
        lack_room();
        return;
    }
    *store_owned(&recorder.store, index) = (struct ledger_owned){
        .serial = account->serial,
        .object = account->object,
        .account = found->account,
        .type = account->type,
        .birth = account->birth,
        .flags =
            ((found->flags & GRAPH_REACHED) != 0 ? LEDGER_OWNED_REACHED : 0u) |
            ((found->flags & GRAPH_NO_TRAVERSE) != 0 ? LEDGER_OWNED_NO_TRAVERSE
                                                     : 0u),
        .references = account->references,
        .edges = found->edges,
        .frames = found->frames,
        .statics = found->statics,
        .hidden = found->hidden,
        .internal = found->internal,
        .possible = found->possible,
        .first_owner = owners == 0 ? 0 : capped(first),
        .owner_count = owners,
        .alike = alike->said ? 0 : alike->objects,
    };
    find_stored(found->account, store_owned(&recorder.store, index));
    alike->said = true;
}

/* ---- all of it ---- */

static void
forget_last(void)
{
    *recorder.store.tables[LEDGER_HOLDERS].used = 1;
    *recorder.store.tables[LEDGER_OWNED].used = 1;
    *recorder.store.tables[LEDGER_OWNERS].used = 1;
}

/* Bytes of the tables that prepare makes. */
struct sizes {
    uint64_t classes, links, records;
};

static bool
prepare(struct sizes *sizes)
{
    uint64_t slots = 1024;
    uint32_t suspicious = count_suspicious();

    while (slots < 2 * *recorder.store.tables[LEDGER_ACCOUNTS].used) {
        slots *= 2;
    }
    out.records_max =
        (suspicious < SUSPICIOUS_MAX ? suspicious : SUSPICIOUS_MAX) +
        EXAMPLES_MAX;
    out.links_max = out.records_max * LINKS_EACH;
    *sizes = (struct sizes){
        .classes = slots * sizeof *out.classes,
        .links = out.links_max * sizeof *out.links,
        .records = (out.records_max + 1) * sizeof(uint32_t),
    };
    out.class_mask = (uint32_t)(slots - 1);
    out.classes = mapping_zeroed(sizes->classes);
    out.links = mapping_zeroed(sizes->links);
    out.heads = mapping_zeroed(sizes->records);
    out.nodes = mapping_zeroed(sizes->records);
    out.link_count = 1;
    out.records = 0;
    out.budget = slot_budget;
    return out.classes != NULL && out.links != NULL && out.heads != NULL &&
           out.nodes != NULL;
}

void
census_write(struct graph *graph, const struct census_types *types,
             const char *label, struct ledger_census *census)
{
    struct sizes sizes;

    out.graph = graph;
    out.types = &types->owners;
    forget_last();
    census->label = text(label);
    census->objects = graph->count - 1;
    if (prepare(&sizes)) {
        count_classes(census);
        if ((census->flags & LEDGER_CENSUS_CUT) == 0) {
            choose_records();
            if (!link_owners()) {
                census->flags |= LEDGER_CENSUS_CUT;
            }
            for (uint32_t i = 1; i <= out.records; i++) {
                out.writing = i;
                write_record(i);
            }
        }
    }
    census->flags |= graph->full ? LEDGER_CENSUS_FULL : 0u;
    mapping_return(out.classes, sizes.classes);
    mapping_return(out.links, sizes.links);
    mapping_return(out.heads, sizes.records);
    mapping_return(out.nodes, sizes.records);
}

void
census_finish(const struct ledger_census *census)
{
    uint32_t index = store_add(&recorder.store, LEDGER_CENSUSES, 1);

    if (index != 0) {
        *store_census(&recorder.store, index) = *census;
    }
}
