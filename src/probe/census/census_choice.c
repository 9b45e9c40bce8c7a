#include "probe/census/census_choice.h"

#include "base/mapping.h"
#include "base/refcount_shape.h"
#include "cpython/type_info.h"
#include "ledger/hash.h"
#include "probe/admission/counted.h"
#include "probe/admission/kinds.h"
#include "probe/census/followed.h"
#include "probe/images/adopt.h"
#include "probe/state/recorder.h"

enum {
    SUSPICIOUS_MAX = 1024 * 1024, /* objects written, whatever it takes ... */
    EXAMPLES_MAX = 64 * 1024,     /* ... and others, to show their owners */
    ALIKE_EACH = 8,               /* of a class of at least that many */
    UNSEEN_MIN = 5, /* so many more or less than owners may be a mistake: few
                       speak of None, and nobody recorded who took them */
};

_Static_assert(SUSPICIOUS_MAX + EXAMPLES_MAX < 1 << GRAPH_RECORD_BITS,
               "a node has room for the number of each record");

struct census_class *
census_choice_class(const struct census_choice *choice, uint32_t number)
{
    const struct ledger_account *account =
        store_account(&recorder.store, number);
    uint32_t kind = *recorder.store.tables[LEDGER_CHECKPOINTS].used > 1
                        ? 0
                        : kinds_of(number);
    uint64_t hash = hash_mix(hash_mix(account->type, account->birth), kind);
    uint32_t slot = (uint32_t)(hash >> 24) & choice->class_mask;

    while (choice->classes[slot].objects != 0 &&
           (choice->classes[slot].type != account->type ||
            choice->classes[slot].birth != account->birth ||
            choice->classes[slot].kind != kind)) {
        slot = (slot + 1) & choice->class_mask;
    }
    choice->classes[slot].type = account->type;
    choice->classes[slot].birth = account->birth;
    choice->classes[slot].kind = kind;
    return &choice->classes[slot];
}

uint32_t
census_choice_uncounted(const struct graph *graph,
                        const struct graph_node *node)
{
    const struct graph_others *others = graph_others_of(graph, node);
    uint64_t all = (uint64_t)node->edges + others->statics + others->hidden +
                   others->internal;
    uint32_t before = adopt_pointers(graph_account(node));

    return before < all ? before : (uint32_t)all;
}

int64_t
census_choice_taken(const struct graph *graph, const struct graph_node *node)
{
    const struct ledger_account *account =
        store_account(&recorder.store, graph_account(node));

    return account->state == LEDGER_ACCOUNT_ADOPTED
               ? account->references -
                     refcount_began(account->adopted_references) +
                     census_choice_uncounted(graph, node)
               : account->references;
}

/*
 * Whoever visits an object in its tp_traverse holds a reference to it: the
 * collector relies on that, where it asks about the object. But types are visited
 * by way of instances that the collector does not know.
 */
static bool
is_overdrawn(const struct graph_node *node, uint32_t number, int64_t references,
             uint32_t items)
{
    const struct ledger_type *type = store_type(&recorder.store, number);

    return references > 0 && (int64_t)node->edges > references &&
           ((type->flags & LEDGER_TYPE_GC) != 0 || items > references) &&
           (type_flags(recorder.layout, type->address) &
            recorder.layout->type.flag_is_type) == 0;
}

bool
census_choice_overdrawn(const struct graph_node *node,
                        const struct ledger_account *account, uint32_t items)
{
    if ((node->flags & GRAPH_DEAD) != 0) {
        return node->edges > 0;
    }
    return account->state == LEDGER_ACCOUNT_BORN &&
           is_overdrawn(node, account->type, account->references, items);
}

/* Its items were not counted yet. */
static bool
may_be_overdrawn(const struct graph_node *node,
                 const struct ledger_account *account)
{
    return census_choice_overdrawn(node, account, UINT32_MAX);
}

static void
forget_counted(void)
{
    uint64_t used = *recorder.store.tables[LEDGER_KINDS].used;

    for (uint32_t i = 1; i < used; i++) {
        struct ledger_kind *kind = store_kind(&recorder.store, i);

        kind->counted = kind->unowned = kind->unowned_references = 0;
        kind->doubtful = kind->doubtful_references = 0;
        kind->overdrawn = 0;
    }
}

/* The kind has the sums of those without an account. Which of its objects have
 * too few references others prove, that have one. */
static void
count_counted(const struct graph *graph, const struct graph_node *node)
{
    const struct graph_others *others = graph_others_of(graph, node);
    struct ledger_kind *kind = store_kind(&recorder.store, node->like);
    int64_t references = (int64_t)counted_references(node->address);
    int64_t beyond = references - (int64_t)graph_owners(graph, node);

    kind->counted++;
    kind->overdrawn += is_overdrawn(node, kind->type, references, UINT32_MAX);
    if (beyond > 0) {
        kind->doubtful++;
        kind->doubtful_references += (uint64_t)beyond;
    }
    beyond -= (int64_t)others->internal + others->possible;
    if (beyond > 0) {
        kind->unowned++;
        kind->unowned_references += (uint64_t)beyond;
    }
}

static void
count_alike(const struct graph *graph, uint32_t index,
            struct census_class *alike)
{
    const struct graph_node *oldest = graph_node_at(graph, alike->oldest);
    const struct graph_node *node = graph_node_at(graph, index);

    if (alike->objects++ == 0 ||
        store_account(&recorder.store, graph_account(node))->serial <
            store_account(&recorder.store, graph_account(oldest))->serial) {
        alike->oldest = index;
    }
}

void
census_choice_count(const struct census_choice *choice,
                    struct ledger_census *census)
{
    forget_counted();
    for (uint32_t i = 1; i < choice->graph->count; i++) {
        const struct graph_node *node = graph_node_at(choice->graph, i);
        const struct ledger_account *account;
        uint64_t owners = graph_owners(choice->graph, node);

        if (node->like != 0 && graph_account(node) == 0) {
            count_counted(choice->graph, node);
        }
        if (graph_account(node) == 0 || (node->flags & GRAPH_DEAD) != 0) {
            continue;
        }
        account = store_account(&recorder.store, graph_account(node));
        if ((account->flags & LEDGER_ACCOUNT_UNSEEN) != 0) {
            continue;
        }
        count_alike(choice->graph, i,
                    census_choice_class(choice, graph_account(node)));
        census->accounts++;
        census->references += (uint64_t)account->references;
        census->owners += owners < (uint64_t)account->references
                              ? owners
                              : (uint64_t)account->references;
    }
}

/*
 * Nothing was recorded of it but what it began with. What the interpreter's own
 * data says of it counts: there are no free lists of static objects.
 */
static bool
is_off(const struct graph *graph, const struct graph_node *node)
{
    int64_t beyond = census_choice_taken(graph, node) -
                     (int64_t)graph_owners(graph, node) -
                     graph_others_of(graph, node)->internal;

    return beyond >= UNSEEN_MIN || beyond <= -UNSEEN_MIN;
}

/* Or to be looked at in any case, because rules say who may own it. */
static bool
is_suspicious(const struct graph *graph, const struct graph_node *node,
              const struct ledger_account *account)
{
    int64_t beyond =
        census_choice_taken(graph, node) - (int64_t)graph_owners(graph, node);
    const struct ledger_type *type = store_type(&recorder.store, account->type);

    if ((node->flags & GRAPH_DEAD) != 0) {
        return may_be_overdrawn(node, account);
    }
    if ((account->flags & LEDGER_ACCOUNT_UNSEEN) != 0) {
        return is_off(graph, node);
    }
    return (type->flags & LEDGER_TYPE_EXPECTED) != 0 || beyond > 0 ||
           (node->flags & GRAPH_REACHED) == 0 ||
           (account->state == LEDGER_ACCOUNT_ADOPTED && beyond < 0) ||
           may_be_overdrawn(node, account);
}

static uint32_t
count_suspicious(const struct graph *graph)
{
    uint32_t count = 0;

    for (uint32_t i = 1; i < graph->count; i++) {
        const struct graph_node *node = graph_node_at(graph, i);

        count +=
            graph_account(node) != 0 &&
            is_suspicious(graph, node,
                          store_account(&recorder.store, graph_account(node)));
    }
    return count;
}

static uint32_t
owners_bit(const struct graph *graph, const struct graph_node *node)
{
    uint64_t owners = graph_owners(graph, node);

    return (uint32_t)1 << (owners < 31 ? owners : 31);
}

static void
choose(struct census_choice *choice, uint32_t index, struct census_class *alike)
{
    const struct graph_node *node = graph_node_at(choice->graph, index);

    alike->written++;
    alike->owners |= owners_bit(choice->graph, node);
    alike->followed += followed_has(
        store_account(&recorder.store, graph_account(node))->serial);
    choice->nodes[++choice->records] = index;
    graph_node_at(choice->graph, index)->record = choice->records;
}

/*
 * Spread over the class, which is about in the order of birth, as the collector
 * has them: what became more may be held by another than what was there first.
 */
static bool
has_its_turn(struct census_class *alike)
{
    uint32_t wanted = alike->objects < ALIKE_EACH ? 1 : ALIKE_EACH;
    uint64_t place = wanted == 1 ? 0
                                 : (uint64_t)alike->written *
                                       (alike->objects - 1) / (wanted - 1);

    return alike->written < wanted && alike->seen++ >= place;
}

/*
 * And the oldest: of classes that hold each other, the older one is the cause.
 * And one for each number of owners: somebody may hold it besides. And more of
 * what a region has made: these are judged one by one.
 */
static bool
is_example(const struct graph *graph, struct census_class *alike,
           uint32_t index)
{
    const struct graph_node *node = graph_node_at(graph, index);

    return has_its_turn(alike) || alike->oldest == index ||
           (alike->owners & owners_bit(graph, node)) == 0 ||
           (alike->followed < LEDGER_FOLLOWED_EACH &&
            followed_has(
                store_account(&recorder.store, graph_account(node))->serial));
}

/*
 * Suspicious ones first. Where one is left out, nothing can be said of objects
 * without a record; examples may be left out.
 */
void
census_choice_make(struct census_choice *choice)
{
    for (int round = 0; round < 2; round++) {
        for (uint32_t i = 1; i < choice->graph->count; i++) {
            const struct graph_node *node = graph_node_at(choice->graph, i);
            const struct ledger_account *account;
            struct census_class *alike;

            if (graph_account(node) == 0 || node->record != 0 ||
                (round == 1 && (node->flags & GRAPH_DEAD) != 0)) {
                continue;
            }
            account = store_account(&recorder.store, graph_account(node));
            alike = census_choice_class(choice, graph_account(node));
            if (round == 0 ? !is_suspicious(choice->graph, node, account)
                           : (account->flags & LEDGER_ACCOUNT_UNSEEN) != 0 ||
                                 !is_example(choice->graph, alike, i)) {
                continue;
            }
            if (choice->records < choice->records_max) {
                choose(choice, i, alike);
            }
            else if (round == 0) {
                choice->graph->full = true;
            }
        }
        choice->suspicious = round == 0 ? choice->records : choice->suspicious;
    }
}

bool
census_choice_begin(struct census_choice *choice, struct graph *graph)
{
    uint64_t slots = 1024;
    uint32_t suspicious = count_suspicious(graph);

    while (slots < 2 * *recorder.store.tables[LEDGER_ACCOUNTS].used) {
        slots *= 2;
    }
    *choice = (struct census_choice){
        .graph = graph,
        .records_max =
            (suspicious < SUSPICIOUS_MAX ? suspicious : SUSPICIOUS_MAX) +
            EXAMPLES_MAX,
        .class_mask = (uint32_t)(slots - 1),
    };
    choice->classes = mapping_zeroed(slots * sizeof *choice->classes);
    choice->nodes = mapping_zeroed((choice->records_max + 1) *
                                   (uint64_t)sizeof *choice->nodes);
    return choice->classes != NULL && choice->nodes != NULL;
}

void
census_choice_end(struct census_choice *choice)
{
    mapping_return(choice->classes, ((uint64_t)choice->class_mask + 1) *
                                        sizeof *choice->classes);
    mapping_return(choice->nodes,
                   (choice->records_max + 1) * (uint64_t)sizeof *choice->nodes);
    choice->classes = NULL;
    choice->nodes = NULL;
}
