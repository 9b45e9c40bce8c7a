#include "report/render/render_json.h"

#include <stdlib.h>

#include "report/finding/headline.h"
#include "report/finding/phrases.h"
#include "report/render/advice.h"
#include "report/text/values.h"

json_t *
render_json_frame(const struct report *report, const struct stack_frame *frame)
{
    const struct function *function =
        symbols_function(report->inputs.symbols, frame->function);
    json_t *object = json_object();

    json_object_set_new(object, "function", values_foreign(function->name));
    json_object_set_new(object, "file", values_foreign(frame->file));
    json_object_set_new(object, "line", values_positive(frame->line));
    json_object_set_new(
        object, "image",
        values_image_path(report->inputs.ledger, frame->place->image));
    json_object_set_new(object, "offset", values_number(frame->place->offset));
    json_object_set_new(object, "inlined", json_boolean(frame->inlined));
    return object;
}

json_t *
render_json_python(const struct ledger *ledger, uint32_t index)
{
    json_t *frames = json_array();

    while (index != 0) {
        const struct ledger_python_node *node =
            ledger_python_node_at(ledger, index);
        const struct ledger_code *code = ledger_code_at(ledger, node->code);
        json_t *frame = json_object();

        json_object_set_new(frame, "file",
                            values_string(ledger, code->filename));
        json_object_set_new(frame, "line", values_positive(node->line));
        json_object_set_new(frame, "function",
                            values_string(ledger, code->function));
        json_object_set_new(frame, "opcode",
                            values_string(ledger, node->opcode));
        json_array_append_new(frames, frame);
        index = node->parent;
    }
    return frames;
}

static json_t *
evidence_json(const struct finding_site *site)
{
    const struct evidence *evidence = &site->evidence;
    struct stack_frame frame;
    json_t *object;

    if (site->blame <= 0 || evidence->reached <= 0) {
        return json_null();
    }
    object = json_object();
    json_object_set_new(object, "reached", json_real(evidence->reached));
    json_object_set_new(object, "settles", json_real(evidence->settles));
    json_object_set_new(object, "seen", json_real(evidence->seen));
    json_object_set_new(object, "settled", json_real(evidence->settled));
    json_object_set_new(object, "documented",
                        json_boolean(evidence->documented));
    json_object_set_new(object, "forgotten_past",
                        fate_frame(&evidence->fate, &frame)
                            ? values_positive(frame.line)
                            : json_null());
    return object;
}

/* The line that a path has passed when it forgets the reference. */
static json_t *
forgotten_json(const struct report *report, const struct finding_site *site)
{
    struct stack_frame frame;
    json_t *object;

    if (site->blame <= 0 || site->evidence.fate.built != NULL ||
        !fate_frame(&site->evidence.fate, &frame)) {
        return json_null();
    }
    object = render_json_frame(report, &frame);
    json_object_set_new(object, "source",
                        values_text(phrase_line(&report->inputs, &frame)));
    return object;
}

static json_t *
site_json(const struct report *report, const struct finding_site *site)
{
    static const char *const unknown[] = { "image",    "build_id", "offset",
                                           "function", "file",     "line",
                                           "source" };
    const struct ledger *ledger = report->inputs.ledger;
    json_t *object = json_object();
    json_t *native = json_array();
    struct stack stack = { 0 };

    finding_stack(&report->inputs, site, &stack);
    for (size_t i = 0; i < stack.count; i++) {
        json_array_append_new(native,
                              render_json_frame(report, &stack.frames[i]));
    }
    json_object_set_new(object, "role", json_string(role_word(site->role)));
    json_object_set_new(object, "count", values_number(site->count));
    json_object_set_new(object, "blame",
                        site->blame > 0 ? json_real(site->blame) : json_null());
    json_object_set_new(object, "evidence", evidence_json(site));
    if (site->frame < stack.count) {
        const struct stack_frame *frame = &stack.frames[site->frame];
        uint32_t image = frame->place->image;

        json_object_set_new(object, "image", values_image_path(ledger, image));
        json_object_set_new(
            object, "build_id",
            values_string(ledger, ledger_image_at(ledger, image)->build_id));
        json_object_set_new(object, "offset",
                            values_number(frame->place->offset));
        json_object_set_new(
            object, "function",
            values_foreign(
                symbols_function(report->inputs.symbols, frame->function)
                    ->name));
        json_object_set_new(object, "file", values_foreign(frame->file));
        json_object_set_new(object, "line", values_positive(frame->line));
        json_object_set_new(object, "source",
                            values_text(phrase_line(&report->inputs, frame)));
    }
    else {
        for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++) {
            json_object_set_new(object, unknown[i], json_null());
        }
    }
    json_object_set_new(object, "forgotten", forgotten_json(report, site));
    json_object_set_new(object, "python",
                        render_json_python(ledger, site->python != 0
                                                       ? site->python
                                                       : stack.python));
    json_object_set_new(object, "native", native);
    json_object_set_new(object, "native_cut", json_boolean(stack.cut));
    stack_clear(&stack);
    return object;
}

/* Where a hypothesis is shown. */
static struct finding_site
site_of(const struct hypothesis *hypothesis)
{
    return (struct finding_site){ .tag = hypothesis->tag,
                                  .python = hypothesis->python,
                                  .frame = hypothesis->frame,
                                  .alone = hypothesis->alone,
                                  .evidence = hypothesis->evidence };
}

/* What each source says of a hypothesis, as far as it says anything. */
static json_t *
hypothesis_json(const struct report *report,
                const struct hypothesis *hypothesis)
{
    json_t *object = json_object(), *values = json_object();
    struct finding_site site = site_of(hypothesis);
    struct stack stack = { 0 };

    for (enum weighed w = 0; w < WEIGHED_COUNT; w++) {
        if (hypothesis->values[w] != 0) {
            json_object_set_new(values, weighed_word(w),
                                json_real(hypothesis->values[w]));
        }
    }
    finding_stack(&report->inputs, &site, &stack);
    json_object_set_new(object, "function",
                        values_foreign(symbols_function(report->inputs.symbols,
                                                        hypothesis->function)
                                           ->name));
    json_object_set_new(object, "mechanism",
                        json_string(mechanism_word(hypothesis->mechanism)));
    json_object_set_new(object, "share", json_real(hypothesis->share));
    json_object_set_new(object, "function_share",
                        json_real(hypothesis->function_share));
    json_object_set_new(
        object, "frame",
        site.frame < stack.count
            ? render_json_frame(report, &stack.frames[site.frame])
            : json_null());
    json_object_set_new(object, "values", values);
    stack_clear(&stack);
    return object;
}

static json_t *
hypotheses_json(const struct report *report, const struct finding *finding)
{
    json_t *array = json_array();

    for (size_t i = 0; i < finding->hypotheses.count; i++) {
        json_array_append_new(
            array, hypothesis_json(report, &finding->hypotheses.items[i]));
    }
    return array;
}

/* A damaged ledger may hold any number. */
static json_t *
whole(double number)
{
    static const double most = 9e15;

    number = number > most ? most : number < -most ? -most : number;
    return json_integer((json_int_t)number);
}

static json_t *
growth_values(const struct growth_line *growth)
{
    json_t *array;

    if (growth->values == NULL) {
        return json_null();
    }
    array = json_array();
    for (size_t i = 0; i < growth->checkpoints; i++) {
        json_array_append_new(array, whole(growth->values[i]));
    }
    return array;
}

json_t *
render_json_growth(const struct growth_line *growth)
{
    json_t *object = json_object();
    bool known = growth->kind != GROWTH_UNKNOWN;

    json_object_set_new(object, "kind",
                        values_text(growth_line_word(growth->kind)));
    json_object_set_new(object, "checkpoints",
                        values_number(growth->checkpoints));
    json_object_set_new(object, "per",
                        known ? json_string(growth->share > 0  ? "moment"
                                            : growth->per_call ? "call"
                                                               : "checkpoint")
                              : json_null());
    json_object_set_new(object, "slope",
                        known ? json_real(growth->slope) : json_null());
    json_object_set_new(object, "r2",
                        known ? json_real(growth->r2) : json_null());
    json_object_set_new(object, "first",
                        known ? whole(growth->first) : json_null());
    json_object_set_new(object, "last",
                        known ? whole(growth->last) : json_null());
    json_object_set_new(object, "values", growth_values(growth));
    if (growth->share > 0) {
        json_object_set_new(object, "share", json_real(growth->share));
    }
    return object;
}

static json_t *
members_json(const struct finding *finding)
{
    json_t *members = json_array();

    for (size_t i = 0; i < finding->member_count; i++) {
        const struct finding_member *member = &finding->members[i];
        json_t *object = json_object();

        json_object_set_new(object, "type", values_text(member->type));
        json_object_set_new(object, "objects", values_number(member->objects));
        if (member->references > 0) {
            json_object_set_new(object, "references",
                                values_number(member->references));
        }
        json_array_append_new(members, object);
    }
    return members;
}

static json_t *
interpreters_json(const struct finding *finding)
{
    json_t *array = json_array();

    for (size_t i = 0; i < finding->interpreter_count; i++) {
        json_t *object = json_object();

        json_object_set_new(object, "number",
                            values_number(finding->interpreters[i].number));
        json_object_set_new(object, "objects",
                            values_number(finding->interpreters[i].objects));
        json_array_append_new(array, object);
    }
    return array;
}

json_t *
render_json_finding(const struct report *report, const struct finding *finding)
{
    json_t *object = json_object();
    json_t *sites = json_array();
    char *advice = advice_text(report, finding);
    char *headline = headline_text(&report->inputs, finding);

    for (size_t i = 0; i < finding->site_count; i++) {
        json_array_append_new(sites, site_json(report, &finding->sites[i]));
    }
    json_object_set_new(object, "headline", json_string(headline));
    free(headline);
    json_object_set_new(object, "verdict",
                        json_string(verdict_word(finding->verdict)));
    json_object_set_new(object, "type", values_text(finding->type));
    json_object_set_new(object, "objects", values_number(finding->objects));
    json_object_set_new(object, "objects_recorded",
                        values_number(finding->recorded > 0
                                          ? finding->recorded
                                          : finding->objects));
    json_object_set_new(object, "references",
                        values_number(finding->references));
    json_object_set_new(object, "healthy_objects",
                        values_number(finding->healthy));
    json_object_set_new(object, "confidence",
                        finding->confidence > 0 ? json_real(finding->confidence)
                                                : json_null());
    json_object_set_new(object, "taken_twice_in_one_frame",
                        json_boolean(finding->taken_twice));
    if (finding->member_count > 0) {
        json_object_set_new(object, "members", members_json(finding));
    }
    if (finding->interpreter_count > 0) {
        json_object_set_new(object, "interpreters", interpreters_json(finding));
    }
    json_object_set_new(object, "growth", render_json_growth(&finding->growth));
    json_object_set_new(object, "advice", values_text(advice));
    free(advice);
    json_object_set_new(object, "why", values_foreign(finding->why));
    json_object_set_new(object, "owners", render_json_owners(&finding->owners));
    json_object_set_new(object, "account",
                        render_json_account(report, finding));
    json_object_set_new(object, "sites", sites);
    if (report->explain) {
        json_object_set_new(object, "hypotheses",
                            hypotheses_json(report, finding));
    }
    return object;
}
