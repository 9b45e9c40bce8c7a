#include "report/evidence/code/lent_place.h"

#include <string.h>

#include "report/symbols/function_names.h"

enum { NEAR_BYTES = 64 };

static const char *
name_at(struct symbols *symbols, const struct place *place, size_t frame)
{
    return symbols_function(symbols, place->frames[frame].function)->name;
}

/*
 * Argument Clinic's functions return what the implementation gave them, which is
 * inlined: the compiler may have put the end of both on one line.
 */
static bool
is_implementation(struct symbols *symbols, const struct place *of,
                  const struct place *place)
{
    const char *outer, *inner;
    size_t length;

    if (of->count != 1 || place->count < 2 ||
        place->frames[place->count - 1].function != of->frames[0].function) {
        return false;
    }
    outer = name_at(symbols, of, 0);
    inner = name_at(symbols, place, place->count - 2);
    length = strlen(outer);
    return strncmp(inner, outer, length) == 0 &&
           strcmp(inner + length, "_impl") == 0;
}

/* Where a function that was inlined got it, to return it to this one; NULL: it
 * was this one. */
static const struct place *
place_inside(struct symbols *symbols, uint32_t image,
             const struct handing_lent *lent)
{
    const struct place *place =
        lent->loaded != 0 ? symbols_place(symbols, image, lent->loaded) : NULL;

    for (size_t f = 0; place != NULL && f + 1 < place->count; f++) {
        const struct function *function =
            symbols_function(symbols, place->frames[f].function);

        if (place->frames[f].line > 0 && function->returns == RETURN_OBJECT &&
            !function_name_is_python(function->name)) {
            return place;
        }
    }
    return NULL;
}

static bool
has_line(const struct place *place)
{
    return place->count > 0 && place->frames[0].line > 0;
}

/*
 * What several paths have in common belongs to no line: what stands before it in
 * the same function does, most likely.
 */
static const struct place *
place_near(struct symbols *symbols, uint32_t image, uint64_t address)
{
    const struct place *place = symbols_place(symbols, image, address);

    for (uint64_t i = 1; !has_line(place) && i <= NEAR_BYTES; i++) {
        const struct place *near = symbols_place(symbols, image, address - i);

        if (has_line(near) && near->count == place->count &&
            near->frames[0].function == place->frames[0].function) {
            return near;
        }
    }
    return place;
}

static const struct place *
place_used(struct symbols *symbols, uint32_t image,
           const struct handing_lent *lent)
{
    const struct place *place = symbols_place(symbols, image, lent->used);
    const struct place *passed =
        lent->passed != 0 ? symbols_place(symbols, image, lent->passed) : place;

    if (has_line(place) && !is_implementation(symbols, place, passed)) {
        return place;
    }
    return place_near(symbols, image,
                      lent->passed != 0 ? lent->passed : lent->used);
}

/* Where it was given away, if not by its end. */
static const struct place *
place_given(struct symbols *symbols, uint32_t image,
            const struct handing_lent *lent)
{
    uint64_t inside = handing_lent_inside(lent);
    const struct place *place =
        inside != 0 ? symbols_place(symbols, image, inside) : NULL;

    return place != NULL && has_line(place) ? place : NULL;
}

const struct place *
lent_place(struct symbols *symbols, uint32_t image,
           const struct handing_lent *lent, uint64_t from)
{
    const struct place *inside = place_inside(symbols, image, lent);
    const struct place *given = place_given(symbols, image, lent);

    return inside != NULL    ? inside
           : given != NULL   ? given
           : lent->used == 0 ? symbols_place(symbols, image, from)
                             : place_used(symbols, image, lent);
}

bool
lent_place_is_shared(struct symbols *symbols, uint32_t image,
                     const struct handing_lent *lent)
{
    return lent->used != 0 && place_inside(symbols, image, lent) == NULL &&
           place_given(symbols, image, lent) == NULL &&
           !has_line(symbols_place(symbols, image, lent->used)) &&
           (lent->passed == 0 ||
            !has_line(symbols_place(symbols, image, lent->passed)));
}
