#include "report/symbols/symbols.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/input/ledger_load.h"
#include "report/symbols/cython_lines.h"
#include "report/symbols/demangle.h"
#include "report/symbols/function_names.h"
#include "report/symbols/header_files.h"
#include "report/symbols/image_methods.h"
#include "report/symbols/image_names.h"
#include "report/text/memory.h"
#include "report/text/text.h"

enum { FRAMES_MAX = 64 };

struct image {
    char *path;
    char *build_id;
    const char *name; /* last part of `path` */
    enum image_names names;
    struct image_file *file;
    struct image_methods methods;
};

struct known_place {
    uint32_t image;
    uint64_t offset;
    struct place place;
};

struct symbols {
    const struct ledger *ledger;
    bool names;
    struct image *images;
    uint32_t image_count;
    struct functions functions;
    struct known_place **places;
    size_t place_count;
    struct number_index place_index;
    uint64_t *disposers; /* addresses of what takes objects apart, sorted */
    size_t disposer_count;
    struct cython_lines *cython;
};

static uint64_t
hash_place(uint32_t image, uint64_t offset)
{
    return number_index_mix(number_index_mix(offset) + image);
}

static void
image_ask(struct symbols *symbols, struct image *image)
{
    if (image->names != IMAGE_NAMES_UNASKED) {
        return;
    }
    if (!symbols->names) {
        image->names = IMAGE_NAMES_OFF;
        return;
    }
    image->file = image_file_open(image->path, image->build_id, &image->names);
    if (image->file != NULL) {
        image_methods_find(image->file, &image->methods);
    }
}

static void
place_add(struct place *place, struct place_frame frame)
{
    place->frames = (struct place_frame *)memory_room(
        place->frames, place->count, sizeof *place->frames);
    place->frames[place->count++] = frame;
}

static int
compare_addresses(const void *a, const void *b)
{
    uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;

    return (left > right) - (left < right);
}

/* What types say takes their objects apart does so, whatever its name. */
static void
learn_disposers(struct symbols *symbols)
{
    size_t count = ledger_used(symbols->ledger, LEDGER_TYPES);

    symbols->disposers =
        (uint64_t *)memory_zeroed(count + 1, sizeof *symbols->disposers);
    for (uint32_t i = 1; i < count; i++) {
        uint64_t disposer = ledger_type_at(symbols->ledger, i)->disposer;

        if (disposer != 0) {
            symbols->disposers[symbols->disposer_count++] = disposer;
        }
    }
    qsort(symbols->disposers, symbols->disposer_count,
          sizeof *symbols->disposers, compare_addresses);
}

/* The function of machine code that the last frame of the place is. */
static void
mark_disposer(struct symbols *symbols, const struct place *place,
              uint64_t start)
{
    uint64_t address =
        place->image == 0
            ? start
            : start + ledger_image_at(symbols->ledger, place->image)->bias;

    if (place->count > 0 &&
        bsearch(&address, symbols->disposers, symbols->disposer_count,
                sizeof address, compare_addresses) != NULL) {
        functions_mark(&symbols->functions,
                       place->frames[place->count - 1].function,
                       FUNCTION_DISPOSER);
    }
}

/* What nothing else tells of it, a table may. */
static void
learn_return(struct symbols *symbols, const struct place *place, uint64_t start)
{
    if (place->count > 0 && place->image != 0 &&
        image_methods_have(&symbols->images[place->image].methods, start)) {
        functions_returns(&symbols->functions,
                          place->frames[place->count - 1].function,
                          RETURN_OBJECT);
    }
}

static void
place_fill(struct symbols *symbols, struct place *place)
{
    struct named_frame frames[FRAMES_MAX];
    struct place_frame frame;
    struct image *image = &symbols->images[place->image];
    uint64_t start = place->offset;
    size_t count = 0;
    char *name;

    if (place->image != 0) {
        image_ask(symbols, image);
    }
    if (image->file != NULL) {
        uint64_t found = image_file_function_start(image->file, place->offset);

        start = found != 0 ? found : start;
        count =
            image_file_frames(image->file, place->offset, frames, FRAMES_MAX);
    }
    for (size_t i = 0; i < count; i++) {
        char *plain = function_name_readable(frames[i].function);

        if (frames[i].file != NULL) {
            cython_lines_find(symbols->cython, image->path, &frames[i].file,
                              &frames[i].line);
        }
        frame = (struct place_frame){
            .function = functions_intern(&symbols->functions, place->image,
                                         plain, frames[i].returns, true),
            .line = frames[i].line,
            .file = frames[i].file,
            .library =
                header_file(frames[i].file) || function_name_is_library(plain),
        };
        if (frames[i].fills_nothing) {
            functions_mark(&symbols->functions, frame.function,
                           FUNCTION_FILLS_NOTHING);
        }
        if (!function_name_is_helper(plain)) {
            place_add(place, frame);
        }
        else {
            place->helper = frame;
        }
        free(plain);
    }
    if (count == 0) {
        name = memory_format("%s+0x%" PRIx64,
                             symbols_image_name(symbols, place->image), start);
        place_add(place,
                  (struct place_frame){ .function = functions_intern(
                                            &symbols->functions, place->image,
                                            name, RETURN_UNKNOWN, false) });
        free(name);
    }
    mark_disposer(symbols, place, start);
    learn_return(symbols, place, start);
}

static const struct place *
place_at(struct symbols *symbols, uint32_t image, uint64_t offset)
{
    struct number_index *index = &symbols->place_index;
    uint64_t hash = hash_place(image, offset);
    struct known_place *known;

    if (number_index_grow(index)) {
        for (size_t i = 0; i < symbols->place_count; i++) {
            known = symbols->places[i];
            number_index_add(index, hash_place(known->image, known->offset),
                             (uint32_t)i);
        }
    }
    for (size_t at = hash & (index->room - 1); index->slots[at] != 0;
         at = (at + 1) & (index->room - 1)) {
        known = symbols->places[index->slots[at] - 1];
        if (known->image == image && known->offset == offset) {
            return &known->place;
        }
    }
    known = (struct known_place *)memory_zeroed(1, sizeof *known);
    *known = (struct known_place){ image,
                                   offset,
                                   { .number = (uint32_t)symbols->place_count,
                                     .image = image,
                                     .offset = offset } };
    place_fill(symbols, &known->place);
    symbols->places = (struct known_place **)memory_room(
        symbols->places, symbols->place_count, sizeof *symbols->places);
    symbols->places[symbols->place_count] = known;
    number_index_add(index, hash, (uint32_t)symbols->place_count);
    symbols->place_count++;
    return &known->place;
}

const struct place *
symbols_address(struct symbols *symbols, uint64_t address, unsigned back)
{
    uint64_t pc = address - back;
    uint32_t image = ledger_image_of(symbols->ledger, pc);

    return place_at(
        symbols, image,
        image != 0 ? pc - ledger_image_at(symbols->ledger, image)->bias : pc);
}

const struct place *
symbols_site(struct symbols *symbols, uint32_t site)
{
    const struct ledger_site *record = ledger_site_at(symbols->ledger, site);

    return place_at(symbols, record->image, record->offset);
}

const struct place *
symbols_place(struct symbols *symbols, uint32_t image, uint64_t offset)
{
    return place_at(symbols, image, offset);
}

struct image_file *
symbols_image_file(struct symbols *symbols, uint32_t image)
{
    if (image == 0) {
        return NULL;
    }
    image_ask(symbols, &symbols->images[image]);
    return symbols->images[image].file;
}

static char *
name_variable(struct symbols *symbols, uint32_t index, uint64_t offset)
{
    struct image *image = &symbols->images[index];
    const char *name = NULL;
    uint64_t into = 0;
    char *printable, *text, *demangled;

    image_ask(symbols, image);
    if (image->file != NULL) {
        name = image_file_symbol(image->file, offset, &into);
    }
    if (name == NULL) {
        return memory_format("%s+0x%" PRIx64,
                             symbols_image_name(symbols, index), offset);
    }
    demangled = demangle_name(name);
    name = demangled != NULL ? demangled : name;
    printable = text_printable(name, strlen(name));
    free(demangled);
    text = into == 0 ? memory_format("%s (%s)", printable,
                                     symbols_image_name(symbols, index))
                     : memory_format("%s+0x%" PRIx64 " (%s)", printable, into,
                                     symbols_image_name(symbols, index));
    free(printable);
    return text;
}

char *
symbols_variable(struct symbols *symbols, uint64_t address)
{
    uint32_t image = ledger_image_of(symbols->ledger, address);

    return image != 0
               ? name_variable(
                     symbols, image,
                     address - ledger_image_at(symbols->ledger, image)->bias)
               : memory_format("0x%" PRIx64, address);
}

struct symbols *
symbols_create(const struct ledger *ledger, bool names)
{
    struct symbols *symbols =
        (struct symbols *)memory_zeroed(1, sizeof *symbols);

    symbols->ledger = ledger;
    symbols->names = names;
    symbols->image_count = ledger_used(ledger, LEDGER_IMAGES);
    symbols->images = (struct image *)memory_zeroed(symbols->image_count + 1,
                                                    sizeof *symbols->images);
    for (uint32_t i = 1; i < symbols->image_count; i++) {
        const struct ledger_image *record = ledger_image_at(ledger, i);
        struct image *image = &symbols->images[i];
        const char *slash;

        image->path = ledger_printable(ledger, record->path);
        image->build_id = ledger_printable(ledger, record->build_id);
        slash = image->path != NULL ? strrchr(image->path, '/') : NULL;
        image->name = slash != NULL ? slash + 1 : image->path;
    }
    symbols->cython = cython_lines_create(ledger->header->start_realtime_ns);
    learn_disposers(symbols);
    return symbols;
}

void
symbols_free(struct symbols *symbols)
{
    for (uint32_t i = 0; i < symbols->image_count; i++) {
        if (symbols->images[i].file != NULL) {
            image_methods_release(&symbols->images[i].methods);
            image_file_close(symbols->images[i].file);
        }
        free(symbols->images[i].path);
        free(symbols->images[i].build_id);
    }
    for (size_t i = 0; i < symbols->place_count; i++) {
        free(symbols->places[i]->place.frames);
        free(symbols->places[i]);
    }
    free(symbols->images);
    free(symbols->disposers);
    functions_release(&symbols->functions);
    cython_lines_free(symbols->cython);
    free(symbols->places);
    free(symbols->place_index.slots);
    free(symbols);
}

const struct function *
symbols_function(const struct symbols *symbols, uint32_t function)
{
    return &symbols->functions.functions[function];
}

bool
symbols_in_interpreter(const struct symbols *symbols, uint32_t function)
{
    return ledger_image_is_interpreters(
        symbols->ledger, symbols_function(symbols, function)->image);
}

uint32_t
symbols_intern(struct symbols *symbols, uint32_t image, const char *name)
{
    return functions_intern(&symbols->functions, image, name, RETURN_UNKNOWN,
                            true);
}

uint32_t
symbols_function_count(const struct symbols *symbols)
{
    return symbols->functions.count;
}

enum image_names
symbols_image_names(const struct symbols *symbols, uint32_t image)
{
    return symbols->images[image].names;
}

const char *
symbols_image_name(const struct symbols *symbols, uint32_t image)
{
    const char *name = symbols->images[image].name;

    return name != NULL && name[0] != '\0' ? name : "?";
}
