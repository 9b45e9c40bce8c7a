#include "probe/stack/native_stack.h"
#include "probe/stack/python_stack.h"
#include "probe/stack/shadow_frame.h"

#include "base/mapping.h"
#include "cpython/memory.h"
#include "ledger/hash.h"
#include "probe/state/recorder.h"


enum { PATH_SLOTS_FIRST = 4096, PATHS_TRIED = 8 };

struct stack_path {
    uint64_t pc;
    uint64_t extent;       /* limit - stack pointer; 0: no limit */
    uint32_t next;         /* another path that begins alike */
    uint32_t first, count; /* its checks */
    bool cut;
    uint32_t parent, node; /* last answer */
};

struct node_guess {
    uint32_t path, parent, node;
};

static struct stack_path *paths; /* [0] is not used */
static uint32_t path_count;
static struct stack_check *checks;
static uint32_t check_count;
static uint32_t *path_slots;
static uint32_t path_mask; /* slots in use, less one */
static struct node_guess node_guesses[STACK_NODE_CACHE];

bool
native_stack_init(void)
{
    paths = mapping_zeroed(STACK_PATHS_MAX * sizeof *paths);
    checks = mapping_zeroed(STACK_CHECKS_MAX * sizeof *checks);
    path_slots = mapping_zeroed(STACK_PATHS_MAX * sizeof *path_slots);
    path_mask = PATH_SLOTS_FIRST - 1;
    recorder.site_guesses =
        mapping_zeroed((uint64_t)GUESS_SITES_MAX * GUESSES_PER_SITE *
                       sizeof *recorder.site_guesses);
    return paths != NULL && checks != NULL && path_slots != NULL &&
           recorder.site_guesses != NULL;
}

static uint64_t
extent_of(const struct stack_start *start)
{
    return start->limit == 0 ? 0 : start->limit - start->stack_pointer;
}

static uint32_t *
slot_of(uint64_t pc, uint64_t extent)
{
    return &path_slots[(uint32_t)(hash_mix(pc, extent) >> 32) & path_mask];
}

static void
link_path(uint32_t number)
{
    uint32_t *slot = slot_of(paths[number].pc, paths[number].extent);

    paths[number].next = *slot;
    *slot = number;
}

/* As many slots as paths: few at first, because every page costs. */
static void
double_slots(void)
{
    for (uint32_t i = 0; i <= path_mask; i++) {
        path_slots[i] = 0;
    }
    path_mask = path_mask * 2 + 1;
    for (uint32_t i = 1; i <= path_count; i++) {
        link_path(i);
    }
}

/*
 * Checks are in stack order, so a word is read only when all before it prove
 * that its frame exists.
 */
static inline bool
checks_hold(const struct stack_check *check, uint32_t count,
            const struct stack_start *start)
{
    for (uint32_t i = 0; i < count; i++, check++) {
        uint64_t value;

        switch (check->kind) {
        case STACK_CHECK_RETURN:
        case STACK_CHECK_OWN:
            value = load64(start->stack_pointer + check->offset);
            break;
        case STACK_CHECK_SAVED:
            value = load64(start->stack_pointer + check->offset) -
                    start->stack_pointer;
            break;
        default:
            value = start->base_pointer - start->stack_pointer;
            break;
        }
        if (value != check->value) {
            return false;
        }
    }
    return true;
}

/*
 * What was found last stands first. Deep recursion has countless paths that
 * begin alike: it is cheaper to unwind anew than to try them all.
 */
static uint32_t
path_of_extent(const struct stack_start *start, uint64_t extent)
{
    uint32_t *slot = slot_of(start->pc, extent), *link = slot;

    for (uint32_t tried = 0; *link != 0 && tried < PATHS_TRIED; tried++) {
        uint32_t number = *link;
        struct stack_path *path = &paths[number];

        if (path->pc == start->pc && path->extent == extent &&
            checks_hold(&checks[path->first], path->count, start)) {
            *link = path->next;
            path->next = *slot;
            *slot = number;
            return number;
        }
        link = &path->next;
    }
    return 0;
}

/*
 * Whatever is beyond REFTALLY_NATIVE_DEPTH, the path is the same; but all that
 * it checks must be within the limit.
 */
static uint32_t
path_find(const struct stack_start *start)
{
    uint64_t extent = extent_of(start);
    uint32_t number = path_of_extent(start, extent);
    const struct stack_path *path;

    if (number == 0) {
        number = path_of_extent(start, STACK_EXTENT_DEEP);
        path = &paths[number];
        if (number != 0 && extent != 0 &&
            checks[path->first + path->count - 1].offset >= extent) {
            return 0;
        }
    }
    return number;
}

void
native_stack_learn(const struct stack_start *start,
                   const struct stack_check *found, size_t count, bool cut)
{
    struct stack_path *path;

    if (path_count + 1 >= STACK_PATHS_MAX ||
        check_count + count > STACK_CHECKS_MAX) {
        /* Start afresh: the tree of nodes keeps what was found. */
        path_count = 0;
        check_count = 0;
        for (uint32_t i = 0; i <= path_mask; i++) {
            path_slots[i] = 0;
        }
        for (uint32_t i = 0; i < STACK_NODE_CACHE; i++) {
            node_guesses[i] = (struct node_guess){ 0, 0, 0 };
        }
    }
    path = &paths[++path_count];
    *path = (struct stack_path){
        .pc = start->pc,
        .extent = extent_of(start),
        .first = check_count,
        .count = (uint32_t)count,
        .cut = cut,
    };
    for (size_t i = 0; i < count; i++) {
        checks[check_count + i] = found[i];
    }
    check_count += (uint32_t)count;
    link_path(path_count);
    if (path_count > path_mask && path_mask < STACK_PATHS_MAX - 1) {
        double_slots();
    }
}

size_t
native_stack_returns(const struct stack_start *start,
                     struct stack_return *returns, size_t room)
{
    const struct stack_path *path = &paths[path_find(start)];
    size_t count = 0;

    for (uint32_t i = 0; path->pc != 0 && i < path->count; i++) {
        const struct stack_check *check = &checks[path->first + i];

        if (check->kind != STACK_CHECK_RETURN) {
            continue;
        }
        if (count == room) {
            return 0;
        }
        returns[count++] = (struct stack_return){
            .address = check->value,
            .stack_pointer =
                start->stack_pointer + check->offset + sizeof(uint64_t),
        };
    }
    return count;
}

/* The node of the path's innermost frame, under the node around it. */
static uint32_t
path_node(struct thread_record *thread, uint32_t number, uint32_t parent)
{
    struct stack_path *path = &paths[number];
    struct node_guess *guess;
    uint32_t node = parent;

    if (path->node != 0 && path->parent == parent) {
        return path->node;
    }
    guess = &node_guesses[(hash_mix(number, parent) >> 32) &
                          (STACK_NODE_CACHE - 1)];
    if (guess->path != number || guess->parent != parent) {
        if (path->cut) {
            node = stack_tree_native(&recorder.tree, thread_record_root(thread),
                                     LEDGER_NODE_CUT, 0);
        }
        for (uint32_t i = path->count; i > 0; i--) {
            const struct stack_check *check = &checks[path->first + i - 1];

            if (check->kind == STACK_CHECK_RETURN) {
                node = stack_tree_native(&recorder.tree, node,
                                         LEDGER_NODE_RETURN, check->value);
            }
        }
        *guess = (struct node_guess){ number, parent, node };
    }
    path->parent = parent;
    path->node = guess->node;
    return guess->node;
}

struct stack_start
native_stack_entry(const struct thread_record *thread, int32_t i)
{
    const struct activation *call = &thread->activations[i];
    int32_t outer = activation_outer(thread, i);

    return (struct stack_start){
        .pc = call->return_address,
        .stack_pointer = call->stack_pointer,
        .base_pointer = call->base_pointer,
        .limit = outer >= 0 ? activation_limit(&thread->activations[outer]) : 0,
    };
}

static uint32_t
evaluation_node(const struct thread_record *thread, int32_t i, uint32_t parent)
{
    uint32_t shadowed = shadow_frame_of(thread, i);

    if (shadowed != 0) {
        parent = stack_tree_native(&recorder.tree, parent, LEDGER_NODE_SHADOW,
                                   shadowed);
    }
    return stack_tree_native(&recorder.tree, parent, LEDGER_NODE_EVALUATION,
                             python_stack_code(thread->activations[i].code));
}

/* Finds out the nodes of activation `live` and of those around it. */
static bool
activation_node(struct thread_record *thread, int32_t live, uint32_t *node)
{
    int32_t first = live, outer;
    uint32_t root = thread_record_root(thread);

    while ((outer = activation_outer(thread, first)) >= 0 &&
           thread->activations[outer].node == 0) {
        first = outer;
    }
    for (int32_t i = first; i <= live; i++) {
        struct activation *call = &thread->activations[i];
        struct stack_start start;
        uint32_t path, parent;

        if (call->slot) {
            continue;
        }
        outer = activation_outer(thread, i);
        parent = outer >= 0 ? thread->activations[outer].node : root;
        start = native_stack_entry(thread, i);
        path = path_find(&start);
        if (path == 0) {
            return false;
        }
        call->node =
            evaluation_node(thread, i, path_node(thread, path, parent));
        if (call->node == 0) {
            break;
        }
    }
    *node = thread->activations[live].node;
    return true;
}

/* Whether all of it fits into a guess. */
static bool
is_guessed(uint32_t site, uint64_t extent, const struct stack_path *known)
{
    bool fits = site < GUESS_SITES_MAX && extent <= UINT32_MAX &&
                known->count <= GUESS_CHECKS_MAX;

    for (uint32_t i = 0; fits && i < known->count; i++) {
        fits = (checks[known->first + i].offset & GUESS_KINDS) == 0;
    }
    return fits;
}

static void
remember(uint32_t site, const struct stack_start *start, uint32_t parent,
         uint32_t path, uint32_t tag)
{
    const struct stack_path *known = &paths[path];
    uint64_t extent = extent_of(start);
    struct site_guess *guess = native_stack_guess_at(site, parent, extent);

    if (!is_guessed(site, extent, known)) {
        return;
    }
    *guess = (struct site_guess){
        .extent = (uint32_t)extent,
        .parent = parent,
        .tag = tag,
        .count = known->count,
    };
    for (uint32_t i = 0; i < known->count; i++) {
        const struct stack_check *check = &checks[known->first + i];

        guess->places[i] = check->offset | check->kind;
        guess->values[i] = check->value;
    }
}

static uint32_t
leaf_node(uint32_t parent, uint32_t site)
{
    static struct {
        uint32_t parent, site, node;
    } leaves[STACK_NODE_CACHE];
    uint32_t slot =
        (uint32_t)(hash_mix(parent, site) >> 32) & (STACK_NODE_CACHE - 1);

    if (leaves[slot].site != site || leaves[slot].parent != parent) {
        leaves[slot].node =
            stack_tree_native(&recorder.tree, parent, LEDGER_NODE_SITE, site);
        leaves[slot].site = site;
        leaves[slot].parent = parent;
    }
    return leaves[slot].node;
}

bool
native_stack_tag(struct thread_record *thread, int32_t live, uint32_t site,
                 const struct stack_start *start, uint32_t *tag)
{
    const struct site_guess *guess;
    uint64_t extent = extent_of(start);
    uint32_t parent, path;

    if (live >= 0) {
        parent = thread->activations[live].node;
        if (parent == 0 && !activation_node(thread, live, &parent)) {
            return false;
        }
    }
    else {
        parent = thread_record_root(thread);
    }
    guess = native_stack_guess_at(site, parent, extent);
    if (site < GUESS_SITES_MAX && guess->tag != 0 &&
        native_stack_guess_holds(guess, parent, extent, start->stack_pointer,
                                 start->base_pointer)) {
        *tag = guess->tag;
        return true;
    }
    path = path_find(start);
    if (path == 0) {
        return false;
    }
    *tag = leaf_node(path_node(thread, path, parent), site);
    remember(site, start, parent, path, *tag);
    return true;
}
