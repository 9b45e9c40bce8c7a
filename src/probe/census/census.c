#include "probe/census/census.h"

#include "base/clock.h"
#include "base/note.h"
#include "base/system.h"
#include "cpython/memory.h"
#include "probe/census/census_blocks.h"
#include "probe/census/census_guard.h"
#include "probe/census/census_ledger.h"
#include "probe/census/census_memory.h"
#include "probe/census/census_need.h"
#include "probe/census/census_objects.h"
#include "probe/census/census_roots.h"
#include "probe/census/memory_map.h"
#include "probe/census/moments.h"
#include "probe/images/unseen.h"
#include "probe/images/interpreter.h"
#include "probe/stack/python_stack.h"
#include "probe/state/peek.h"
#include "probe/state/recorder.h"

#include <errno.h>
#include <string.h>

enum { NOTE_AFTER_MS = 1000 };

static struct census_types types;

/* The census that is being taken. */
static struct {
    struct graph graph;
    const struct collector_layout *lists;
    struct memory_map map;
    int64_t begin_ns, begin_processor_ns, limit_ns;
    bool said;
} now;

static int64_t
since_begin_ns(void)
{
    return clock_ns(CLOCK_MONOTONIC) - now.begin_ns;
}

/*
 * How much of the limit is used up. Where others have the processor, the
 * census's own time on it counts: it does no less in that.
 */
static int64_t
spent_ns(void)
{
    int64_t passed = since_begin_ns(), least = passed / CENSUS_BUSY_FACTOR;
    int64_t end;

    if (passed <= now.limit_ns) {
        return passed;
    }
    end = clock_thread_ns();
    if (end == 0) {
        return passed;
    }
    end -= now.begin_processor_ns;
    return end > least ? end : least;
}

static bool
is_late(void)
{
    if (!now.said && since_begin_ns() > NOTE_AFTER_MS * (int64_t)1000000) {
        now.said = true;
        note("looking for the owners of %lu objects",
             (unsigned long)now.graph.count);
    }
    return spent_ns() > now.limit_ns;
}

void
census_init(void)
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
        { "_PyWeakref_RefType", &types.owners.weak[0] },
        { "_PyWeakref_ProxyType", &types.owners.weak[1] },
        { "_PyWeakref_CallableProxyType", &types.owners.weak[2] },
        { "_Py_NoneStruct", &types.owners.none },
    };

    static const char *const reused[KIND_REUSED_MAX] = {
        "PyTuple_Type",   "PyFrame_Type",          "PyMethod_Type",
        "PySlice_Type",   "PyCFunction_Type",      "PyCMethod_Type",
        "PyContext_Type", "_PyAsyncGenASend_Type",
    };

    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        *wanted[i].address = interpreter_symbol(wanted[i].name);
    }
    for (int i = 0; i < KIND_REUSED_MAX; i++) {
        types.reused[i] = interpreter_symbol(reused[i]);
    }
    census_guard_init();
}

static void
weigh_blocks(struct graph *graph)
{
    for (uint32_t i = 1; i < graph->count; i++) {
        const struct graph_node *node = &graph->nodes[i];
        struct graph_others *others;

        if (node->others == 0) {
            continue;
        }
        others = graph_others_at(graph, i);
        others->possible +=
            (uint32_t)graph_words_beyond(graph, node, others->blocks);
        others->hidden += others->unannounced;
    }
}

/* The rest of the census must have time left, however large the memory is. */
static void
mark_blocks(struct graph *graph)
{
    int64_t limit_ns = now.limit_ns, spent = spent_ns();

    now.limit_ns = spent + (limit_ns - spent) / 2;
    census_blocks_mark(graph, &now.map);
    now.limit_ns = limit_ns;
}

/* ---- all of it ---- */

/* False: late. */
static bool
find_owners(struct graph *graph, uint32_t *flags)
{
    struct census_memory memory = {
        .graph = graph,
        .map = &now.map,
        .lists = now.lists,
        .types = &types,
        .is_late = is_late,
        .stack_pointer = (uint64_t)(uintptr_t)__builtin_frame_address(0),
    };
    bool scan = census_memory_open(&memory);
    bool done;

    graph->reached = true;
    census_roots_modules(graph, types.owners.module);
    done = graph_follow(graph);
    census_roots_frames(graph);
    done = done && graph_follow(graph) && (!scan || census_memory_images()) &&
           graph_follow(graph);
    done = done && (!scan || census_memory_static_objects()) &&
           graph_follow(graph);
    census_memory_states();
    done = done && graph_follow(graph);
    graph->reached = false;
    done =
        done && (!scan || census_memory_interpreter()) && graph_follow(graph);
    for (uint32_t i = 1, count = graph->count; done && i < count; i++) {
        if (graph->nodes[i].kind == LEDGER_HOLDER_OBJECT) {
            graph_reach(graph, i, 0);
            done = graph_follow(graph);
        }
    }
    done = done && (!scan || census_memory_elsewhere());
    if (done && scan) {
        mark_blocks(graph);
        *flags |= LEDGER_CENSUS_SCANNED;
    }
    weigh_blocks(graph);
    return done;
}

/* Where in Python the thread is, if it still is one of the interpreter's. */
static uint32_t
python_now(void)
{
    const struct thread_record *thread = recorder.thread;
    uint64_t interpreter;

    return thread != NULL && thread->state != 0 &&
                   peek64(thread->state + recorder.layout->state.interpreter,
                          &interpreter) &&
                   interpreter == load64(recorder.runtime +
                                         recorder.layout->state.interpreters)
               ? python_stack_whole(thread)
               : 0;
}

struct taking {
    const char *label;
    struct ledger_census census;
    bool begun;
};

/* All that reads the objects of the program. */
static void
look(void *context)
{
    struct taking *taking = context;
    uint32_t *flags = &taking->census.flags;

    unseen_look();
    census_objects_begin(&now.map);
    now.lists = owners_collector(recorder.layout, recorder.runtime,
                                 census_objects_readable);
    if (now.lists == NULL || !census_objects_add(&now.graph, now.lists)) {
        return;
    }
    now.graph.is_late = is_late;
    now.graph.is_object = census_objects_is;
    taking->begun = true;
    if (owners_collector_is_off(recorder.layout, recorder.runtime, now.lists)) {
        *flags |= LEDGER_CENSUS_COLLECTOR_OFF;
    }
    if (!find_owners(&now.graph, flags)) {
        *flags |= LEDGER_CENSUS_CUT;
    }
    *flags |= now.graph.full ? LEDGER_CENSUS_FULL : 0u;
    census_write(&now.graph, &types, taking->label, &taking->census);
}

static void
say_given_up(void)
{
    static bool said;

    if (!said) {
        note("the search for owners is given up: the memory of an object could "
             "not be read");
    }
    said = true;
}

/* False: it could not be begun. */
static bool
take(const char *label, uint32_t flags)
{
    struct taking taking = {
        .label = label,
        .census = { .flags = flags,
                    .realtime_ns = (uint64_t)clock_ns(CLOCK_REALTIME),
                    .last_serial = recorder.accounts.serial,
                    .python = python_now() },
    };

    now.said = (flags & LEDGER_CENSUS_ABRUPT) != 0; /* nobody would read it */
    now.begin_ns = clock_ns(CLOCK_MONOTONIC);
    now.begin_processor_ns = clock_thread_ns();
    now.limit_ns = (int64_t)recorder.options.census_seconds * 1000000000;
    if (!memory_map_read(&now.map)) {
        return false;
    }
    if (!census_guard_call(look, &taking)) {
        say_given_up();
        taking.begun = true;
        taking.census.flags = flags | LEDGER_CENSUS_NONE | LEDGER_CENSUS_FAULT;
        taking.census.duration_ns = (uint64_t)since_begin_ns();
        census_memory_close();
        census_abandon(&taking.census);
    }
    else if (taking.begun) {
        taking.census.scanned = census_memory_close();
        taking.census.duration_ns = (uint64_t)since_begin_ns();
        census_finish(&taking.census);
    }
    graph_release(&now.graph);
    memory_map_release(&now.map);
    return taking.begun;
}

static bool
is_wanted(bool final)
{
    uint32_t when = recorder.options.census;

    return !system_is_sealed() &&
           *recorder.store.tables[LEDGER_ACCOUNTS].used > 1 &&
           recorder.layout->owners.known && when != OPTIONS_CENSUS_OFF &&
           (when != OPTIONS_CENSUS_AUTO ||
            (final && recorder.tagging != LEDGER_STACK_NONE && census_need()));
}

/* Verdicts need one, and there is none. What an object in static data has left
 * can be read anyway: of None, nothing, and the interpreter ends by it. */
static void
write_none(void)
{
    uint32_t index = store_add(&recorder.store, LEDGER_CENSUSES, 1);

    unseen_look();
    if (index != 0) {
        *store_census(&recorder.store, index) = (struct ledger_census){
            .flags = LEDGER_CENSUS_FINAL | LEDGER_CENSUS_NONE,
            .realtime_ns = (uint64_t)clock_ns(CLOCK_REALTIME),
            .last_serial = recorder.accounts.serial,
        };
    }
}

/* Nobody runs meanwhile who has another lock. */
static bool
is_alone(void)
{
    return !recorder.several || (recorder.thread != NULL &&
                                 interpreter_is_alone(recorder.thread->state));
}

/* Hooks run on whatever stack the host has; its functions want it aligned. */
__attribute__((force_align_arg_pointer)) void
census_take(const char *label, bool final)
{
    int kept_errno = errno;

    if (final) {
        moments_end();
    }
    if (is_wanted(final) &&
        !(is_alone() && take(label, final ? LEDGER_CENSUS_FINAL : 0)) &&
        final) {
        write_none();
    }
    errno = kept_errno;
}

__attribute__((force_align_arg_pointer)) void
census_take_abruptly(const char *label)
{
    int kept_errno = errno;

    moments_end();
    if (is_wanted(true) &&
        !take(label, LEDGER_CENSUS_FINAL | LEDGER_CENSUS_ABRUPT)) {
        write_none();
    }
    errno = kept_errno;
}

static bool
had_final(void)
{
    uint64_t used = *recorder.store.tables[LEDGER_CENSUSES].used;

    return recorder.store.header->finalization != LEDGER_NOT_FINALIZED ||
           (used > 1 &&
            (store_census(&recorder.store, (uint32_t)used - 1)->flags &
             LEDGER_CENSUS_FINAL) != 0);
}

bool
census_is_missing(void)
{
    return !had_final() && is_wanted(true);
}

void
census_end(void)
{
    if (census_is_missing()) {
        write_none();
    }
}
