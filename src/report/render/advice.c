#include "report/render/advice.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/compare/coverage.h"
#include "report/detect/growing_limit.h"
#include "report/detect/growing_rules.h"
#include "report/finding/lead.h"
#include "report/input/ledger_load.h"
#include "report/run/next_command.h"
#include "report/text/memory.h"
#include "report/text/text.h"
#include "report/text/words.h"

/* Below this share the second candidate is worth a word. */
static const double SURE = .5;

static const struct function *
function_of(const struct report *report, const struct stack_frame *frame)
{
    return symbols_function(report->inputs.symbols, frame->function);
}

static bool
is_named(const struct report *report, const struct stack_frame *frame)
{
    return (function_of(report, frame)->flags & FUNCTION_NAMED) != 0;
}

/* "parse_pair (spam.c:118)"; to be freed. */
static char *
place_text(const struct report *report, const struct stack_frame *frame)
{
    char *name = words_folded(function_of(report, frame)->name);
    char *printable = text_printable(name, strlen(name)), *file, *result;

    free(name);
    if (frame->file == NULL) {
        return printable;
    }
    file = text_printable(frame->file, strlen(frame->file));
    result = memory_format("%s (%s:%" PRIu32 ")", printable,
                           words_last_part(file), frame->line);
    free(printable);
    free(file);
    return result;
}

/* The nearest function below that does more than call on; NULL: none. */
static const struct function *
callee_of(const struct report *report, const struct stack *stack, size_t frame)
{
    for (size_t i = frame; i > 0; i--) {
        const struct function *function =
            function_of(report, &stack->frames[i - 1]);

        if ((function->flags & FUNCTION_GLUE) == 0) {
            return (function->flags & FUNCTION_NAMED) != 0 ? function : NULL;
        }
    }
    return NULL;
}

static char *
about_surplus(const struct report *report, const struct stack *stack,
              size_t frame, const struct fate *fate)
{
    char *place = place_text(report, &stack->frames[frame]), *result;
    const struct function *callee = callee_of(report, stack, frame);

    if (fate->built != NULL) {
        result = memory_format("in %s, the new value takes a reference of its "
                               "own: let it have this one (\"N\"), or release "
                               "it afterwards",
                               place);
    }
    else if (callee != NULL) {
        char *folded = words_folded(callee->name);
        char *name = text_printable(folded, strlen(folded));

        free(folded);

        result = memory_format("in %s, follow the reference that comes from "
                               "%s: it must be released or given away on "
                               "every way out",
                               place, name);
        free(name);
    }
    else {
        result = memory_format("in %s, this reference is one too many, or what "
                               "should release it is missing",
                               place);
    }
    free(place);
    return result;
}

static char *
about_deficit(const struct report *report, enum role role,
              const struct stack_frame *frame)
{
    char *place = place_text(report, frame);
    char *result =
        role == ROLE_GAVE_AWAY
            ? memory_format("in %s, take a reference before it is returned, "
                            "stored or released there",
                            place)
            : memory_format("in %s, this release is one too many, or a "
                            "taking before it is missing",
                            place);

    free(place);
    return result;
}

static char *
about_slot(const struct report *report, const struct finding *finding,
           enum role role, const struct stack_frame *frame)
{
    char *place = place_text(report, frame);
    char *result =
        role == ROLE_OVERWROTE
            ? memory_format("in %s, release what the slot holds before "
                            "something else is put there",
                            place)
        : finding->type_owed
            ? memory_format("in %s, release the type when the instance's "
                            "memory has been freed: Py_DECREF(type)",
                            place)
            : memory_format("let %s release all that its objects hold", place);

    free(place);
    return result;
}

static char *
about_site(const struct report *report, const struct finding *finding,
           const struct stack *stack)
{
    const struct finding_site *site = &finding->sites[0];

    if (site->frame >= stack->count) {
        return NULL;
    }
    if (lead_is_told(&report->inputs, &stack->frames[site->frame])) {
        return memory_text("see what the C function does with references that "
                           "ctypes or cffi calls there; one that returns an "
                           "object has the restype py_object");
    }
    if (!is_named(report, &stack->frames[site->frame])) {
        return memory_text("get the names of its functions first: install "
                           "debug symbols, or look at the offset with a "
                           "disassembler");
    }
    if (site->blame <= 0) {
        return finding->verdict == VERDICT_DEFICIT
                   ? memory_text("look for code that had it between these and "
                                 "returned, stored or released it without "
                                 "taking a reference first")
                   : NULL;
    }
    if (site->role == ROLE_OVERWROTE || site->role == ROLE_LET_GO) {
        return about_slot(report, finding, site->role,
                          &stack->frames[site->frame]);
    }
    return finding->verdict == VERDICT_DEFICIT
               ? about_deficit(report, site->role, &stack->frames[site->frame])
               : about_surplus(report, stack, site->frame,
                               &site->evidence.fate);
}

static bool
has_rival(const struct finding *finding)
{
    return finding->site_count > 1 && finding->sites[1].blame > 0 &&
           finding->sites[0].blame < SURE;
}

/* A cache with a limit is a leak of what it was asked with. */
static char *
about_holder(const struct report *report, const struct finding *finding)
{
    const struct ledger *ledger = report->inputs.ledger;
    const struct ledger_owned *owned = ledger_owned_at(ledger, finding->owned);
    uint32_t limit = 0;

    for (uint32_t i = 0; i < owned->owner_count && limit == 0; i++) {
        limit = growing_limit_of(
            ledger, ledger_owner_at(ledger, owned->first_owner + i));
    }
    return limit == 0
               ? memory_text("empty what holds them, or give it a limit")
               : memory_format("ask this cache with what may live on, and not "
                               "with these: it keeps up to %" PRIu32,
                               limit);
}

/* Of an object in static data only the count is known, unless it is tracked. */
static char *
about_static(const struct ledger *ledger, const struct finding *finding)
{
    enum {
        UNSEEN = LEDGER_ACCOUNT_UNSEEN | LEDGER_ACCOUNT_SHOWN,
    };
    uint32_t flags = ledger_account_at(ledger, finding->typical)->flags;
    char *track, *more, *command, *advice = NULL;

    if ((flags & UNSEEN) == 0 || (flags & LEDGER_ACCOUNT_FOLLOWED) != 0 ||
        coverage_tracks_static(ledger)) {
        return NULL;
    }
    track = ledger_printable(ledger, ledger->header->track);
    more = memory_format("%s,static", track != NULL ? track : "all");
    command = next_command_again(ledger, "REFTALLY_TRACK", more);
    if (command != NULL) {
        advice = memory_format("see who takes references to it: %s", command);
    }
    free(track);
    free(more);
    free(command);
    return advice;
}

/* Memory of C that owns them was forgotten, and they with it. */
static char *
about_lost_memory(const struct owner_summary *owners)
{
    return owners->lost == 0 || owners->lost < owners->objects ||
                   owners->way_count == 0
               ? NULL
               : memory_format("nothing leads to what holds it any more, %s: "
                               "free that where its last pointer goes, and "
                               "release what it holds",
                               owners->ways[0].text);
}

/* How a binding that makes types lets its users give slots to them. */
static const char *
slots_of_binding(const struct report *report, const struct stack *stack)
{
    static const struct {
        const char *start, *how;
    } bindings[] = { { "pybind11", " (pybind11: py::custom_type_setup)" },
                     { "nanobind::", " (nanobind: nb::type_slots)" } };

    for (size_t i = 0; i < stack->count; i++) {
        const char *name = function_of(report, &stack->frames[i])->name;

        for (size_t b = 0; b < sizeof bindings / sizeof bindings[0]; b++) {
            if (strncmp(name, bindings[b].start, strlen(bindings[b].start)) ==
                0) {
                return bindings[b].how;
            }
        }
    }
    return "";
}

static char *
about_type(const struct report *report, const struct finding *finding)
{
    struct stack stack = { 0 };
    const char *how;
    char *text;

    finding_stack(&report->inputs, &finding->sites[0], &stack);
    how = slots_of_binding(report, &stack);
    text = finding->unvisited != NULL
               ? memory_format("visit %s in the type's tp_traverse "
                               "(Py_VISIT), and release it in its tp_clear "
                               "(Py_CLEAR)%s",
                               finding->unvisited, how)
               : memory_format("give the type a tp_traverse that visits all "
                               "that it holds, and a tp_clear%s",
                               how);
    stack_clear(&stack);
    return text;
}

char *
advice_text(const struct report *report, const struct finding *finding)
{
    struct stack stack = { 0 };
    char *advice, *result;

    if (finding->taken_twice) {
        return memory_text("take away one of the two takings: each is "
                           "answered by the same release");
    }
    if (finding->adrift) {
        return memory_text("call gc.collect() now and then or gc.enable(), or "
                           "let one of them refer weakly to the other");
    }
    if (finding->kept_alive) {
        return memory_text("keep them alive in one direction only "
                           "(keep_alive), and refer back weakly");
    }
    if (finding->verdict == VERDICT_CYCLE) {
        return about_type(report, finding);
    }
    if (finding->by_harness) {
        return memory_text("pytest --reftally, which judges each test by "
                           "itself; these pytest keeps of all tests until it "
                           "ends");
    }
    if (finding->verdict == VERDICT_HELD) {
        return about_holder(report, finding);
    }
    if (finding->growth.kind == GROWTH_SATURATES) {
        return memory_text("ask first whether this is a cache: it has stopped "
                           "growing");
    }
    if (finding->site_count == 0) {
        return about_static(report->inputs.ledger, finding);
    }
    advice = finding->verdict == VERDICT_SURPLUS
                 ? about_lost_memory(&finding->owners)
                 : NULL;
    if (advice != NULL) {
        return advice;
    }
    finding_stack(&report->inputs, &finding->sites[0], &stack);
    advice = about_site(report, finding, &stack);
    stack_clear(&stack);
    if (advice == NULL || !has_rival(finding)) {
        return advice;
    }
    result =
        memory_format("%s; if all is well there, try the next suspect", advice);
    free(advice);
    return result;
}
