#include "report/compare/baseline.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "report/text/memory.h"
#include "report/text/text_file.h"
#include "report/text/values.h"

#define SCHEMA "reftally-baseline/1"

static const size_t BYTES_MAX = 4 << 20;

static char *
text_of(const json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));

    return memory_text(text != NULL ? text : "");
}

static uint64_t
number_of(const json_t *object, const char *name)
{
    json_int_t number = json_integer_value(json_object_get(object, name));

    return number > 0 ? (uint64_t)number : 0;
}

/* Verdicts are compared by their words, which are constants. */
static const char *
verdict_of(const json_t *object)
{
    const char *text = json_string_value(json_object_get(object, "verdict"));

    for (int i = 0; text != NULL && i < VERDICT_KINDS; i++) {
        if (strcmp(text, verdict_word((enum verdict)i)) == 0) {
            return verdict_word((enum verdict)i);
        }
    }
    return NULL;
}

static bool
read_findings(struct baseline *baseline, const json_t *findings,
              const char *path, struct error *error)
{
    size_t index;
    json_t *finding;

    json_array_foreach(findings, index, finding)
    {
        struct accused accused = { .verdict = verdict_of(finding) };

        if (accused.verdict == NULL) {
            return error_set(error, "%s: finding %zu has no known verdict",
                             path, index + 1);
        }
        accused.type = text_of(finding, "type");
        accused.function = text_of(finding, "function");
        accused.file = text_of(finding, "file");
        accused.image = text_of(finding, "image");
        accused.python_function = memory_text("");
        accused.python_file = memory_text("");
        accused.own_function = text_of(finding, "python_function");
        accused.own_file = text_of(finding, "python_file");
        accused.references = number_of(finding, "references");
        accused.objects = number_of(finding, "objects");
        baseline_add(baseline, &accused);
        accused_clear(&accused);
    }
    return true;
}

bool
baseline_read(struct baseline *baseline, const char *path, struct error *error)
{
    size_t length;
    char *text = text_file_read(path, BYTES_MAX, &length, error);
    json_error_t problem;
    json_t *document, *findings;
    const char *schema;
    bool fine;

    *baseline = (struct baseline){ 0 };
    if (text == NULL) {
        return false;
    }
    document = json_loadb(text, length, JSON_REJECT_DUPLICATES, &problem);
    free(text);
    if (document == NULL) {
        return error_set(error, "%s:%d: %s", path, problem.line, problem.text);
    }
    schema = json_string_value(json_object_get(document, "schema"));
    findings = json_object_get(document, "findings");
    if (schema == NULL || strcmp(schema, SCHEMA) != 0 ||
        !json_is_array(findings)) {
        fine = error_set(error,
                         "%s is not a baseline: its schema is not " SCHEMA
                         ", as --write-baseline writes it",
                         path);
    }
    else {
        fine = read_findings(baseline, findings, path, error);
    }
    json_decref(document);
    if (!fine) {
        baseline_clear(baseline);
    }
    return fine;
}

void
baseline_clear(struct baseline *baseline)
{
    for (size_t i = 0; i < baseline->count; i++) {
        accused_clear(&baseline->items[i]);
    }
    free(baseline->items);
    *baseline = (struct baseline){ 0 };
}

static struct accused *
find(const struct baseline *baseline, const struct accused *accused)
{
    for (size_t i = 0; i < baseline->count; i++) {
        if (accused_is_same(&baseline->items[i], accused)) {
            return &baseline->items[i];
        }
    }
    return NULL;
}

const struct accused *
baseline_find(const struct baseline *baseline, const struct accused *accused)
{
    return find(baseline, accused);
}

void
baseline_add(struct baseline *baseline, const struct accused *accused)
{
    struct accused *known = find(baseline, accused);

    if (known == NULL) {
        baseline->items = (struct accused *)memory_room(
            baseline->items, baseline->count, sizeof *baseline->items);
        known = &baseline->items[baseline->count++];
        *known = *accused;
        known->type = memory_text(accused->type);
        known->function = memory_text(accused->function);
        known->file = memory_text(accused->file);
        known->image = memory_text(accused->image);
        known->python_function = memory_text(accused->python_function);
        known->python_file = memory_text(accused->python_file);
        known->own_function = memory_text(accused->own_function);
        known->own_file = memory_text(accused->own_file);
    }
    else if (accused->references > known->references) {
        known->references = accused->references;
        known->objects = accused->objects;
    }
}

bool
baseline_write(FILE *file, const struct baseline *baseline)
{
    json_t *document = json_object(), *findings = json_array();

    for (size_t i = 0; i < baseline->count; i++) {
        const struct accused *accused = &baseline->items[i];
        json_t *finding = json_object();

        json_object_set_new(finding, "verdict", json_string(accused->verdict));
        json_object_set_new(finding, "type", values_text(accused->type));
        json_object_set_new(finding, "function",
                            values_text(accused->function));
        json_object_set_new(finding, "file", values_text(accused->file));
        json_object_set_new(finding, "image", values_text(accused->image));
        if (accused->own_function[0] != '\0') {
            json_object_set_new(finding, "python_function",
                                values_text(accused->own_function));
            json_object_set_new(finding, "python_file",
                                values_text(accused->own_file));
        }
        json_object_set_new(finding, "references",
                            values_number(accused->references));
        json_object_set_new(finding, "objects",
                            values_number(accused->objects));
        json_array_append_new(findings, finding);
    }
    json_object_set_new(document, "schema", json_string(SCHEMA));
    json_object_set_new(document, "findings", findings);
    return values_write(file, document);
}
