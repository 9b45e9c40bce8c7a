/* SARIF 2.1.0 (OASIS): what code scanners hand to editors and to code hosts. */
#include "report/render/render.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "report/finding/accused.h"
#include "report/finding/headline.h"
#include "report/finding/lead.h"
#include "report/render/advice.h"
#include "report/render/sarif_places.h"
#include "report/run/judgement.h"
#include "report/text/memory.h"
#include "report/text/values.h"
#include "report/text/words.h"

#ifndef PACKAGE_VERSION
#define PACKAGE_VERSION "unknown"
#endif

/* Equal for the same finding of another run: names only. */
static json_t *
fingerprints_json(const struct accused *accused)
{
    json_t *prints = json_object();
    bool own = accused->own_function[0] != '\0';
    char *names =
        memory_format("%s/%s/%s/%s", accused->verdict, accused->type,
                      own ? words_last_part(accused->own_file) : accused->image,
                      own ? accused->own_function : accused->function);

    json_object_set_new(prints, "names/v1", values_text(names));
    free(names);
    return prints;
}

/* What is to be known and done, in a paragraph; to be freed. */
static char *
whole_message(const struct report *report, const struct finding *finding,
              const struct accused *accused)
{
    char *headline = headline_text(&report->inputs, finding);
    char *text = accused_text(accused), *place = accused_place(accused);
    char *advice = advice_text(report, finding);
    char *whole =
        memory_format("%s. %s, %s.%s%s%s", headline, text, place,
                      advice != NULL ? " Try: " : "",
                      advice != NULL ? advice : "", advice != NULL ? "." : "");

    free(headline);
    free(text);
    free(place);
    free(advice);
    return whole;
}

static void
set_locations(json_t *result, const struct report *report,
              const struct finding *finding)
{
    json_t *locations = json_array(), *related = json_array();
    struct lead lead;
    const struct lead_place *others[] = { &lead.native, &lead.forgotten,
                                          &lead.python };

    lead_fill(&lead, &report->inputs, finding);
    json_array_append_new(
        locations, sarif_location(report->root, lead_first(&lead), NULL));
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        if (others[i] != lead_first(&lead) && others[i]->function != NULL) {
            json_array_append_new(
                related, sarif_location(report->root, others[i], NULL));
        }
    }
    json_object_set_new(result, "locations", locations);
    json_object_set_new(result, "relatedLocations", related);
    json_object_set_new(result, "codeFlows",
                        sarif_flows(report, finding, &lead));
    lead_clear(&lead);
}

static void
set_fixes(json_t *result, const struct report *report,
          const struct finding *finding)
{
    struct mending mending;

    if (mending_find(&mending, &report->inputs, finding)) {
        json_object_set_new(result, "fixes", sarif_fixes(report, &mending));
    }
    mending_clear(&mending);
}

static json_t *
result_json(const struct report *report, const struct finding *finding)
{
    json_t *result = json_object();
    struct accused accused;
    char *whole;

    accused_fill(&accused, &report->inputs, finding);
    whole = whole_message(report, finding, &accused);
    json_object_set_new(result, "ruleId", json_string(accused.verdict));
    json_object_set_new(result, "level", json_string("error"));
    json_object_set_new(result, "message", sarif_message(whole));
    set_locations(result, report, finding);
    set_fixes(result, report, finding);
    json_object_set_new(result, "occurrenceCount",
                        values_number(finding->references));
    json_object_set_new(result, "partialFingerprints",
                        fingerprints_json(&accused));
    free(whole);
    accused_clear(&accused);
    return result;
}

static json_t *
tool_json(void)
{
    json_t *tool = json_object(), *driver = json_object();
    json_t *rules = json_array();

    for (int i = 0; i < VERDICT_KINDS; i++) {
        json_t *rule = json_object(), *text = json_object();

        json_object_set_new(rule, "id",
                            json_string(verdict_word((enum verdict)i)));
        json_object_set_new(text, "text",
                            json_string(verdict_text((enum verdict)i)));
        json_object_set_new(rule, "shortDescription", text);
        json_array_append_new(rules, rule);
    }
    json_object_set_new(driver, "name", json_string("reftally"));
    json_object_set_new(driver, "version", json_string(PACKAGE_VERSION));
    json_object_set_new(driver, "rules", rules);
    json_object_set_new(tool, "driver", driver);
    return tool;
}

/* How much was judged, where a viewer shows how the tool fared. */
static json_t *
invocations_json(const struct report *report)
{
    struct judgement judgement;
    json_t *array = json_array(), *invocation = json_object();
    json_t *notes = json_array(), *properties = json_object();
    char *line;

    judgement_build(&judgement, report);
    line = judgement_line(&judgement);
    for (size_t i = 0; i < judgement.gap_count; i++) {
        json_t *note = json_object(), *message = json_object();

        json_object_set_new(message, "text",
                            values_foreign(judgement.gaps[i].text));
        json_object_set_new(
            note, "level",
            json_string(judgement.judged == JUDGED_NOT ? "error" : "warning"));
        json_object_set_new(note, "message", message);
        json_array_append_new(notes, note);
    }
    json_object_set_new(properties, "judgement", json_string(line));
    json_object_set_new(properties, "next", values_foreign(judgement.next));
    json_object_set_new(invocation, "executionSuccessful",
                        json_boolean(judgement.judged != JUDGED_NOT));
    json_object_set_new(invocation, "toolExecutionNotifications", notes);
    json_object_set_new(invocation, "properties", properties);
    json_array_append_new(array, invocation);
    free(line);
    judgement_clear(&judgement);
    return array;
}

bool
render_sarif(FILE *file, const struct report *report)
{
    json_t *document = json_object(), *run = json_object();
    json_t *runs = json_array(), *results = json_array();

    for (size_t i = 0; i < report->finding_count; i++) {
        json_array_append_new(results,
                              result_json(report, &report->findings[i]));
    }
    json_object_set_new(run, "tool", tool_json());
    json_object_set_new(run, "invocations", invocations_json(report));
    if (report->root != NULL) {
        json_object_set_new(run, "originalUriBaseIds",
                            sarif_bases(report->root));
    }
    json_object_set_new(run, "results", results);
    json_array_append_new(runs, run);
    json_object_set_new(
        document, "$schema",
        json_string("https://json.schemastore.org/sarif-2.1.0.json"));
    json_object_set_new(document, "version", json_string("2.1.0"));
    json_object_set_new(document, "runs", runs);
    return values_write(file, document);
}
