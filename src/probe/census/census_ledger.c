#include "probe/census/census_ledger.h"

#include "base/mapping.h"
#include "cpython/type_info.h"
#include "probe/admission/kinds.h"
#include "probe/census/census_choice.h"
#include "probe/census/census_passing.h"
#include "probe/census/census_ways.h"
#include "probe/census/census_words.h"
#include "cpython/weak.h"
#include "probe/images/types.h"
#include "probe/state/recorder.h"

_Static_assert((int)OWNER_SLOT_KEY == (int)LEDGER_SLOT_KEY &&
                   (int)OWNER_SLOT_LOCAL == (int)LEDGER_SLOT_LOCAL &&
                   (int)OWNER_SLOT_OFFSET == (int)LEDGER_SLOT_OFFSET,
               "slots have the same names in both halves");

enum {
    OWNERS_EACH = 8, /* of one object */
    LINKS_EACH = 4,  /* on average */
};

/* An owner of an object that is written. */
struct link {
    uint32_t next; /* of the same object */
    uint32_t owner;
    uint32_t count;
    uint32_t flags; /* enum ledger_owner_flags */
};

static struct {
    struct graph *graph;
    struct census_choice choice;
    struct census_ways ways;
    struct link *links; /* number 0 is none */
    uint32_t link_count, links_max;
    uint32_t *heads;                 /* record -> link */
    uint32_t *items;                 /* record -> ledger_owner.items */
    uint64_t link_bytes, head_bytes; /* of these; the second of both others */
    uint32_t writing;                /* record */
    uint32_t owner;                  /* who is being asked */
    bool has_items;                  /* ... is a list or the like */
    uint32_t census;                 /* its own record */
    bool final;
} out;

/* An example may be left out, as a whole or in part. */
static void
lack_room(void)
{
    out.graph->full |= out.writing <= out.choice.suspicious;
}

/* ---- their owners ---- */

static void
add_link(uint32_t owner, uint32_t node, uint32_t flags)
{
    uint32_t record = graph_node_at(out.graph, node)->record, kept = 0, link;

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
        out.items[graph_node_at(out.graph, node)->record] += out.has_items;
    }
    return 0;
}

/*
 * What is surely there, and surely holds all that it shows: not so what only the
 * interpreter has, whose table of interned strings does not count.
 */
static bool
has_items(uint32_t node)
{
    const struct graph_node *found = graph_node_at(out.graph, node);

    return found->kind == LEDGER_HOLDER_OBJECT &&
           graph_node_at(out.graph, found->parent)->kind !=
               LEDGER_HOLDER_INTERPRETER &&
           (found->flags & GRAPH_COMPLETE) != 0 &&
           (type_flags(recorder.layout,
                       type_of(recorder.layout, found->address)) &
            (TYPE_FLAG_LIST | TYPE_FLAG_TUPLE | TYPE_FLAG_DICT)) != 0;
}

static uint32_t
flags_of(const struct graph *graph, const struct graph_extra *extra)
{
    return !extra->unannounced ? 0
           : census_word_is_needless(graph, extra->object)
               ? LEDGER_OWNER_UNANNOUNCED | LEDGER_OWNER_NEEDLESS
               : LEDGER_OWNER_UNANNOUNCED;
}

static bool
link_owners(void)
{
    const struct graph *graph = out.graph;

    for (uint32_t i = 1; i < graph->count; i++) {
        if ((graph_node_at(out.graph, i)->flags & GRAPH_SEEN) == 0) {
            continue;
        }
        if (i % 1024 == 0 && graph->is_late()) {
            return false;
        }
        out.owner = i;
        out.has_items = has_items(i);
        graph_visit(out.graph, i, link_object, link_object, NULL);
    }
    for (uint32_t i = 0; i < graph->extra_count; i++) {
        uint32_t owner = graph->extras[i].owner;

        add_link(owner, graph->extras[i].object,
                 flags_of(graph, &graph->extras[i]));
    }
    return true;
}

static void
write_owner(uint32_t object, const struct link *link)
{
    static struct owner_slot slot;
    uint32_t holder = census_way_write(&out.ways, link->owner);
    uint32_t record = store_add(&recorder.store, LEDGER_OWNERS, 1);

    if (record == 0 || out.ways.lacks_room) {
        lack_room();
    }
    if (record == 0) {
        return;
    }
    census_way_slot(&out.ways, link->owner, object, &slot);
    *store_owner(&recorder.store, record) = (struct ledger_owner){
        .holder = holder,
        .slot_kind = (uint32_t)slot.kind,
        .slot = census_way_slot_text(&slot),
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
            if ((out.links[link].owner ==
                 graph_node_at(out.graph, node)->parent) == first) {
                write_owner(node, &out.links[link]);
            }
        }
    }
    return capped(*recorder.store.tables[LEDGER_OWNERS].used - before);
}

/*
 * The last taking that was not given back where it was taken. It may be one
 * that was given back elsewhere, and its Python stack is that of the first at
 * its tag.
 */
static void
find_stored(uint32_t account, struct ledger_owned *owned)
{
    uint32_t last = 0, taken = 0;

    account_enter_pending(&recorder.accounts, account);
    for (uint32_t i = store_account(&recorder.store, account)->entries; i != 0;
         i = store_entry(&recorder.store, i)->next) {
        const struct ledger_entry *entry = store_entry(&recorder.store, i);

        taken += entry->taken - (entry->tag == owned->birth);
        if (entry->tag == owned->birth) {
            owned->born_python = entry->python;
            owned->born_activation = entry->activation;
        }
        if (entry->taken > entry->released && entry->last >= last) {
            last = entry->last;
            owned->stored = entry->tag;
            owned->stored_python = entry->python;
        }
    }
    if (taken <= 1) {
        owned->flags |= LEDGER_OWNED_STORED_ALONE;
    }
}

/* Whether a root leads to it by a way that stays when garbage is collected. */
static bool
is_reached(uint32_t record, uint32_t node)
{
    if ((graph_node_at(out.graph, node)->flags & GRAPH_REACHED) == 0) {
        return false;
    }
    if (!census_passing_way(&out.ways, node)) {
        return true;
    }
    for (uint32_t link = out.heads[record]; link != 0;
         link = out.links[link].next) {
        uint32_t owner = out.links[link].owner;

        if ((graph_node_at(out.graph, owner)->flags & GRAPH_REACHED) != 0 &&
            !census_passing_owner(&out.ways, owner, node) &&
            !census_passing_way(&out.ways, owner)) {
            return true;
        }
    }
    return false;
}

/* Why the collector does not know what it holds. */
static uint32_t
unknown_flag(const struct graph_node *node)
{
    return owners_is_overlooked(recorder.layout, node->address)
               ? (uint32_t)LEDGER_OWNED_UNTRACKED
           : (node->flags & GRAPH_NO_TRAVERSE) != 0
               ? (uint32_t)LEDGER_OWNED_NO_TRAVERSE
               : 0u;
}

static void
write_record(uint32_t record)
{
    uint32_t node = out.choice.nodes[record];
    const struct graph_node *found = graph_node_at(out.graph, node);
    const struct graph_others *others = graph_others_of(out.graph, found);
    uint32_t number = graph_account(found);
    struct ledger_account *account = store_account(&recorder.store, number);
    struct census_class *alike = census_choice_class(&out.choice, number);
    uint64_t first = *recorder.store.tables[LEDGER_OWNERS].used;
    uint32_t owners = write_owners(record, node);
    uint32_t index = store_add(&recorder.store, LEDGER_OWNED, 1);

    if (index == 0) {
        lack_room();
        return;
    }
    if (owners != 0) {
        store_owner(&recorder.store, (uint32_t)first)->items =
            out.items[record];
    }
    *store_owned(&recorder.store, index) = (struct ledger_owned){
        .uncounted = census_choice_uncounted(out.graph, found),
        .serial = account->serial,
        .object = account->object,
        .account = number,
        .type = account->type,
        .birth = account->birth,
        .flags = (is_reached(record, node) ? LEDGER_OWNED_REACHED : 0u) |
                 unknown_flag(found) |
                 (weak_is_spent(recorder.layout, out.ways.types, found->address)
                      ? LEDGER_OWNED_SPENT
                      : 0u) |
                 (graph_node_at(out.graph, found->parent)->kind ==
                          LEDGER_HOLDER_BLOCK
                      ? LEDGER_OWNED_IN_MEMORY
                      : 0u),
        .references = account->references,
        .edges = found->edges,
        .frames = others->frames,
        .statics = others->statics,
        .hidden = others->hidden,
        .internal = others->internal,
        .possible = others->possible,
        .first_owner = owners == 0 ? 0 : capped(first),
        .owner_count = owners,
        .alike = alike->said ? 0 : alike->objects,
        .kind = kinds_of(number),
        .traverse = types_traverse(account->type, found->address),
    };
    find_stored(number, store_owned(&recorder.store, index));
    if (out.final &&
        census_choice_overdrawn(found, account, out.items[record])) {
        account->flags |= LEDGER_ACCOUNT_OVERDRAWN;
    }
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

static bool
prepare(void)
{
    bool chosen = census_choice_begin(&out.choice, out.graph);

    out.links_max = out.choice.records_max * LINKS_EACH;
    out.link_bytes = out.links_max * sizeof *out.links;
    out.head_bytes = (out.choice.records_max + 1) * sizeof *out.heads;
    out.links = mapping_zeroed(out.link_bytes);
    out.heads = mapping_zeroed(out.head_bytes);
    out.items = mapping_zeroed(out.head_bytes);
    out.link_count = 1;
    return chosen && out.links != NULL && out.heads != NULL &&
           out.items != NULL;
}

static void
release(void)
{
    mapping_return(out.links, out.link_bytes);
    mapping_return(out.heads, out.head_bytes);
    mapping_return(out.items, out.head_bytes);
    census_choice_end(&out.choice);
    out.links = NULL;
    out.heads = NULL;
    out.items = NULL;
}

void
census_write(struct graph *graph, const struct census_types *types,
             const char *label, struct ledger_census *census)
{
    out.graph = graph;
    out.final = (census->flags & LEDGER_CENSUS_FINAL) != 0;
    out.ways = census_ways_begin(graph, &types->owners);
    forget_last();
    /* Before the others: without it, nobody would know that they lack room. */
    out.census = store_add(&recorder.store, LEDGER_CENSUSES, 1);
    census->label = census_way_text(label);
    census->objects = graph->count - 1;
    if (prepare()) {
        census_choice_count(&out.choice, census);
        if ((census->flags & LEDGER_CENSUS_CUT) == 0) {
            census_choice_make(&out.choice);
            if (!link_owners()) {
                census->flags |= LEDGER_CENSUS_CUT;
            }
            for (uint32_t i = 1; i <= out.choice.records; i++) {
                out.writing = i;
                write_record(i);
            }
        }
    }
    census->flags |= graph->full ? LEDGER_CENSUS_FULL : 0u;
    release();
}

void
census_finish(const struct ledger_census *census)
{
    if (out.census != 0) {
        *store_census(&recorder.store, out.census) = *census;
    }
    out.census = 0;
}

void
census_abandon(const struct ledger_census *census)
{
    release();
    forget_last();
    if (out.census == 0) {
        out.census = store_add(&recorder.store, LEDGER_CENSUSES, 1);
    }
    census_finish(census);
}
