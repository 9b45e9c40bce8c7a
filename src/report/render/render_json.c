#include "report/render/render.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/reason.h"
#include "report/compare/coverage.h"
#include "report/evidence/grown.h"
#include "report/render/render_json.h"
#include "report/run/judgement.h"
#include "report/run/next_command.h"
#include "report/text/text.h"
#include "report/text/values.h"

static json_t *
sampling_json(const struct report *report)
{
    const struct ledger_header *header = report->inputs.ledger->header;
    uint32_t shift = header->sampling_shift < 63 ? header->sampling_shift : 62;
    json_t *object = json_object();

    /* As of older ledgers, which left births out without counting them. */
    json_object_set_new(object, "one_in", values_number((uint64_t)1 << shift));
    json_object_set_new(object, "lowered",
                        values_number(header->sampling_tightened));
    json_object_set_new(object, "births_left_out",
                        values_number(header->unsampled));
    json_object_set_new(object, "births_alike_left_out",
                        values_number(header->thinned));
    json_object_set_new(object, "changes_at_rest",
                        values_number(header->rested));
    json_object_set_new(object, "changes_only_counted",
                        values_number(header->counted));
    json_object_set_new(
        object, "alive_only_counted",
        values_number(coverage_counted_alive(report->inputs.ledger)));
    json_object_set_new(object, "memory_limit",
                        values_positive(header->memory_limit_bytes));
    json_object_set_new(object, "lives_left_out",
                        values_number(header->signatures_dropped));
    json_object_set_new(object, "changes_without_stack",
                        values_number(header->entries_dropped));
    return object;
}

static json_t *
time_json(uint64_t nanoseconds)
{
    time_t seconds = (time_t)(nanoseconds / 1000000000u);
    char text[64];
    struct tm parts;

    if (nanoseconds == 0 || gmtime_r(&seconds, &parts) == NULL ||
        strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts) == 0) {
        return json_null();
    }
    return json_string(text);
}

static json_t *
checkpoints_json(const struct report *report)
{
    static const char *const origins[LEDGER_CHECKPOINT_ORIGINS] = {
        "call", "round", "signal", "interval", "enter", "leave"
    };
    const struct ledger *ledger = report->inputs.ledger;
    json_t *array = json_array();

    for (uint32_t i = 1; i <= growth_checkpoints(ledger); i++) {
        const struct ledger_checkpoint *checkpoint =
            ledger_checkpoint_at(ledger, i);
        json_t *object = json_object();

        json_object_set_new(object, "label",
                            values_string(ledger, checkpoint->label));
        json_object_set_new(object, "origin",
                            checkpoint->origin < LEDGER_CHECKPOINT_ORIGINS
                                ? json_string(origins[checkpoint->origin])
                                : json_null());
        json_object_set_new(object, "time", time_json(checkpoint->realtime_ns));
        json_object_set_new(object, "births",
                            values_number(checkpoint->births));
        json_object_set_new(object, "deaths",
                            values_number(checkpoint->deaths));
        json_object_set_new(object, "alive", values_number(checkpoint->alive));
        json_object_set_new(object, "references",
                            json_integer(checkpoint->references));
        json_array_append_new(array, object);
    }
    return array;
}

static json_t *
grown_json(const struct report *report)
{
    struct grown *grown;
    size_t count = grown_find(&report->inputs, &grown);
    json_t *array = json_array();

    for (size_t i = 0; i < count; i++) {
        const struct ledger_owned *owned = grown[i].owned;
        json_t *object = json_object();
        char *way = grown_way(&report->inputs, &grown[i]);

        json_object_set_new(
            object, "type",
            values_string(
                report->inputs.ledger,
                ledger_type_at(report->inputs.ledger, owned->type)->name));
        json_object_set_new(object, "objects", values_number(owned->alike));
        json_object_set_new(object, "growth",
                            render_json_growth(&grown[i].line));
        json_object_set_new(object, "held", values_foreign(way));
        json_array_append_new(array, object);
        free(way);
    }
    free(grown);
    return array;
}

static json_t *
command_json(const struct ledger *ledger)
{
    uint32_t length;
    const char *text = ledger_text(ledger, ledger->header->command, &length);
    json_t *words = json_array();

    if (text == NULL) {
        json_decref(words);
        return json_null();
    }
    for (const char *end = text + length; text < end;) {
        size_t size = strnlen(text, (size_t)(end - text));
        char *word = text_utf8(text, size);

        json_array_append_new(words, values_text(word));
        free(word);
        text += size + 1;
    }
    return words;
}

/* What --call was given, since the command is then one of ours. */
static void
set_call(json_t *object, const struct ledger *ledger)
{
    char *call = next_command_call(ledger);

    if (call != NULL) {
        json_object_set_new(object, "call", values_foreign(call));
        free(call);
    }
}

static json_t *
process_json(const struct report *report)
{
    const struct ledger *ledger = report->inputs.ledger;
    const struct ledger_header *header = ledger->header;
    json_t *object = json_object();
    json_t *python = json_object();
    char *version = python_version(header->python_hexversion);
    bool stopped = report->end == END_STOPPED;

    json_object_set_new(python, "version", values_text(version));
    json_object_set_new(python, "executable",
                        values_string(ledger, header->python_executable));
    json_object_set_new(object, "pid", values_number(header->pid));
    json_object_set_new(object, "parent_pid",
                        values_number(header->parent_pid));
    json_object_set_new(object, "command", command_json(ledger));
    set_call(object, ledger);
    json_object_set_new(object, "python", python);
    json_object_set_new(object, "started",
                        time_json(header->start_realtime_ns));
    json_object_set_new(object, "ended", time_json(header->end_realtime_ns));
    json_object_set_new(object, "end",
                        json_string(report_end_word(report->end)));
    json_object_set_new(
        object, "reason",
        stopped ? json_string(reason_text((enum reason)header->reason))
                : json_null());
    json_object_set_new(object, "detail",
                        values_string(ledger, stopped ? header->reason_text
                                                      : header->end_text));
    json_object_set_new(object, "track", values_string(ledger, header->track));
    free(version);
    return object;
}

static json_t *
judgement_json(const struct report *report)
{
    struct judgement judgement;
    json_t *object = json_object(), *gaps = json_array();

    judgement_build(&judgement, report);
    for (size_t i = 0; i < judgement.gap_count; i++) {
        json_t *gap = json_object();

        json_object_set_new(gap, "kind", json_string(judgement.gaps[i].kind));
        json_object_set_new(gap, "leaves",
                            json_string(judged_word(judgement.gaps[i].left)));
        json_object_set_new(gap, "text",
                            values_foreign(judgement.gaps[i].text));
        json_array_append_new(gaps, gap);
    }
    json_object_set_new(object, "judged",
                        json_string(judged_word(judgement.judged)));
    json_object_set_new(object, "findings", values_number(judgement.findings));
    if (report->known > 0) {
        json_object_set_new(object, "known", values_number(report->known));
    }
    json_object_set_new(object, "left_out", gaps);
    json_object_set_new(object, "next", values_foreign(judgement.next));
    judgement_clear(&judgement);
    return object;
}

json_t *
render_json_document(const struct report *report)
{
    json_t *document = json_object();
    json_t *findings = json_array();

    for (size_t i = 0; i < report->finding_count; i++) {
        json_array_append_new(
            findings, render_json_finding(report, &report->findings[i]));
    }
    json_object_set_new(document, "schema", json_string("reftally-report/1"));
    json_object_set_new(document, "judgement", judgement_json(report));
    json_object_set_new(document, "process", process_json(report));
    json_object_set_new(document, "findings", findings);
    json_object_set_new(document, "checkpoints", checkpoints_json(report));
    json_object_set_new(document, "grown", grown_json(report));
    if (report->newborn) {
        json_object_set_new(document, "newborn", render_json_newborn(report));
    }
    json_object_set_new(document, "coverage", render_json_coverage(report));
    json_object_set_new(document, "sampling", sampling_json(report));
    return document;
}

bool
render_json(FILE *file, const struct report *report)
{
    return values_write(file, render_json_document(report));
}
