/* SARIF 2.1.0 (OASIS): what code scanners hand to editors and to code hosts. */
#include "report/render/render.h"

#include <ctype.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "report/finding/accused.h"
#include "report/render/advice.h"
#include "report/run/judgement.h"
#include "report/text/memory.h"
#include "report/text/values.h"

#ifndef PACKAGE_VERSION
#define PACKAGE_VERSION "unknown"
#endif

/* A path as the URI of a file, or relative to nowhere; to be freed. */
static char *
uri_of(const char *path)
{
    static const char plain[] = "/-._~";
    char *uri = (char *)memory_zeroed(strlen(path) * 3 + 16, 1);
    char *out = uri;

    if (path[0] == '/') {
        out = stpcpy(out, "file://");
    }
    for (; *path != '\0'; path++) {
        unsigned char c = (unsigned char)*path;

        if ((c < 0x80 && isalnum(c)) || strchr(plain, c) != NULL) {
            *out++ = (char)c;
        }
        else {
            out += sprintf(out, "%%%02X", c);
        }
    }
    return uri;
}

static json_t *
location_json(const char *file, uint32_t line, const char *function)
{
    json_t *location = json_object();

    if (file[0] != '\0') {
        char *uri = uri_of(file);
        json_t *physical = json_object(), *artifact = json_object();

        json_object_set_new(artifact, "uri", values_text(uri));
        json_object_set_new(physical, "artifactLocation", artifact);
        if (line != 0) {
            json_t *region = json_object();

            json_object_set_new(region, "startLine", values_number(line));
            json_object_set_new(physical, "region", region);
        }
        json_object_set_new(location, "physicalLocation", physical);
        free(uri);
    }
    if (function[0] != '\0') {
        json_t *logical = json_object(), *all = json_array();

        json_object_set_new(logical, "fullyQualifiedName",
                            values_text(function));
        json_object_set_new(logical, "kind", json_string("function"));
        json_array_append_new(all, logical);
        json_object_set_new(location, "logicalLocations", all);
    }
    return location;
}

/* Equal for the same finding of another run: names only. */
static json_t *
fingerprints_json(const struct accused *accused)
{
    json_t *prints = json_object();
    char *names = memory_format("%s/%s/%s/%s", accused->verdict, accused->type,
                                accused->image, accused->function);

    json_object_set_new(prints, "names/v1", values_text(names));
    free(names);
    return prints;
}

static json_t *
result_json(const struct report *report, const struct finding *finding)
{
    json_t *result = json_object(), *message = json_object();
    json_t *locations = json_array(), *related = json_array();
    struct accused accused;
    char *text, *place, *advice = advice_text(report, finding), *whole;

    accused_fill(&accused, &report->inputs, finding);
    text = accused_text(&accused);
    place = accused_place(&accused);
    whole = memory_format(
        "%s, %s.%s%s%s", text, place, advice != NULL ? " Try: " : "",
        advice != NULL ? advice : "", advice != NULL ? "." : "");
    json_object_set_new(message, "text", values_text(whole));
    json_array_append_new(
        locations, location_json(accused.file, accused.line, accused.function));
    if (accused.python_file[0] != '\0') {
        json_array_append_new(related, location_json(accused.python_file,
                                                     accused.python_line,
                                                     accused.python_function));
    }
    json_object_set_new(result, "ruleId", json_string(accused.verdict));
    json_object_set_new(result, "level", json_string("error"));
    json_object_set_new(result, "message", message);
    json_object_set_new(result, "locations", locations);
    json_object_set_new(result, "relatedLocations", related);
    json_object_set_new(result, "occurrenceCount",
                        values_number(finding->references));
    json_object_set_new(result, "partialFingerprints",
                        fingerprints_json(&accused));
    free(text);
    free(place);
    free(advice);
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
    json_object_set_new(run, "results", results);
    json_array_append_new(runs, run);
    json_object_set_new(
        document, "$schema",
        json_string("https://json.schemastore.org/sarif-2.1.0.json"));
    json_object_set_new(document, "version", json_string("2.1.0"));
    json_object_set_new(document, "runs", runs);
    return values_write(file, document);
}
