#include "report/blame/kept.h"

#include <string.h>

#include "report/evidence/code/image_code.h"
#include "report/evidence/code/keepers.h"
#include "report/evidence/code/own_frame.h"
#include "report/evidence/static_name.h"
#include "report/input/ledger_load.h"

enum {
    PLACES_MAX = 8,
    /* Functions of one module: where more seem to keep it, as in what Cython
     * made, their code is not understood. */
    KEEPERS_MAX = 3,
};

/* One that was not seen to run: changes of None are not recorded. */
static const double NOT_SEEN = .5;

/* One that stores it, too, and one that may have given it to somebody. */
static const double STORES = .8;
static const double VAGUE = .25;

/* Work in progress: what one image keeps. */
struct search {
    const struct inputs *inputs;
    const char *name;
    struct hypotheses found;
};

static void
add(struct search *search, const struct keeper *keeper, double share)
{
    struct symbols *symbols = search->inputs->symbols;
    size_t frame = own_frame(symbols, keeper->place, false);
    struct hypothesis *one;

    if (keeper->place->count == 0 ||
        own_frame_of_header(symbols, &keeper->place->frames[frame])) {
        return;
    }
    one = hypotheses_of(&search->found, keeper->place->frames[frame].function,
                        MECHANISM_KEPT);
    share *= keeper->vague ? VAGUE : keeper->stored ? STORES : 1;
    if (one->values[WEIGHED_READ_KEEPS] < share) {
        one->values[WEIGHED_READ_KEEPS] = share;
        one->sure = !keeper->vague && !keeper->stored;
        one->alone = keeper->place;
        one->frame = frame;
    }
}

static bool
is_setup(struct symbols *symbols, uint32_t image, uint64_t start)
{
    const struct place *place = symbols_place(symbols, image, start);

    return place->count > 0 &&
           (symbols_function(symbols, place->frames[place->count - 1].function)
                ->flags &
            FUNCTION_SETUP) != 0;
}

static void
search_image(struct search *search, uint32_t image)
{
    struct symbols *symbols = search->inputs->symbols;
    struct image_file *file = symbols_image_file(symbols, image);
    struct keeper found[PLACES_MAX];
    uint64_t start;
    size_t size;

    for (size_t i = 0; image_code_function(file, i, &start, &size) != NULL;
         i++) {
        size_t count = keepers_find(symbols, image, start, size, search->name,
                                    search->inputs->code, found, PLACES_MAX);
        double share = count == 0 || is_setup(symbols, image, start) ? 0
                       : image_code_has_run(search->inputs->ledger, image,
                                            start, start + size)
                           ? 1
                           : NOT_SEEN;

        for (size_t f = 0; f < count && share > 0; f++) {
            add(search, &found[f], share);
        }
    }
}

/* What it was shown by goes first: a stack says more than a place. */
static void
hand_over(const struct hypothesis *from, struct hypotheses *hypotheses)
{
    struct hypothesis *one =
        hypotheses_of(hypotheses, from->function, MECHANISM_KEPT);

    one->values[WEIGHED_READ_KEEPS] = from->values[WEIGHED_READ_KEEPS];
    one->sure = from->sure;
    if (one->tag == 0) {
        one->alone = from->alone;
        one->frame = from->frame;
    }
}

void
kept_argue(const struct inputs *inputs, const struct suspect *suspect,
           struct hypotheses *hypotheses)
{
    const struct ledger *ledger = inputs->ledger;
    const struct ledger_account *account =
        ledger_account_at(ledger, suspect->accounts[0]);
    const char *name = account->state == LEDGER_ACCOUNT_ADOPTED
                           ? static_name(inputs, account->object)
                           : NULL;
    struct search search = { .inputs = inputs, .name = name };

    if (name == NULL) {
        return;
    }
    for (uint32_t i = 1; i < ledger_used(ledger, LEDGER_IMAGES); i++) {
        if (!ledger_image_is_module(ledger, i) ||
            !image_code_is_used(ledger, i)) {
            continue;
        }
        search_image(&search, i);
        for (size_t f = 0;
             search.found.count <= KEEPERS_MAX && f < search.found.count; f++) {
            hand_over(&search.found.items[f], hypotheses);
        }
        hypotheses_clear(&search.found);
    }
}

bool
kept_alone(const struct hypotheses *hypotheses)
{
    size_t count = 0;

    for (size_t i = 0; i < hypotheses->count; i++) {
        count += hypotheses->items[i].values[WEIGHED_READ_KEEPS] > 0;
    }
    return count == 1 && hypotheses->items[0].values[WEIGHED_READ_KEEPS] > 0 &&
           hypotheses->items[0].sure > 0;
}
