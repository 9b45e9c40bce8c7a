#include "report/blame/lent.h"

#include <stdlib.h>
#include <string.h>

#include "base/refcount_shape.h"
#include "report/evidence/code/image_code.h"
#include "report/evidence/code/lenders.h"
#include "report/input/ledger_load.h"
#include "report/symbols/function_names.h"
#include "report/symbols/header_files.h"
#include "report/text/memory.h"

enum {
    PLACES_MAX = 8,
    /* Code that releases what it was given once more than it may is rare. Where
     * that of many seems to, it is not understood. */
    LENDERS_MAX = 3,
    /* References fewer than an object in static data began with that prove a
     * deficit by themselves. */
    BELOW_START = 100,
};

/*
 * How sure the blame is, of bugs that were planted in real modules: of the object
 * itself, and of what calls returned, the function that was alone was the right
 * one in all of 77; of what it never owned, in four of five, which says little.
 */
static const double LENT_SURE = .97;
static const double LOAN_SURE = .8;

/* What is stored may have been taken in a way that its code does not show. */
static const double STORES = .25;

/* A function that changes no counts, and calls none that does, is never seen to
 * run. */
static const double NEVER_SEEN = .25;

/* One that changes counts, but not on every path. */
static const double NOT_SEEN = .05;

struct lent {
    struct {
        bool done;
        struct hypotheses found;
    } read[LENDER_LOANS + 1]; /* by what was wanted */
};

/* Work in progress. */
struct search {
    const struct inputs *inputs;
    const char *name; /* of the object; NULL: wanted is what is from: */
    enum lender_source source;
    uint64_t *targets; /* of calls of the image; if it is LENDER_LOANS */
    size_t target_count;
    struct hypotheses *hypotheses;
    struct code_memory memory;
};

/* The symbol at its address, in the data of an image; NULL: there is none. */
static const char *
name_of(const struct inputs *inputs, uint64_t object)
{
    const struct ledger *ledger = inputs->ledger;

    for (uint32_t i = 1; i < ledger_used(ledger, LEDGER_IMAGES); i++) {
        const struct ledger_image *image = ledger_image_at(ledger, i);

        if (object >= image->start && object < image->end) {
            struct image_file *file = symbols_image_file(inputs->symbols, i);
            uint64_t into = 0;
            const char *name =
                file != NULL
                    ? image_file_symbol(file, object - image->bias, &into)
                    : NULL;

            return into == 0 ? name : NULL;
        }
    }
    return NULL;
}

/* The C API's, as headers have it for older versions, or a binding's. */
static bool
is_of_header(const struct search *search, const struct place_frame *frame)
{
    return function_name_contract(
               symbols_function(search->inputs->symbols, frame->function)
                   ->name) != 0 ||
           header_file(frame->file);
}

/* The innermost that is the module's own, and that returns objects, if one was
 * returned. */
static size_t
own_frame(const struct search *search, const struct place *place, bool returned)
{
    size_t frame = 0;

    while (frame + 1 < place->count) {
        const struct function *function = symbols_function(
            search->inputs->symbols, place->frames[frame].function);

        /* Destructors of C++ run behind the last statement. */
        if (!function_name_is_python(function->name) &&
            !is_of_header(search, &place->frames[frame]) &&
            strchr(function->name, '~') == NULL &&
            !(returned && function->returns == RETURN_OTHER)) {
            break;
        }
        frame++;
    }
    return frame;
}

static void
add(const struct search *search, const struct lender *lender, double share)
{
    const struct place *place = lender->place;
    struct hypothesis *one;
    uint32_t function;
    size_t frame;

    if (place->count == 0) {
        return;
    }
    share *= lender->returned ? 1 : STORES;
    frame = own_frame(search, place, lender->returned);
    function = place->frames[frame].function;
    if (is_of_header(search, &place->frames[frame])) {
        return;
    }
    one = hypotheses_of(search->hypotheses, function, MECHANISM_LENT);
    if (one->values[WEIGHED_READ_LENDS] < share) {
        one->values[WEIGHED_READ_LENDS] = share;
        one->best = 1;
        one->sure = search->name == NULL && search->source == LENDER_LOANS
                        ? LOAN_SURE
                        : LENT_SURE;
        one->alone = place;
        one->frame = frame;
        free(one->why);
        one->why = memory_format(
            "by its code, %s %s on some path without a taking",
            symbols_function(search->inputs->symbols, function)->name,
            lender->returned       ? "returns it"
            : search->name == NULL ? "gives it away"
                                   : "stores it");
    }
}

/* How much a function counts, by whether it ran. */
static double
share_of(const struct ledger *ledger, uint32_t image, uint64_t start,
         size_t size)
{
    return image_code_has_run(ledger, image, start, start + size) ? 1
           : image_code_has_site(ledger, image, start, start + size)
               ? (image_code_is_used(ledger, image) ? NOT_SEEN : 0)
               : NEVER_SEEN;
}

/* enum function_flags of the function that starts there. */
static uint32_t
flags_of(struct symbols *symbols, uint32_t image, uint64_t start)
{
    const struct place *place = symbols_place(symbols, image, start);

    return place->count > 0
               ? symbols_function(symbols,
                                  place->frames[place->count - 1].function)
                     ->flags
               : 0;
}

static bool
is_target(const struct search *search, uint64_t start)
{
    size_t low = 0, high = search->target_count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (search->targets[middle] < start) {
            low = middle + 1;
        }
        else {
            high = middle;
        }
    }
    return low < search->target_count && search->targets[low] == start;
}

/*
 * What runs once gave away no more than once. Who takes an object apart gives
 * up what it held; and what a function of the module wants of its arguments, or
 * returns to others of the module, is between them.
 */
static size_t
keep_likely(const struct search *search, uint32_t flags, uint64_t start,
            struct lender *found, size_t count)
{
    bool loans = search->source == LENDER_LOANS;
    bool internal = loans && is_target(search, start);
    size_t kept = 0;

    if ((flags & FUNCTION_SETUP) != 0 ||
        (loans && (flags & FUNCTION_DISPOSER) != 0)) {
        return 0;
    }
    for (size_t i = 0; i < count; i++) {
        if (!internal || (!found[i].returned && found[i].since != start)) {
            found[kept++] = found[i];
        }
    }
    return kept;
}

/* Of the object itself, or else of what calls returned. */
static size_t
find_lenders(struct search *search, uint32_t image, uint64_t start, size_t size,
             struct lender *found)
{
    struct symbols *symbols = search->inputs->symbols;

    if (search->name != NULL) {
        return lenders_find(symbols, image, start, size, search->name,
                            &search->memory, found, PLACES_MAX);
    }
    return keep_likely(search, flags_of(symbols, image, start), start, found,
                       lenders_of(symbols, image, start, size, search->source,
                                  &search->memory, found, PLACES_MAX));
}

static void
search_image(struct search *search, uint32_t image)
{
    struct symbols *symbols = search->inputs->symbols;
    struct image_file *file = symbols_image_file(symbols, image);
    struct lender found[PLACES_MAX];
    uint64_t start;
    size_t size;

    if (search->name == NULL && search->source == LENDER_LOANS) {
        search->targets = image_code_targets(file, &search->target_count);
    }
    for (size_t i = 0; image_code_function(file, i, &start, &size) != NULL;
         i++) {
        size_t count = find_lenders(search, image, start, size, found);
        double share =
            count > 0 ? share_of(search->inputs->ledger, image, start, size)
                      : 0;

        for (size_t f = 0; f < count && share > 0; f++) {
            add(search, &found[f], share);
        }
    }
    free(search->targets);
    search->targets = NULL;
    search->target_count = 0;
}

static void
search_images(struct search *search)
{
    const struct ledger *ledger = search->inputs->ledger;

    for (uint32_t i = 1; i < ledger_used(ledger, LEDGER_IMAGES); i++) {
        if ((ledger_image_at(ledger, i)->flags &
             (LEDGER_IMAGE_MAIN | LEDGER_IMAGE_PYTHON)) ==
            LEDGER_IMAGE_PYTHON) {
            search_image(search, i);
        }
    }
}

/*
 * Fewer than it began with, which nobody ever gives back. Of the interpreter's
 * texts and small integers correct programs seem to lack hundreds of references,
 * as what points to them need not count: that is no ground to blame code that was
 * only read.
 */
static bool
is_below_start(const struct ledger_account *account)
{
    return refcount_began(account->adopted_references) - account->references >=
           BELOW_START;
}

/* Is there one that ran, as far as that is known? */
static bool
have_likely(const struct hypotheses *hypotheses)
{
    for (size_t i = 0; i < hypotheses->count; i++) {
        if (hypotheses->items[i].values[WEIGHED_READ_LENDS] > NOT_SEEN) {
            return true;
        }
    }
    return false;
}

struct lent *
lent_create(void)
{
    return (struct lent *)memory_zeroed(1, sizeof(struct lent));
}

void
lent_free(struct lent *lent)
{
    for (size_t i = 0; i < sizeof lent->read / sizeof *lent->read; i++) {
        hypotheses_clear(&lent->read[i].found);
    }
    free(lent);
}

/* Who gives away what is from there is the same for all objects: it is read
 * once. */
static void
add_source(struct search *search)
{
    struct lent *lent = search->inputs->lent;
    struct hypotheses *found = &lent->read[search->source].found;
    struct hypotheses *wanted = search->hypotheses;

    if (!lent->read[search->source].done) {
        lent->read[search->source].done = true;
        search->hypotheses = found;
        search_images(search);
        search->hypotheses = wanted;
    }
    for (size_t i = 0; i < found->count; i++) {
        const struct hypothesis *from = &found->items[i];
        struct hypothesis *one =
            hypotheses_of(wanted, from->function, from->mechanism);

        if (one->values[WEIGHED_READ_LENDS] <
            from->values[WEIGHED_READ_LENDS]) {
            free(one->why);
            *one = *from;
            one->why = memory_text(from->why);
        }
    }
}

void
lent_argue(const struct inputs *inputs, const struct suspect *suspect,
           struct hypotheses *hypotheses)
{
    const struct ledger_account *account =
        ledger_account_at(inputs->ledger, suspect->accounts[0]);
    bool old = account->state == LEDGER_ACCOUNT_ADOPTED;
    const char *name = old ? name_of(inputs, account->object) : NULL;
    struct search *search;

    if (name != NULL && !function_name_is_python(name)) {
        name = NULL;
    }
    if (old && name == NULL && !is_below_start(account)) {
        return;
    }
    search = (struct search *)memory_zeroed(1, sizeof *search);
    search->inputs = inputs;
    search->hypotheses = hypotheses;
    search->name = name;
    if (search->name != NULL) {
        search_images(search);
    }
    search->name = NULL;
    for (search->source = LENDER_RESULTS;
         !have_likely(hypotheses) && search->source <= LENDER_LOANS;
         search->source++) {
        add_source(search);
        if (hypotheses->count > LENDERS_MAX) {
            hypotheses_clear(hypotheses);
        }
    }
    free(search);
}
