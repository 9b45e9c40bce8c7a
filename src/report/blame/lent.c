#include "report/blame/lent.h"

#include <stdlib.h>
#include <string.h>

#include "report/evidence/code/image_code.h"
#include "report/evidence/code/lenders.h"
#include "report/input/ledger_load.h"
#include "report/text/memory.h"

enum { PLACES_MAX = 8 };

/* What is stored may have been taken in a way that its code does not show. */
static const double STORES = .25;

/* A function that changes no counts, and calls none that does, is never seen to
 * run. */
static const double NEVER_SEEN = .25;

/* One that changes counts, but not on every path. */
static const double NOT_SEEN = .05;

/* Work in progress. */
struct search {
    const struct inputs *inputs;
    const char *name; /* of the object */
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
                    ? image_file_variable(file, object - image->bias, &into)
                    : NULL;

            return into == 0 ? name : NULL;
        }
    }
    return NULL;
}

/* The innermost that is the module's own, and not the C API's. */
static size_t
own_frame(const struct search *search, const struct place *place)
{
    size_t frame = 0;

    while (frame + 1 < place->count) {
        const char *name = symbols_function(search->inputs->symbols,
                                            place->frames[frame].function)
                               ->name;

        /* Destructors of C++ run behind the last statement. */
        if (strncmp(name, "Py", 2) != 0 && strncmp(name, "_Py", 3) != 0 &&
            strchr(name, '~') == NULL) {
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
    frame = own_frame(search, place);
    function = place->frames[frame].function;
    one = hypotheses_of(search->hypotheses, function, MECHANISM_LENT);
    if (one->values[WEIGHED_READ_LENDS] < share) {
        one->values[WEIGHED_READ_LENDS] = share;
        one->best = 1;
        one->alone = place;
        one->frame = frame;
        free(one->why);
        one->why = memory_format(
            "by its code, %s %s it on some path without a taking",
            symbols_function(search->inputs->symbols, function)->name,
            lender->returned ? "returns" : "stores");
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

static void
search_image(struct search *search, uint32_t image)
{
    struct symbols *symbols = search->inputs->symbols;
    struct image_file *file = symbols_image_file(symbols, image);
    struct lender found[PLACES_MAX];
    uint64_t start;
    size_t size;

    for (size_t i = 0; image_code_function(file, i, &start, &size) != NULL;
         i++) {
        size_t count = lenders_find(symbols, image, start, size, search->name,
                                    &search->memory, found, PLACES_MAX);

        double share =
            count > 0 ? share_of(search->inputs->ledger, image, start, size)
                      : 0;

        if (share == 0) {
            continue;
        }
        for (size_t f = 0; f < count; f++) {
            add(search, &found[f], share);
        }
    }
}

void
lent_argue(const struct inputs *inputs, const struct suspect *suspect,
           struct hypotheses *hypotheses)
{
    const struct ledger *ledger = inputs->ledger;
    const struct ledger_account *account =
        ledger_account_at(ledger, suspect->accounts[0]);
    const char *name = account->state == LEDGER_ACCOUNT_ADOPTED
                           ? name_of(inputs, account->object)
                           : NULL;
    struct search *search;

    if (name == NULL) {
        return;
    }
    search = (struct search *)memory_zeroed(1, sizeof *search);
    search->inputs = inputs;
    search->name = name;
    search->hypotheses = hypotheses;
    for (uint32_t i = 1; i < ledger_used(ledger, LEDGER_IMAGES); i++) {
        if ((ledger_image_at(ledger, i)->flags &
             (LEDGER_IMAGE_MAIN | LEDGER_IMAGE_PYTHON)) ==
            LEDGER_IMAGE_PYTHON) {
            search_image(search, i);
        }
    }
    free(search);
}
