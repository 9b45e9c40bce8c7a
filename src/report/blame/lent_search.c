#include "report/blame/lent_search.h"

#include <stdlib.h>

#include "report/blame/lent_add.h"
#include "report/evidence/code/callers.h"
#include "report/evidence/code/image_code.h"
#include "report/evidence/code/static_lenders.h"
#include "report/input/ledger_load.h"

enum {
    PLACES_MAX = 8,
    /* Instructions, for all suspects of a report: ten seconds or so. What was
     * found until then is no measure of who else does it. */
    WALKED_MAX = 8000000,
};

/*
 * How sure the blame is, of bugs that were planted in real modules: of the object
 * itself, and of what calls returned, the function that was alone was the right
 * one in all of 77; of what it never owned, in all of 22.
 */
static const double LENT_SURE = .97;
static const double LOAN_SURE = .9;

/* What is stored may have been taken in a way that its code does not show. */
static const double STORES = .25;

/* Where a function fails few of its calls come. */
static const double FAILS = .25;

/* Who calls whom in an image, if that matters. */
struct calls {
    struct image_call *at;
    size_t count;
};

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

/*
 * Between functions of the module it is settled who gives what: what one wants of
 * its arguments, or returns to others. But whose result these release had to take
 * it for them; of None that cannot be told, for which they may ask first. Who gives
 * away more than what it returns does so by itself.
 */
static bool
is_settled(const struct lent_search *search, const struct calls *calls,
           const struct lender_code *code, const struct lender *lender)
{
    size_t first, count = image_code_calls_to(calls->at, calls->count,
                                              code->start, &first);

    return count > 0 &&
           (lender->since == code->start ||
            (lender->returned && !lender->overdrawn &&
             (search->equals != NULL ||
              !callers_give_away(code, calls->at + first, count, 0))));
}

/* What runs once gave away no more than once. Who takes an object apart gives
 * up what it held. */
static size_t
keep_likely(const struct lent_search *search, const struct calls *calls,
            const struct lender_code *code, struct lender *found, size_t count)
{
    bool loans = search->source == LENDER_LOANS;
    uint32_t flags = flags_of(code->symbols, code->image, code->start);
    size_t kept = 0;

    if ((flags & FUNCTION_SETUP) != 0 ||
        (loans && (flags & FUNCTION_DISPOSER) != 0)) {
        return 0;
    }
    for (size_t i = 0; i < count; i++) {
        if (!is_settled(search, calls, code, &found[i])) {
            found[kept++] = found[i];
        }
    }
    return kept;
}

/* Of the object itself, or else of what calls returned. */
static size_t
find_lenders(const struct lent_search *search, const struct calls *calls,
             const struct lender_code *code, struct lender *found)
{
    if (search->object != NULL) {
        size_t count =
            static_lenders_find(code, search->object, found, PLACES_MAX);

        return search->object->name != NULL
                   ? count
                   : keep_likely(search, calls, code, found, count);
    }
    return keep_likely(
        search, calls, code, found,
        lenders_of(code, search->source, search->equals, found, PLACES_MAX));
}

/* What one that was found would have done, and how likely that is. What has a name
 * may be an object whose changes nobody tracks. */
static void
add(const struct lent_search *search, const struct lender_code *code,
    const struct lender *lender, double ran)
{
    bool sure = search->object != NULL || search->source == LENDER_RESULTS;

    lent_add(search->inputs, lender,
             &(struct lent_as){
                 .ran = ran,
                 .idle = search->object == NULL &&
                         image_code_is_idle(search->inputs->ledger, code->image,
                                            lender->gave),
                 .share = (lender->returned ? 1 : STORES) *
                          (lender->fails ? FAILS : 1),
                 .sure = sure ? LENT_SURE : LOAN_SURE,
                 .does = lender->returned ? "returns it" : "gives it away",
             },
             search->hypotheses);
}

static bool
is_too_much(const struct lent_search *search)
{
    struct code_memory *code = search->inputs->code;

    code->left_out |= code->walked > WALKED_MAX;
    return code->walked > WALKED_MAX;
}

/* Where it matters who calls whom. */
static bool
wants_calls(const struct lent_search *search)
{
    return search->object != NULL
               ? search->object->name == NULL
               : search->source == LENDER_LOANS || search->equals != NULL;
}

void
lent_search_image(const struct lent_search *search, uint32_t image)
{
    struct symbols *symbols = search->inputs->symbols;
    struct image_file *file = symbols_image_file(symbols, image);
    struct lender_code code = { .symbols = symbols,
                                .image = image,
                                .memory = search->inputs->code };
    struct owned_types types;
    struct lender found[PLACES_MAX];
    struct calls calls = { 0 };

    if (search->object == NULL) {
        owned_types_find(symbols, image, code.memory, &types);
        code.types = &types;
    }
    if (wants_calls(search)) {
        calls.at = image_code_calls(file, &calls.count);
    }
    for (size_t i = 0;
         !is_too_much(search) &&
         image_code_function(file, i, &code.start, &code.size) != NULL;
         i++) {
        size_t count = find_lenders(search, &calls, &code, found);
        double ran = count > 0 ? lent_ran(search->inputs->ledger, &code) : 0;

        for (size_t f = 0; f < count && ran > 0; f++) {
            add(search, &code, &found[f], ran);
        }
    }
    free(calls.at);
}

void
lent_search_images(const struct lent_search *search)
{
    const struct ledger *ledger = search->inputs->ledger;

    for (uint32_t i = 1; i < ledger_used(ledger, LEDGER_IMAGES); i++) {
        if (ledger_image_is_module(ledger, i)) {
            lent_search_image(search, i);
        }
    }
    if (is_too_much(search)) {
        hypotheses_clear(search->hypotheses);
    }
}
