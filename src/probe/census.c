#include "probe/census.h"

#include "base/mapping.h"
#include "base/note.h"
#include "cpython/memory.h"
#include "cpython/type_info.h"
#include "probe/census_ledger.h"
#include "probe/heap_blocks.h"
#include "probe/memory_map.h"
#include "probe/memory_scan.h"
#include "probe/recorder.h"
#include "probe/sweep.h"

#include <dlfcn.h>
#include <errno.h>
#include <string.h>
#include <time.h>

enum {
    NODES_MIN = 1 << 18,
    NODES_MAX = 1 << 28,
    OBJECT_SEARCH_BYTES = 1024, /* objects are looked for so far below a word */
    OBJECT_ALIGNMENT = 16,
    NOTE_AFTER_MS = 1000,
    FREE_PARTS_MAX = 1 << 18,
};

static struct census_types types;

/* The census that is being taken. */
static struct {
    struct graph graph;
    const struct collector_layout *lists;
    struct memory_map map;
    struct memory_scan scan;
    struct heap_part *free_parts; /* of the C heap */
    size_t free_count;
    int64_t begin_ns, deadline_ns;
    uint32_t known; /* nodes when static objects were looked at */
    bool said;
    bool stack; /* the range being searched is a stack */
} now;

static int64_t
clock_ns(clockid_t clock)
{
    struct timespec time = { 0 };

    clock_gettime(clock, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static bool
is_late(void)
{
    int64_t ns = clock_ns(CLOCK_MONOTONIC);

    if (!now.said && ns - now.begin_ns > NOTE_AFTER_MS * (int64_t)1000000) {
        now.said = true;
        note("looking for the owners of %lu objects",
             (unsigned long)now.graph.count);
    }
    return ns > now.deadline_ns;
}

void
census_init(interpreter_lookup *lookup)
{
    static const struct {
        const char *name;
        uint64_t *address;
    } wanted[] = {
        { "PyModule_Type", &types.owners.module },
        { "PyFunction_Type", &types.owners.function },
        { "PyCell_Type", &types.owners.cell },
        { "PyFrame_Type", &types.owners.frame },
        { "PyGen_Type", &types.owners.generators[0] },
        { "PyCoro_Type", &types.owners.generators[1] },
        { "PyAsyncGen_Type", &types.owners.generators[2] },
        { "_PyWeakref_RefType", &types.weak[0] },
        { "_PyWeakref_ProxyType", &types.weak[1] },
        { "_PyWeakref_CallableProxyType", &types.weak[2] },
    };

    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        *wanted[i].address =
            (uint64_t)(uintptr_t)lookup(RTLD_DEFAULT, wanted[i].name);
    }
}

/* ---- nodes ---- */

static int
count_collected(void *object, void *context)
{
    (void)object;
    ++*(uint64_t *)context;
    return 0;
}

static int
add_collected(void *object, void *context)
{
    struct graph *graph = context;
    uint32_t node = graph_add(graph, (uint64_t)(uintptr_t)object);

    graph->nodes[node].flags |= GRAPH_COMPLETE;
    return 0;
}

static bool
is_readable(uint64_t address, uint64_t bytes)
{
    return memory_map_holds(&now.map, address, bytes);
}

static void
add_accounts(struct graph *graph)
{
    uint64_t used = *recorder.store.tables[LEDGER_ACCOUNTS].used;

    for (uint32_t i = 1; i < used; i++) {
        uint64_t object = store_account(&recorder.store, i)->object;
        uint32_t node = graph_find(graph, object); /* the collector's? */

        if (store_account(&recorder.store, i)->state == LEDGER_ACCOUNT_FREE ||
            !sweep_is_alive(&now.map, i) ||
            !owners_is_object(recorder.layout, object, node != 0,
                              is_readable)) {
            continue;
        }
        node = graph_add(graph, object);
        graph->nodes[node].account = node == 0 ? 0 : i;
    }
}

/* False: the collector is at work, or there is no memory. */
static bool
add_objects(struct graph *graph)
{
    uint64_t limit = *recorder.store.tables[LEDGER_ACCOUNTS].used;

    if (!owners_collected(recorder.layout, recorder.runtime, now.lists,
                          count_collected, &limit)) {
        return false;
    }
    limit = 4 * limit + NODES_MIN;
    if (limit > NODES_MAX ||
        !graph_init(graph, recorder.layout, (uint32_t)limit)) {
        return false;
    }
    graph->is_late = is_late;
    owners_collected(recorder.layout, recorder.runtime, now.lists,
                     add_collected, graph);
    add_accounts(graph);
    return true;
}

/* ---- roots ---- */

static void
reach_modules(struct graph *graph)
{
    uint32_t count = graph->count;

    for (uint32_t i = 1; i < count; i++) {
        if ((graph->nodes[i].flags & GRAPH_COMPLETE) != 0 &&
            load64(graph->nodes[i].address + recorder.layout->object.type) ==
                types.owners.module) {
            graph_reach(graph, i, 0);
        }
    }
}

static int
hold_from_frame(void *object, void *context)
{
    struct graph *graph = context;
    uint32_t node = graph_add(graph, (uint64_t)(uintptr_t)object);

    if (node != 0) {
        graph->nodes[node].frames++;
        graph->nodes[node].flags |= GRAPH_COMPLETE;
        graph_add_extra(graph, graph->current, node, false);
        graph_reach(graph, node, graph->current);
    }
    return 0;
}

/* Above the named slots may stand what was left over. */
static void
hold_from_slots(struct graph *graph, const struct owners_frame *frame)
{
    for (uint32_t i = frame->first; i < frame->slots; i++) {
        uint64_t object = load64(frame->locals + i * sizeof(uint64_t));

        if (object != 0 &&
            (graph_find(graph, object) != 0 ||
             (i < frame->named &&
              owners_is_object(recorder.layout, object, false, is_readable)))) {
            hold_from_frame((void *)(uintptr_t)object, graph);
        }
    }
}

static void
reach_frame(const struct owners_frame *frame, void *context)
{
    struct graph *graph = context;

    if (recorder.layout->owners.frame_is_object) {
        graph->current = graph_add(graph, frame->frame);
        graph->nodes[graph->current].flags |= GRAPH_COMPLETE;
        graph->nodes[graph->current].frames++; /* whoever runs it */
        graph_reach(graph, graph->current, 0);
    }
    else {
        graph->current =
            graph_add_place(graph, LEDGER_HOLDER_FRAME, frame->frame);
        owners_visit_frame(recorder.layout, frame, hold_from_frame, graph);
    }
    if (graph->current != 0) {
        hold_from_slots(graph, frame);
    }
}

/* ---- memory ---- */

/* A variable of an image, or a word in the interpreter's own structures. */
static void
hold_from_word(enum ledger_holder_kind kind, uint64_t address, uint32_t node)
{
    struct graph *graph = &now.graph;
    uint32_t place = graph_add_place(graph, kind, address);

    if (place != 0) {
        graph_add_extra(graph, place, node, false);
        graph_reach(graph, node, place);
    }
}

static void
found_in_state(uint64_t start, uint64_t end, void *context)
{
    struct graph *graph = context;

    for (uint64_t at = start; at + 8 <= end; at += 8) {
        uint32_t node = graph_find(graph, load64(at));

        if (node != 0) {
            graph->nodes[node].internal++;
            hold_from_word(LEDGER_HOLDER_INTERPRETER, at, node);
        }
    }
}

struct state_search {
    uint64_t address;
    bool found;
};

static void
is_in_state(uint64_t start, uint64_t end, void *context)
{
    struct state_search *search = context;

    search->found |= search->address >= start && search->address < end;
}

static bool
is_in_a_state(uint64_t address)
{
    struct state_search search = { address, false };

    owners_states(recorder.layout, recorder.runtime, now.lists, is_in_state,
                  &search);
    return search.found;
}

static void
found_static(uint64_t address, uint64_t word, void *context)
{
    struct graph *graph = context;
    uint32_t node = graph_find(graph, word);

    if (node != 0 && !is_in_a_state(address)) {
        graph->nodes[node].statics++;
        hold_from_word(LEDGER_HOLDER_STATIC, address, node);
    }
}

/* The object in whose memory the word lies, 0: in none. */
static uint32_t
object_around(const struct graph *graph, uint64_t address)
{
    uint64_t object = address & ~(uint64_t)(OBJECT_ALIGNMENT - 1);
    uint64_t last = object - OBJECT_SEARCH_BYTES;

    for (; object > last; object -= OBJECT_ALIGNMENT) {
        uint32_t node = graph_find(graph, object);

        if (node != 0) {
            return address <
                           object + owners_object_bytes(recorder.layout, object)
                       ? node
                       : 0;
        }
    }
    return 0;
}

/* What built-in types and the like own: they are static objects. */
static void
found_in_static_object(uint64_t address, uint64_t word, void *context)
{
    struct graph *graph = context;
    uint32_t node = graph_find(graph, word);
    uint32_t owner = node == 0 ? 0 : object_around(graph, address);

    if (owner != 0 && owner != node &&
        address >= graph->nodes[owner].address + 2 * sizeof(uint64_t)) {
        graph->nodes[node].statics++;
        graph_add_extra(graph, owner, node, false);
        graph_reach(graph, node, owner);
    }
}

/* All else there: lists of memory to be used again may be part of it. */
static void
found_internal(uint64_t address, uint64_t word, void *context)
{
    struct graph *graph = context;
    uint32_t node = graph_find(graph, word), owner;

    if (node == 0 || is_in_a_state(address)) {
        return;
    }
    owner = object_around(graph, address);
    if (owner == 0 || owner >= now.known || node >= now.known) {
        graph->nodes[node].internal++;
        hold_from_word(LEDGER_HOLDER_INTERPRETER, address, node);
    }
}

/* The image that the address is in, 0: none. */
static uint32_t
image_around(uint64_t address)
{
    uint64_t used = *recorder.store.tables[LEDGER_IMAGES].used;

    for (uint32_t i = 1; i < used; i++) {
        const struct ledger_image *image = store_image(&recorder.store, i);

        if (address >= image->start && address < image->end) {
            return i;
        }
    }
    return 0;
}

static bool
is_interpreter(uint32_t image)
{
    return image != 0 && (store_image(&recorder.store, image)->flags &
                          LEDGER_IMAGE_MAIN) != 0;
}

struct announcement {
    uint64_t object;
    uint32_t times;
};

static int
note_announcement(void *object, void *context)
{
    struct announcement *wanted = context;

    wanted->times += (uint64_t)(uintptr_t)object == wanted->object;
    return 0;
}

/* What cannot be in a cycle need not be announced by who owns it. */
static void
found_in_object(struct graph *graph, uint32_t owner, uint64_t address,
                uint32_t node)
{
    const struct python_layout *layout = recorder.layout;
    uint64_t holder = graph->nodes[owner].address;
    uint64_t type = load64(holder + layout->object.type);
    uint64_t offset = address - holder;
    struct announcement wanted = { graph->nodes[node].address, 0 };
    uint64_t own = load64(wanted.object + layout->object.type);

    if (offset < 2 * sizeof(uint64_t) || type == types.weak[0] ||
        type == types.weak[1] || type == types.weak[2] ||
        offset == load64(type + layout->type.weaklistoffset)) {
        return;
    }
    graph_visit(graph, owner, note_announcement, note_announcement, &wanted);
    if (wanted.times > 0) {
        graph->nodes[node].embedded++;
        return;
    }
    if (type_is_gc(layout, own)) {
        graph->nodes[node].possible++;
    }
    else {
        graph->nodes[node].unannounced++;
    }
    graph_add_extra(graph, owner, node, true);
}

static void
found_elsewhere(uint64_t address, uint64_t word, void *context)
{
    struct graph *graph = context;
    uint32_t node = graph_find(graph, word), owner;

    if (node == 0 || (graph->nodes[node].flags & GRAPH_WANTED) == 0 ||
        is_in_a_state(address) ||
        heap_parts_hold(now.free_parts, now.free_count, address)) {
        return;
    }
    owner = now.stack ? 0 : object_around(graph, address);
    if (owner != 0 && owner != node) {
        found_in_object(graph, owner, address, node);
        return;
    }
    graph->nodes[node].blocks++;
    owner = graph_add_place(
        graph, now.stack ? LEDGER_HOLDER_STACK : LEDGER_HOLDER_BLOCK, address);
    if (owner != 0) {
        graph_add_extra(graph, owner, node, false);
    }
}

enum place { PLACE_IMAGE, PLACE_INTERPRETER, PLACE_ELSEWHERE };

static enum place
place_of(const struct memory_range *range)
{
    uint32_t image = image_around(range->start);

    return image == 0              ? PLACE_ELSEWHERE
           : is_interpreter(image) ? PLACE_INTERPRETER
                                   : PLACE_IMAGE;
}

/* All writable ranges of one kind. False: it became late. */
static bool
search(enum place place, memory_word *found)
{
    now.scan.found = found;
    now.scan.context = &now.graph;
    now.scan.is_late = is_late;
    now.scan.low = now.graph.low;
    now.scan.high = now.graph.high;
    for (size_t i = 0; i < now.map.count; i++) {
        const struct memory_range *range = &now.map.ranges[i];

        if (!range->writable || place_of(range) != place) {
            continue;
        }
        now.stack = range->stack;
        if (!memory_scan_range(&now.scan, range->start, range->end)) {
            return false;
        }
    }
    return true;
}

/* Objects that have more references than owners. */
static bool
want_owners(struct graph *graph)
{
    bool some = false;

    for (uint32_t i = 1; i < graph->count; i++) {
        struct graph_node *node = &graph->nodes[i];

        if (node->account != 0 &&
            graph_owners(node) <
                (uint64_t)store_account(&recorder.store, node->account)
                    ->references) {
            node->flags |= GRAPH_WANTED;
            some = true;
        }
    }
    return some;
}

/* Words that are no object's stand for what containers have announced. */
static void
weigh_blocks(struct graph *graph)
{
    for (uint32_t i = 1; i < graph->count; i++) {
        struct graph_node *node = &graph->nodes[i];
        uint64_t announced =
            (uint64_t)node->edges + node->frames + node->hidden;

        announced -= node->embedded < announced ? node->embedded : announced;
        if (node->blocks > announced) {
            node->possible += node->blocks - (uint32_t)announced;
        }
        node->hidden += node->unannounced;
    }
}

/* ---- all of it ---- */

static bool
read_heap(uint64_t address, uint64_t *word, void *context)
{
    return memory_scan_read(context, address, word);
}

/* What was left over in freed memory is nobody's. */
static void
find_free_parts(void)
{
    now.free_count = 0;
    if (now.free_parts == NULL) {
        now.free_parts =
            mapping_zeroed(FREE_PARTS_MAX * sizeof *now.free_parts);
    }
    for (size_t i = 0; now.free_parts != NULL && i < now.map.count; i++) {
        if (now.map.ranges[i].heap) {
            now.free_count = heap_free_parts(
                now.map.ranges[i].start, now.map.ranges[i].end, read_heap,
                &now.scan, now.free_parts, FREE_PARTS_MAX);
            return;
        }
    }
}

/* Owners that only a search of all other memory can find. */
static bool
search_elsewhere(struct graph *graph)
{
    if (!want_owners(graph)) {
        return true;
    }
    find_free_parts();
    return search(PLACE_ELSEWHERE, found_elsewhere);
}

/* False: late. */
static bool
find_owners(struct graph *graph, uint32_t *flags)
{
    bool scan = memory_scan_open(&now.scan);
    bool done;

    graph->reached = true;
    reach_modules(graph);
    done = graph_follow(graph);
    owners_running_frames(recorder.layout, recorder.runtime, reach_frame,
                          graph);
    done = done && graph_follow(graph) &&
           (!scan || search(PLACE_IMAGE, found_static)) && graph_follow(graph);
    now.known = graph->count;
    done = done &&
           (!scan || search(PLACE_INTERPRETER, found_in_static_object)) &&
           graph_follow(graph);
    graph->reached = false;
    owners_states(recorder.layout, recorder.runtime, now.lists, found_in_state,
                  graph);
    done = done && graph_follow(graph) &&
           (!scan || search(PLACE_INTERPRETER, found_internal)) &&
           graph_follow(graph);
    for (uint32_t i = 1, count = graph->count; done && i < count; i++) {
        if (graph->nodes[i].kind == LEDGER_HOLDER_OBJECT) {
            graph_reach(graph, i, 0);
            done = graph_follow(graph);
        }
    }
    if (done && scan && search_elsewhere(graph)) {
        *flags |= LEDGER_CENSUS_SCANNED;
    }
    weigh_blocks(graph);
    memory_scan_close(&now.scan);
    return done;
}

static void
take(const char *label, uint32_t flags)
{
    struct ledger_census census = {
        .realtime_ns = (uint64_t)clock_ns(CLOCK_REALTIME),
        .last_serial = recorder.accounts.serial,
    };

    now.said = false;
    now.scan = (struct memory_scan){ .memory = -1 };
    now.begin_ns = clock_ns(CLOCK_MONOTONIC);
    now.deadline_ns =
        now.begin_ns + (int64_t)recorder.options.census_seconds * 1000000000;
    if (!memory_map_read(&now.map)) {
        return;
    }
    now.lists =
        owners_collector(recorder.layout, recorder.runtime, is_readable);
    if (now.lists != NULL && add_objects(&now.graph)) {
        if (!find_owners(&now.graph, &flags)) {
            flags |= LEDGER_CENSUS_CUT;
        }
        census.flags = flags | (now.graph.full ? LEDGER_CENSUS_FULL : 0u);
        census.scanned = now.scan.scanned;
        census_write(&now.graph, &types, label, &census);
        census.duration_ns =
            (uint64_t)(clock_ns(CLOCK_MONOTONIC) - now.begin_ns);
        census_finish(&census);
    }
    graph_release(&now.graph);
    memory_map_release(&now.map);
}

/* Hooks run on whatever stack the host has; its functions want it aligned. */
__attribute__((force_align_arg_pointer)) void
census_take(const char *label, bool final)
{
    int kept_errno = errno;
    uint32_t when = recorder.options.census;

    if (recorder.layout->owners.known && when != OPTIONS_CENSUS_OFF &&
        (when != OPTIONS_CENSUS_AUTO ||
         (final && recorder.stack_mode != LEDGER_STACK_NONE))) {
        take(label, final ? LEDGER_CENSUS_FINAL : 0);
    }
    errno = kept_errno;
}
