/*
 * Findings as a profile of speedscope's own format: one sample a stack, weighed
 * by references.
 */
#include "report/render/render.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report/render/samples.h"
#include "report/run/judgement.h"
#include "report/text/memory.h"
#include "report/text/values.h"

#ifndef PACKAGE_VERSION
#define PACKAGE_VERSION "unknown"
#endif

struct profile {
    json_t *frames, *samples, *weights;
    json_t *numbers; /* of frames, by what they show */
    uint64_t total;
};

/* The number of a frame, which may be new. */
static json_int_t
frame_number(struct profile *profile, const struct sample_frame *frame)
{
    char *key =
        memory_format("%s\n%s\n%" PRIu32, frame->function,
                      frame->file != NULL ? frame->file : "", frame->line);
    json_t *known = json_object_get(profile->numbers, key), *object;
    json_int_t number = (json_int_t)json_array_size(profile->frames);

    if (known == NULL) {
        object = json_object();
        json_object_set_new(object, "name", values_foreign(frame->function));
        if (frame->file != NULL) {
            json_object_set_new(object, "file", values_foreign(frame->file));
        }
        if (frame->line != 0) {
            json_object_set_new(object, "line", values_number(frame->line));
        }
        json_array_append_new(profile->frames, object);
        json_object_set_new(profile->numbers, key, json_integer(number));
    }
    else {
        number = json_integer_value(known);
    }
    free(key);
    return number;
}

static void
add_sample(void *context, const struct sample *sample)
{
    struct profile *profile = (struct profile *)context;
    json_t *stack = json_array();

    for (size_t i = 0; i < sample->count; i++) {
        json_array_append_new(
            stack, json_integer(frame_number(profile, &sample->frames[i])));
    }
    json_array_append_new(profile->samples, stack);
    json_array_append_new(profile->weights, values_number(sample->references));
    profile->total += sample->references;
}

/* Lets go of what the profile has. */
static json_t *
profile_json(struct profile *profile, const char *name)
{
    json_t *object = json_object(), *all = json_array();

    json_object_set_new(object, "type", json_string("sampled"));
    json_object_set_new(object, "name", json_string(name));
    json_object_set_new(object, "unit", json_string("none"));
    json_object_set_new(object, "startValue", json_integer(0));
    json_object_set_new(object, "endValue", values_number(profile->total));
    json_object_set_new(object, "samples", profile->samples);
    json_object_set_new(object, "weights", profile->weights);
    json_array_append_new(all, object);
    json_decref(profile->numbers);
    return all;
}

bool
render_speedscope(FILE *file, const struct report *report)
{
    struct profile profile = {
        .frames = json_array(),
        .samples = json_array(),
        .weights = json_array(),
        .numbers = json_object(),
    };
    json_t *document = json_object(), *shared = json_object();
    struct judgement judgement;
    char *line;

    judgement_build(&judgement, report);
    line = judgement_line(&judgement);
    samples_each(report, add_sample, &profile);
    json_object_set_new(
        document, "$schema",
        json_string("https://www.speedscope.app/file-format-schema.json"));
    json_object_set_new(shared, "frames", profile.frames);
    json_object_set_new(document, "shared", shared);
    json_object_set_new(document, "profiles",
                        profile_json(&profile, "references too many"));
    json_object_set_new(document, "name", json_string(line));
    json_object_set_new(document, "exporter",
                        json_string("reftally@" PACKAGE_VERSION));
    free(line);
    judgement_clear(&judgement);
    return values_write(file, document);
}
