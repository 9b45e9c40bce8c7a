/* The document is described by doc/reftally-report-1.schema.json. */
#include "report/render.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/reason.h"
#include "report/coverage.h"
#include "report/ledger_load.h"
#include "report/text.h"

static json_t *
text_or_null(const char *text)
{
    json_t *value = text != NULL ? json_string(text) : NULL;

    return value != NULL ? value : json_null();
}

/* Names from ELF files are not checked by anybody else. */
static json_t *
foreign_text(const char *text)
{
    json_t *value = NULL;

    if (text != NULL) {
        char *printable = text_utf8(text, strlen(text));

        value = json_string(printable);
        free(printable);
    }
    return value != NULL ? value : json_null();
}

static json_t *
ledger_string_json(const struct ledger *ledger, ledger_string string)
{
    uint32_t length;
    const char *text = ledger_text(ledger, string, &length);
    char *valid = text != NULL ? text_utf8(text, length) : NULL;
    json_t *value = text_or_null(valid);

    free(valid);
    return value;
}

static json_t *
number(uint64_t value)
{
    return json_integer(value > INT64_MAX ? INT64_MAX : (json_int_t)value);
}

static json_t *
number_or_null(uint64_t value)
{
    return value != 0 ? number(value) : json_null();
}

static json_t *
image_path(const struct ledger *ledger, uint32_t image)
{
    return ledger_string_json(ledger, ledger_image_at(ledger, image)->path);
}

static json_t *
frame_json(const struct report *report, const struct stack_frame *frame)
{
    const struct function *function =
        symbols_function(report->symbols, frame->function);
    json_t *object = json_object();

    json_object_set_new(object, "function", foreign_text(function->name));
    json_object_set_new(object, "file", foreign_text(frame->file));
    json_object_set_new(object, "line", number_or_null(frame->line));
    json_object_set_new(object, "image",
                        image_path(report->ledger, frame->place->image));
    json_object_set_new(object, "offset", number(frame->place->offset));
    json_object_set_new(object, "inlined", json_boolean(frame->inlined));
    return object;
}

static json_t *
python_json(const struct ledger *ledger, uint32_t index)
{
    json_t *frames = json_array();

    while (index != 0) {
        const struct ledger_python_node *node =
            ledger_python_node_at(ledger, index);
        const struct ledger_code *code = ledger_code_at(ledger, node->code);
        json_t *frame = json_object();

        json_object_set_new(frame, "file",
                            ledger_string_json(ledger, code->filename));
        json_object_set_new(frame, "line", number_or_null(node->line));
        json_object_set_new(frame, "function",
                            ledger_string_json(ledger, code->function));
        json_object_set_new(frame, "opcode",
                            ledger_string_json(ledger, node->opcode));
        json_array_append_new(frames, frame);
        index = node->parent;
    }
    return frames;
}

static json_t *
site_json(const struct report *report, const struct finding_site *site)
{
    static const char *const unknown[] = { "image",    "build_id", "offset",
                                           "function", "file",     "line" };
    const struct ledger *ledger = report->ledger;
    json_t *object = json_object();
    json_t *native = json_array();
    struct stack stack = { 0 };

    stacks_fill(report->stacks, site->tag, &stack);
    for (size_t i = 0; i < stack.count; i++) {
        json_array_append_new(native, frame_json(report, &stack.frames[i]));
    }
    json_object_set_new(object, "role", json_string(role_word(site->role)));
    json_object_set_new(object, "count", number(site->count));
    json_object_set_new(object, "blame",
                        site->blame > 0 ? json_real(site->blame) : json_null());
    if (site->frame < stack.count) {
        const struct stack_frame *frame = &stack.frames[site->frame];
        uint32_t image = frame->place->image;

        json_object_set_new(object, "image", image_path(ledger, image));
        json_object_set_new(
            object, "build_id",
            ledger_string_json(ledger,
                               ledger_image_at(ledger, image)->build_id));
        json_object_set_new(object, "offset", number(frame->place->offset));
        json_object_set_new(
            object, "function",
            foreign_text(
                symbols_function(report->symbols, frame->function)->name));
        json_object_set_new(object, "file", foreign_text(frame->file));
        json_object_set_new(object, "line", number_or_null(frame->line));
    }
    else {
        for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++) {
            json_object_set_new(object, unknown[i], json_null());
        }
    }
    json_object_set_new(
        object, "python",
        python_json(ledger, site->python != 0 ? site->python : stack.python));
    json_object_set_new(object, "native", native);
    json_object_set_new(object, "native_cut", json_boolean(stack.cut));
    stack_clear(&stack);
    return object;
}

static json_t *
finding_json(const struct report *report, const struct finding *finding)
{
    json_t *object = json_object();
    json_t *sites = json_array();

    for (size_t i = 0; i < finding->site_count; i++) {
        json_array_append_new(sites, site_json(report, &finding->sites[i]));
    }
    json_object_set_new(object, "verdict",
                        json_string(verdict_word(finding->verdict)));
    json_object_set_new(object, "type", text_or_null(finding->type));
    json_object_set_new(object, "objects", number(finding->objects));
    json_object_set_new(object, "references", number(finding->references));
    json_object_set_new(object, "healthy_objects", number(finding->healthy));
    json_object_set_new(object, "confidence",
                        finding->confidence > 0 ? json_real(finding->confidence)
                                                : json_null());
    json_object_set_new(object, "taken_twice_in_one_frame",
                        json_boolean(finding->taken_twice));
    json_object_set_new(object, "sites", sites);
    return object;
}

static json_t *
left_alone_json(const struct ledger_image *image)
{
    json_t *object = json_object();
    json_t *reasons = json_array();

    for (uint32_t i = 0; i < LEDGER_LEAVE_REASONS; i++) {
        json_t *reason;

        if (image->left_by_reason[i] == 0) {
            continue;
        }
        reason = json_object();
        json_object_set_new(reason, "reason",
                            text_or_null(leave_reason_word(i)));
        json_object_set_new(reason, "count", number(image->left_by_reason[i]));
        json_array_append_new(reasons, reason);
    }
    json_object_set_new(object, "count", number(image->left_alone));
    json_object_set_new(object, "reasons", reasons);
    return object;
}

static json_t *
images_json(const struct report *report)
{
    const struct ledger *ledger = report->ledger;
    json_t *images = json_array();

    for (uint32_t i = 1; i < ledger_used(ledger, LEDGER_IMAGES); i++) {
        const struct ledger_image *image = ledger_image_at(ledger, i);
        json_t *object = json_object();

        json_object_set_new(object, "path", image_path(ledger, i));
        json_object_set_new(object, "build_id",
                            ledger_string_json(ledger, image->build_id));
        json_object_set_new(
            object, "instrumented",
            json_boolean((image->flags & LEDGER_IMAGE_PYTHON) != 0));
        json_object_set_new(object, "refused",
                            ledger_string_json(ledger, image->refused));
        json_object_set_new(object, "sites", number(image->sites));
        json_object_set_new(object, "patched", number(image->patched));
        json_object_set_new(object, "left_alone", left_alone_json(image));
        json_object_set_new(object, "names",
                            text_or_null(image_names_word(
                                symbols_image_names(report->symbols, i))));
        json_array_append_new(images, object);
    }
    return images;
}

static json_t *
miss_site_json(const struct report *report, uint32_t site)
{
    const struct ledger *ledger = report->ledger;
    const struct place *place;
    json_t *object;

    if (site == 0) {
        return json_null();
    }
    place = symbols_site(report->symbols, site);
    object = json_object();
    json_object_set_new(object, "image", image_path(ledger, place->image));
    json_object_set_new(object, "offset", number(place->offset));
    if (place->count == 0) {
        json_object_set_new(object, "function", json_null());
        json_object_set_new(object, "file", json_null());
        json_object_set_new(object, "line", json_null());
        return object;
    }
    json_object_set_new(object, "function",
                        foreign_text(symbols_function(report->symbols,
                                                      place->frames[0].function)
                                         ->name));
    json_object_set_new(object, "file", foreign_text(place->frames[0].file));
    json_object_set_new(object, "line", number_or_null(place->frames[0].line));
    return object;
}

static json_t *
misses_json(const struct report *report, const struct coverage *coverage)
{
    const struct ledger *ledger = report->ledger;
    json_t *misses = json_array();

    for (size_t i = 0; i < coverage->miss_count; i++) {
        const struct ledger_miss *miss =
            ledger_miss_at(ledger, coverage->misses[i]);
        json_t *object = json_object();

        json_object_set_new(object, "after",
                            miss_site_json(report, miss->before_site));
        json_object_set_new(object, "before",
                            miss_site_json(report, miss->after_site));
        json_object_set_new(
            object, "type",
            ledger_string_json(ledger,
                               ledger_type_at(ledger, miss->type)->name));
        json_object_set_new(object, "times", number(miss->times));
        json_object_set_new(object, "delta", json_integer(miss->delta));
        json_array_append_new(misses, object);
    }
    return misses;
}

static json_t *
evaluators_json(const struct report *report)
{
    const struct ledger *ledger = report->ledger;
    json_t *evaluators = json_array();

    for (uint32_t i = 1; i < ledger_used(ledger, LEDGER_EVALUATORS); i++) {
        const struct ledger_evaluator *evaluator =
            ledger_evaluator_at(ledger, i);
        json_t *object = json_object();
        const struct place *place = NULL;
        const char *name = NULL;

        if (evaluator->function != 0) {
            place = symbols_address(report->symbols, evaluator->function, 0);
        }
        if (place != NULL && place->count > 0) {
            name = symbols_function(report->symbols,
                                    place->frames[place->count - 1].function)
                       ->name;
        }
        json_object_set_new(object, "function", foreign_text(name));
        json_object_set_new(object, "image",
                            place != NULL ? image_path(ledger, place->image)
                                          : json_null());
        json_array_append_new(evaluators, object);
    }
    return evaluators;
}

static json_t *
lines_json(const struct lines *lines)
{
    json_t *array = json_array();

    for (size_t i = 0; i < lines->count; i++) {
        json_array_append_new(array, text_or_null(lines->items[i]));
    }
    return array;
}

static json_t *
silent_json(const struct report *report)
{
    json_t *array = json_array();

    for (uint32_t i = 0; i < SILENCE_KINDS; i++) {
        json_t *object;

        if (report->silent[i] == 0) {
            continue;
        }
        object = json_object();
        json_object_set_new(object, "reason",
                            json_string(silence_text((enum silence)i)));
        json_object_set_new(object, "objects", number(report->silent[i]));
        json_array_append_new(array, object);
    }
    return array;
}

static json_t *
coverage_json(const struct report *report, const struct coverage *coverage)
{
    const struct ledger_header *header = report->ledger->header;
    json_t *object = json_object();

    json_object_set_new(object, "seen", number(header->changes_seen));
    json_object_set_new(object, "missed", number(header->changes_missed));
    json_object_set_new(object, "misses", misses_json(report, coverage));
    json_object_set_new(object, "outside", number(header->outside));
    json_object_set_new(object, "births", number(header->births));
    json_object_set_new(object, "deaths", number(header->deaths));
    json_object_set_new(object, "adopted", number(header->adopted));
    json_object_set_new(object, "moved", number(header->moved));
    json_object_set_new(object, "vanished", number(header->vanished));
    json_object_set_new(object, "evaluations", number(header->evaluations));
    json_object_set_new(object, "alive", number(report->alive));
    json_object_set_new(object, "not_reported", silent_json(report));
    json_object_set_new(object, "unreadable_fields",
                        number(report->ledger->repairs));
    json_object_set_new(object, "unseen_types",
                        lines_json(&coverage->unseen_types));
    json_object_set_new(object, "evaluators", evaluators_json(report));
    json_object_set_new(object, "images", images_json(report));
    json_object_set_new(object, "hints", lines_json(&coverage->hints));
    return object;
}

static json_t *
sampling_json(const struct report *report)
{
    const struct ledger_header *header = report->ledger->header;
    uint32_t shift = header->sampling_shift < 63 ? header->sampling_shift : 62;
    json_t *object = json_object();

    json_object_set_new(object, "one_in", number((uint64_t)1 << shift));
    json_object_set_new(object, "lowered", number(header->sampling_tightened));
    json_object_set_new(object, "births_left_out", number(header->unsampled));
    json_object_set_new(object, "memory_limit",
                        number_or_null(header->memory_limit_bytes));
    json_object_set_new(object, "lives_left_out",
                        number(header->signatures_dropped));
    json_object_set_new(object, "changes_without_stack",
                        number(header->entries_dropped));
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

        json_array_append_new(words, text_or_null(word));
        free(word);
        text += size + 1;
    }
    return words;
}

static json_t *
process_json(const struct report *report)
{
    const struct ledger *ledger = report->ledger;
    const struct ledger_header *header = ledger->header;
    json_t *object = json_object();
    json_t *python = json_object();
    char *version = python_version(header->python_hexversion);
    bool stopped = report->end == END_STOPPED;

    json_object_set_new(python, "version", text_or_null(version));
    json_object_set_new(python, "executable",
                        ledger_string_json(ledger, header->python_executable));
    json_object_set_new(object, "pid", number(header->pid));
    json_object_set_new(object, "parent_pid", number(header->parent_pid));
    json_object_set_new(object, "command", command_json(ledger));
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
                        ledger_string_json(ledger, stopped ? header->reason_text
                                                           : header->end_text));
    json_object_set_new(object, "track",
                        ledger_string_json(ledger, header->track));
    free(version);
    return object;
}

bool
render_json(FILE *file, const struct report *report)
{
    struct coverage coverage;
    json_t *document = json_object();
    json_t *findings = json_array();
    bool written;

    coverage_build(&coverage, report);
    for (size_t i = 0; i < report->finding_count; i++) {
        json_array_append_new(findings,
                              finding_json(report, &report->findings[i]));
    }
    json_object_set_new(document, "schema", json_string("reftally-report/1"));
    json_object_set_new(document, "process", process_json(report));
    json_object_set_new(document, "findings", findings);
    json_object_set_new(document, "coverage", coverage_json(report, &coverage));
    json_object_set_new(document, "sampling", sampling_json(report));
    written = json_dumpf(document, file,
                         JSON_INDENT(2) | JSON_REAL_PRECISION(4)) == 0 &&
              putc('\n', file) != EOF;
    json_decref(document);
    coverage_clear(&coverage);
    return written;
}
