#include "report/symbols/symbols.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/input/ledger_load.h"
#include "report/symbols/cython_lines.h"
#include "report/symbols/demangle.h"
#include "report/symbols/disposers.h"
#include "report/symbols/function_names.h"
#include "report/symbols/header_files.h"
#include "report/symbols/recorded_image.h"
#include "report/text/memory.h"
#include "report/text/text.h"

enum { FRAMES_MAX = 64 };

struct known_place {
    uint32_t image;
    uint64_t offset;
    struct place place;
};

struct symbols {
    const struct ledger *ledger;
    bool names;
    struct recorded_image *images;
    uint32_t image_count;
    struct functions functions;
    struct known_place **places;
    size_t place_count;
    struct number_index place_index;
    struct disposers disposers;
    struct cython_lines *cython;
};

static uint64_t
hash_place(uint32_t image, uint64_t offset)
{
    return number_index_mix(number_index_mix(offset) + image);
}

/* NULL: there is none, or it is not to be asked for. */
static struct image_file *
file_of(struct symbols *symbols, uint32_t image)
{
    if (image == 0) {
        return NULL;
    }
    if (!symbols->names) {
        symbols->images[image].names = IMAGE_NAMES_OFF;
        return NULL;
    }
    return recorded_image_file(&symbols->images[image]);
}

static void
place_add(struct place *place, struct place_frame frame)
{
    place->frames = (struct place_frame *)memory_room(
        place->frames, place->count, sizeof *place->frames);
    place->frames[place->count++] = frame;
}

/* That function, if a type says that it takes objects apart; NULL: none does. */
static const struct disposer *
disposer_at(const struct symbols *symbols, uint32_t image, uint64_t start)
{
    return disposers_at(
        &symbols->disposers,
        image == 0 ? start
                   : start + ledger_image_at(symbols->ledger, image)->bias);
}

/* What types say takes their objects apart does so, whatever its name; and what
   nothing else tells of the result, a table may. Of the function of machine code
   that the last frame of the place is. */
static void
learn_more(struct symbols *symbols, const struct place *place, uint64_t start)
{
    struct functions *functions = &symbols->functions;
    const struct table_name *listed;
    uint32_t last;

    if (place->count == 0) {
        return;
    }
    last = place->frames[place->count - 1].function;
    if (disposer_at(symbols, place->image, start) != NULL) {
        functions_mark(functions, last, FUNCTION_DISPOSER);
    }
    if (functions->functions[last].returns == RETURN_UNKNOWN) {
        listed = recorded_image_listed(&symbols->images[place->image], start);
        functions_returns(functions, last,
                          listed != NULL ? listed->returns : RETURN_UNKNOWN);
    }
}

/* As the tables of types and modules call it, or the type whose objects it takes
   apart; NULL: nobody calls it anything. To be freed. */
static char *
name_by_table(struct symbols *symbols, uint32_t image, uint64_t start)
{
    const struct table_name *listed =
        recorded_image_listed(&symbols->images[image], start);
    const struct disposer *disposer = disposer_at(symbols, image, start);
    char *type, *name;

    if (listed != NULL && listed->name != NULL) {
        return memory_text(listed->name);
    }
    if (!symbols->names || disposer == NULL || disposer->type == 0) {
        return NULL;
    }
    type = ledger_printable(
        symbols->ledger, ledger_type_at(symbols->ledger, disposer->type)->name);
    name = type != NULL ? memory_format("%s.tp_dealloc", type) : NULL;
    free(type);
    return name;
}

/* A function without a symbol. */
static struct place_frame
nameless_frame(struct symbols *symbols, uint32_t image, uint64_t start)
{
    char *name = name_by_table(symbols, image, start);
    enum function_named_by by =
        name != NULL ? FUNCTION_NAMED_BY_TABLE : FUNCTION_NAMED_BY_NOBODY;
    struct place_frame frame = { 0 };

    if (name == NULL) {
        name = memory_format("%s+0x%" PRIx64,
                             symbols_image_name(symbols, image), start);
    }
    frame.function =
        functions_intern(&symbols->functions, image, name, RETURN_UNKNOWN, by);
    free(name);
    return frame;
}

/*
 * Where compilers merge code of several lines it has none: the file that the table
 * of lines says then may be any. But a function of C++ is a header's if that is
 * all that is known.
 */
static bool
is_library(const struct named_frame *frame, const char *name)
{
    return function_name_is_library(name) ||
           (header_file(frame->file) &&
            (frame->line > 0 || strstr(name, "::") != NULL));
}

static void
place_fill(struct symbols *symbols, struct place *place)
{
    struct named_frame frames[FRAMES_MAX];
    struct place_frame frame;
    struct image_file *file = file_of(symbols, place->image);
    uint64_t start = place->offset;
    size_t count = 0;

    if (file != NULL) {
        uint64_t found = image_file_function_start(file, place->offset);

        start = found != 0 ? found : start;
        count = image_file_frames(file, place->offset, frames, FRAMES_MAX);
    }
    for (size_t i = 0; i < count; i++) {
        char *plain = function_name_readable(frames[i].function);

        if (frames[i].file != NULL) {
            cython_lines_find(symbols->cython,
                              symbols->images[place->image].path,
                              &frames[i].file, &frames[i].line);
        }
        frame = (struct place_frame){
            .function = functions_intern(
                &symbols->functions, place->image, plain, frames[i].returns,
                frames[i].file != NULL ? FUNCTION_NAMED_BY_LINES
                                       : FUNCTION_NAMED_BY_SYMBOL),
            .line = frames[i].line,
            .file = frames[i].file,
            .library = is_library(&frames[i], plain),
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
        place_add(place, nameless_frame(symbols, place->image, start));
    }
    learn_more(symbols, place, start);
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
    return file_of(symbols, image);
}

static char *
name_variable(struct symbols *symbols, uint32_t index, uint64_t offset)
{
    struct image_file *file = file_of(symbols, index);
    const char *name = NULL;
    uint64_t into = 0;
    char *printable, *text, *demangled;

    if (file != NULL) {
        name = image_file_symbol(file, offset, &into);
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
    symbols->images = (struct recorded_image *)memory_zeroed(
        symbols->image_count + 1, sizeof *symbols->images);
    for (uint32_t i = 1; i < symbols->image_count; i++) {
        symbols->images[i] = recorded_image_read(ledger, i);
    }
    symbols->cython = cython_lines_create(ledger->header->start_realtime_ns);
    symbols->disposers = disposers_find(ledger);
    return symbols;
}

void
symbols_free(struct symbols *symbols)
{
    for (uint32_t i = 0; i < symbols->image_count; i++) {
        recorded_image_release(&symbols->images[i]);
    }
    for (size_t i = 0; i < symbols->place_count; i++) {
        free(symbols->places[i]->place.frames);
        free(symbols->places[i]);
    }
    free(symbols->images);
    disposers_release(&symbols->disposers);
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
                            FUNCTION_NAMED_BY_LINES);
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
