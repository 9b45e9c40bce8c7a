#include "report/render/render_json.h"

#include <stdlib.h>

#include "report/finding/headline.h"
#include "report/finding/mend.h"
#include "report/render/advice.h"
#include "report/text/values.h"

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

/* Where it is certain. */
static void
set_fix(json_t *object, const struct report *report,
        const struct finding *finding)
{
    struct mending mending;

    if (mending_find(&mending, &report->inputs, finding)) {
        json_t *fix = json_object(), *lines = json_array();
        char *text = mending_text(&mending);

        for (size_t i = 0; i < mending.edit.count; i++) {
            json_array_append_new(lines, values_number(mending.edit.lines[i]));
        }
        json_object_set_new(fix, "file", values_foreign(mending.file));
        json_object_set_new(fix, "lines", lines);
        json_object_set_new(fix, "column",
                            mending.edit.column != 0
                                ? values_number(mending.edit.column)
                                : json_null());
        json_object_set_new(fix, "text", values_text(mending.edit.text[0]));
        json_object_set_new(fix, "said", values_foreign(text));
        json_object_set_new(object, "fix", fix);
        free(text);
    }
    mending_clear(&mending);
}

json_t *
render_json_finding(const struct report *report, const struct finding *finding)
{
    json_t *object = json_object();
    json_t *sites = json_array();
    char *advice = advice_text(report, finding);
    char *headline = headline_text(&report->inputs, finding);

    for (size_t i = 0; i < finding->site_count; i++) {
        json_array_append_new(sites,
                              render_json_site(report, &finding->sites[i]));
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
    if (finding->charge.references > 0) {
        json_object_set_new(object, "left_over_by_frames",
                            render_json_charge(report, finding));
    }
    json_object_set_new(object, "growth", render_json_growth(&finding->growth));
    json_object_set_new(object, "advice", values_text(advice));
    free(advice);
    set_fix(object, report, finding);
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
