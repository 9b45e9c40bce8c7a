#include "report/render/render_json.h"

#include "report/compare/coverage.h"
#include "report/text/values.h"

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
                            values_text(leave_reason_word(i)));
        json_object_set_new(reason, "count",
                            values_number(image->left_by_reason[i]));
        json_array_append_new(reasons, reason);
    }
    json_object_set_new(object, "count", values_number(image->left_alone));
    json_object_set_new(object, "reasons", reasons);
    return object;
}

static json_t *
images_json(const struct report *report)
{
    const struct ledger *ledger = report->inputs.ledger;
    json_t *images = json_array();

    for (uint32_t i = 1; i < ledger_used(ledger, LEDGER_IMAGES); i++) {
        const struct ledger_image *image = ledger_image_at(ledger, i);
        json_t *object = json_object();

        json_object_set_new(object, "path", values_image_path(ledger, i));
        json_object_set_new(object, "build_id",
                            values_string(ledger, image->build_id));
        json_object_set_new(
            object, "instrumented",
            json_boolean((image->flags & LEDGER_IMAGE_PYTHON) != 0));
        json_object_set_new(object, "refused",
                            values_string(ledger, image->refused));
        json_object_set_new(object, "sites", values_number(image->sites));
        json_object_set_new(object, "patched", values_number(image->patched));
        json_object_set_new(object, "left_alone", left_alone_json(image));
        json_object_set_new(object, "names",
                            values_text(image_names_word(symbols_image_names(
                                report->inputs.symbols, i))));
        json_array_append_new(images, object);
    }
    return images;
}

static json_t *
miss_site_json(const struct report *report, uint32_t site)
{
    const struct ledger *ledger = report->inputs.ledger;
    const struct place *place;
    json_t *object;

    if (site == 0) {
        return json_null();
    }
    place = symbols_site(report->inputs.symbols, site);
    object = json_object();
    json_object_set_new(object, "image",
                        values_image_path(ledger, place->image));
    json_object_set_new(object, "offset", values_number(place->offset));
    if (place->count == 0) {
        json_object_set_new(object, "function", json_null());
        json_object_set_new(object, "file", json_null());
        json_object_set_new(object, "line", json_null());
        return object;
    }
    json_object_set_new(
        object, "function",
        values_foreign(
            symbols_function(report->inputs.symbols, place->frames[0].function)
                ->name));
    json_object_set_new(object, "file", values_foreign(place->frames[0].file));
    json_object_set_new(object, "line", values_positive(place->frames[0].line));
    return object;
}

static json_t *
misses_json(const struct report *report, const struct coverage *coverage)
{
    const struct ledger *ledger = report->inputs.ledger;
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
            values_string(ledger, ledger_type_at(ledger, miss->type)->name));
        json_object_set_new(object, "times", values_number(miss->times));
        json_object_set_new(object, "delta", json_integer(miss->delta));
        json_array_append_new(misses, object);
    }
    return misses;
}

static json_t *
evaluators_json(const struct report *report)
{
    const struct ledger *ledger = report->inputs.ledger;
    json_t *evaluators = json_array();

    for (uint32_t i = 1; i < ledger_used(ledger, LEDGER_EVALUATORS); i++) {
        const struct ledger_evaluator *evaluator =
            ledger_evaluator_at(ledger, i);
        json_t *object = json_object();
        const struct place *place = NULL;
        const char *name = NULL;

        if (evaluator->function != 0) {
            place =
                symbols_address(report->inputs.symbols, evaluator->function, 0);
        }
        if (place != NULL && place->count > 0) {
            name = symbols_function(report->inputs.symbols,
                                    place->frames[place->count - 1].function)
                       ->name;
        }
        json_object_set_new(object, "function", values_foreign(name));
        json_object_set_new(object, "image",
                            place != NULL
                                ? values_image_path(ledger, place->image)
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
        json_array_append_new(array, values_text(lines->items[i]));
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
        json_object_set_new(object, "objects",
                            values_number(report->silent[i]));
        json_array_append_new(array, object);
    }
    return array;
}

json_t *
render_json_coverage(const struct report *report)
{
    struct coverage coverage;
    const struct ledger_header *header = report->inputs.ledger->header;
    json_t *object = json_object();

    coverage_build(&coverage, report);
    json_object_set_new(object, "seen", values_number(header->changes_seen));
    json_object_set_new(object, "missed",
                        values_number(header->changes_missed));
    json_object_set_new(object, "misses", misses_json(report, &coverage));
    json_object_set_new(object, "outside", values_number(header->outside));
    json_object_set_new(object, "own_locks", values_number(header->own_locks));
    json_object_set_new(object, "births", values_number(header->births));
    json_object_set_new(object, "deaths", values_number(header->deaths));
    json_object_set_new(object, "adopted", values_number(header->adopted));
    json_object_set_new(object, "moved", values_number(header->moved));
    json_object_set_new(object, "vanished", values_number(header->vanished));
    json_object_set_new(object, "immortalized",
                        values_number(header->immortalized));
    json_object_set_new(object, "evaluations",
                        values_number(header->evaluations));
    if (header->frames_audited > 0) {
        json_object_set_new(object, "frames_audited",
                            values_number(header->frames_audited));
    }
    json_object_set_new(object, "alive", values_number(report->alive));
    json_object_set_new(object, "not_reported", silent_json(report));
    json_object_set_new(
        object, "checkpoints_left_out",
        values_number(report->inputs.ledger->header->checkpoints_dropped));
    json_object_set_new(object, "unreadable_fields",
                        values_number(report->inputs.ledger->repairs));
    json_object_set_new(object, "unseen_types",
                        lines_json(&coverage.unseen_types));
    json_object_set_new(object, "evaluators", evaluators_json(report));
    json_object_set_new(object, "images", images_json(report));
    json_object_set_new(object, "hints", lines_json(&coverage.hints));
    coverage_clear(&coverage);
    return object;
}
