/*
 * A profile as pprof reads it: gzip'ed protocol buffers. What is sampled is
 * references; verdict and type are labels of each sample. The numbers of the
 * fields are those of the format's public description, profile.proto.
 */
#include "report/render/render.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "report/input/ledger_load.h"
#include "report/render/samples.h"
#include "report/text/memory.h"
#include "report/text/protobuf.h"

enum profile_field {
    PROFILE_SAMPLE_TYPE = 1,
    PROFILE_SAMPLE = 2,
    PROFILE_MAPPING = 3,
    PROFILE_LOCATION = 4,
    PROFILE_FUNCTION = 5,
    PROFILE_STRING = 6,
    PROFILE_TIME_NS = 9,
    PROFILE_DURATION_NS = 10,
};
enum value_type_field { VALUE_TYPE = 1, VALUE_UNIT = 2 };
enum sample_field { SAMPLE_LOCATION = 1, SAMPLE_VALUE = 2, SAMPLE_LABEL = 3 };
enum label_field { LABEL_KEY = 1, LABEL_TEXT = 2 };
enum mapping_field {
    MAPPING_ID = 1,
    MAPPING_FILE = 5,
    MAPPING_BUILD_ID = 6,
    MAPPING_HAS_FUNCTIONS = 7,
};
enum location_field {
    LOCATION_ID = 1,
    LOCATION_MAPPING = 2,
    LOCATION_LINE = 4,
};
enum line_field { LINE_FUNCTION = 1, LINE_LINE = 2 };
enum function_field {
    FUNCTION_ID = 1,
    FUNCTION_NAME = 2, /* without a linker's name, pprof takes it as it is */
    FUNCTION_FILE = 4,
};

/* Function and location are one here: a place in a function. */
struct known_place {
    uint64_t function, file; /* strings */
    uint32_t line, image;
};

struct profile {
    const struct report *report;
    struct protobuf message;
    struct protobuf part, inner; /* being written */
    char **strings;
    size_t string_count;
    struct known_place *places; /* number 1 is the first */
    size_t place_count;
};

/* The number of a string; few are different. */
static uint64_t
string_number(struct profile *profile, const char *text)
{
    for (size_t i = 0; i < profile->string_count; i++) {
        if (strcmp(profile->strings[i], text) == 0) {
            return i;
        }
    }
    profile->strings = (char **)memory_room(
        profile->strings, profile->string_count, sizeof *profile->strings);
    profile->strings[profile->string_count] = memory_text(text);
    return profile->string_count++;
}

static void
add_place(struct profile *profile, const struct known_place *place,
          uint64_t number)
{
    struct protobuf *part = &profile->part, *line = &profile->inner;

    protobuf_add_number(part, FUNCTION_ID, number);
    protobuf_add_number(part, FUNCTION_NAME, place->function);
    protobuf_add_number(part, FUNCTION_FILE, place->file);
    protobuf_add_message(&profile->message, PROFILE_FUNCTION, part);

    protobuf_add_number(line, LINE_FUNCTION, number);
    protobuf_add_number(line, LINE_LINE, place->line);
    protobuf_add_number(part, LOCATION_ID, number);
    protobuf_add_number(part, LOCATION_MAPPING, place->image);
    protobuf_add_message(part, LOCATION_LINE, line);
    protobuf_add_message(&profile->message, PROFILE_LOCATION, part);
}

static uint64_t
place_number(struct profile *profile, const struct sample_frame *frame)
{
    struct known_place place = {
        .function = string_number(profile, frame->function),
        .file = string_number(profile, frame->file != NULL ? frame->file : ""),
        .line = frame->line,
        .image = frame->image,
    };

    for (size_t i = 0; i < profile->place_count; i++) {
        const struct known_place *known = &profile->places[i];

        if (known->function == place.function && known->file == place.file &&
            known->line == place.line && known->image == place.image) {
            return i + 1;
        }
    }
    profile->places = (struct known_place *)memory_room(
        profile->places, profile->place_count, sizeof *profile->places);
    profile->places[profile->place_count++] = place;
    add_place(profile, &place, profile->place_count);
    return profile->place_count;
}

static void
add_label(struct profile *profile, struct protobuf *sample, const char *key,
          const char *text)
{
    protobuf_add_number(&profile->inner, LABEL_KEY,
                        string_number(profile, key));
    protobuf_add_number(&profile->inner, LABEL_TEXT,
                        string_number(profile, text));
    protobuf_add_message(sample, SAMPLE_LABEL, &profile->inner);
}

/* Innermost first. */
static void
add_sample(void *context, const struct sample *sample)
{
    struct profile *profile = (struct profile *)context;
    const struct finding *finding = sample->finding;
    struct protobuf part = { 0 };

    for (size_t i = sample->count; i > 0; i--) {
        protobuf_add_number(&part, SAMPLE_LOCATION,
                            place_number(profile, &sample->frames[i - 1]));
    }
    protobuf_add_number(&part, SAMPLE_VALUE, sample->references);
    add_label(profile, &part, "verdict", verdict_word(finding->verdict));
    add_label(profile, &part, "type",
              finding->type != NULL ? finding->type : "?");
    protobuf_add_message(&profile->message, PROFILE_SAMPLE, &part);
    protobuf_clear(&part);
}

/* Mappings have the numbers of the ledger's images. */
static void
add_mappings(struct profile *profile)
{
    const struct ledger *ledger = profile->report->inputs.ledger;

    for (uint32_t i = 1; i < ledger_used(ledger, LEDGER_IMAGES); i++) {
        const struct ledger_image *image = ledger_image_at(ledger, i);
        char *path = ledger_printable(ledger, image->path);
        char *build_id = ledger_printable(ledger, image->build_id);
        struct protobuf *part = &profile->part;

        protobuf_add_number(part, MAPPING_ID, i);
        protobuf_add_number(part, MAPPING_FILE,
                            string_number(profile, path != NULL ? path : ""));
        protobuf_add_number(
            part, MAPPING_BUILD_ID,
            string_number(profile, build_id != NULL ? build_id : ""));
        protobuf_add_number(part, MAPPING_HAS_FUNCTIONS, 1);
        protobuf_add_message(&profile->message, PROFILE_MAPPING, part);
        free(path);
        free(build_id);
    }
}

static void
build(struct profile *profile)
{
    const struct ledger_header *header = profile->report->inputs.ledger->header;

    string_number(profile, ""); /* the format wants it to be the first */
    protobuf_add_number(&profile->part, VALUE_TYPE,
                        string_number(profile, "references"));
    protobuf_add_number(&profile->part, VALUE_UNIT,
                        string_number(profile, "count"));
    protobuf_add_message(&profile->message, PROFILE_SAMPLE_TYPE,
                         &profile->part);
    add_mappings(profile);
    samples_each(profile->report, add_sample, profile);
    for (size_t i = 0; i < profile->string_count; i++) {
        protobuf_add_text(&profile->message, PROFILE_STRING,
                          profile->strings[i]);
    }
    protobuf_add_number(&profile->message, PROFILE_TIME_NS,
                        header->start_realtime_ns);
    if (header->end_realtime_ns > header->start_realtime_ns) {
        protobuf_add_number(&profile->message, PROFILE_DURATION_NS,
                            header->end_realtime_ns -
                                header->start_realtime_ns);
    }
}

static bool
write_compressed(FILE *file, const struct protobuf *message)
{
    enum { GZIP = 16 };
    z_stream stream = { .next_in = message->bytes,
                        .avail_in = (uInt)message->size };
    uint8_t out[16384];
    int result;

    if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED,
                     MAX_WBITS + GZIP, MAX_MEM_LEVEL,
                     Z_DEFAULT_STRATEGY) != Z_OK) {
        return false;
    }
    do {
        stream.next_out = out;
        stream.avail_out = sizeof out;
        result = deflate(&stream, Z_FINISH);
        fwrite(out, 1, sizeof out - stream.avail_out, file);
    } while (result == Z_OK);
    deflateEnd(&stream);
    return result == Z_STREAM_END && !ferror(file);
}

bool
render_pprof(FILE *file, const struct report *report)
{
    struct profile profile = { .report = report };
    bool written;

    build(&profile);
    written = write_compressed(file, &profile.message);
    protobuf_clear(&profile.message);
    protobuf_clear(&profile.part);
    protobuf_clear(&profile.inner);
    for (size_t i = 0; i < profile.string_count; i++) {
        free(profile.strings[i]);
    }
    free(profile.strings);
    free(profile.places);
    return written;
}
