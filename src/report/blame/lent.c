#include "report/blame/lent.h"

#include <stdlib.h>

#include "base/refcount_shape.h"
#include "report/blame/lent_add.h"
#include "report/blame/lent_copies.h"
#include "report/blame/lent_owners.h"
#include "report/evidence/code/callers.h"
#include "report/evidence/code/image_code.h"
#include "report/evidence/code/lenders.h"
#include "report/evidence/static_name.h"
#include "report/input/ledger_load.h"
#include "report/text/memory.h"

enum {
    PLACES_MAX = 8,
    /* Code that releases what it was given once more than it may is rare. Where
     * that of many seems to, it is not understood. */
    LENDERS_MAX = 3,
    /* References fewer than an object in static data began with that prove a
     * deficit by themselves. */
    BELOW_START = 100,
    /* Of images. More takes minutes, and some of it is always misread. */
    CODE_BYTES_MAX = 8 << 20,
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

struct lent {
    uint64_t walked; /* so far */
    struct {
        bool done;
        struct hypotheses found;
    } read[LENDER_LOANS + 1]; /* by what was wanted */
};

/* Work in progress. */
struct search {
    const struct inputs *inputs;
    const struct static_object *object; /* NULL: wanted is what is from: */
    enum lender_source source;
    const char *equals;       /* the object that it is to be; NULL: any */
    struct image_call *calls; /* of the image; if these matter */
    size_t call_count;
    struct hypotheses *hypotheses;
    bool settled; /* nothing else is to be asked */
    struct code_memory memory;
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
is_settled(const struct search *search, const struct lender_code *code,
           const struct lender *lender)
{
    size_t first, count = image_code_calls_to(search->calls, search->call_count,
                                              code->start, &first);

    return count > 0 &&
           (lender->since == code->start ||
            (lender->returned && !lender->overdrawn &&
             (search->equals != NULL ||
              !callers_give_away(code, search->calls + first, count, 0))));
}

/* What runs once gave away no more than once. Who takes an object apart gives
 * up what it held. */
static size_t
keep_likely(const struct search *search, const struct lender_code *code,
            struct lender *found, size_t count)
{
    bool loans = search->source == LENDER_LOANS;
    uint32_t flags = flags_of(code->symbols, code->image, code->start);
    size_t kept = 0;

    if ((flags & FUNCTION_SETUP) != 0 ||
        (loans && (flags & FUNCTION_DISPOSER) != 0)) {
        return 0;
    }
    for (size_t i = 0; i < count; i++) {
        if (!is_settled(search, code, &found[i])) {
            found[kept++] = found[i];
        }
    }
    return kept;
}

/* Of the object itself, or else of what calls returned. */
static size_t
find_lenders(struct search *search, const struct lender_code *code,
             struct lender *found)
{
    if (search->object != NULL) {
        size_t count = lenders_find(code, search->object, found, PLACES_MAX);

        return search->object->name != NULL
                   ? count
                   : keep_likely(search, code, found, count);
    }
    return keep_likely(
        search, code, found,
        lenders_of(code, search->source, search->equals, found, PLACES_MAX));
}

/* What one that was found would have done, and how likely that is. */
static void
add(const struct search *search, const struct lender *lender, double ran)
{
    bool sure = search->object != NULL || search->source == LENDER_RESULTS;

    lent_add(search->inputs, lender,
             &(struct lent_as){
                 .share = ran * (lender->returned ? 1 : STORES) *
                          (lender->fails ? FAILS : 1),
                 .sure = sure ? LENT_SURE : LOAN_SURE,
                 .does = lender->returned ? "returns it" : "gives it away",
             },
             search->hypotheses);
}

static bool
is_too_much(const struct search *search)
{
    return search->inputs->lent->walked > WALKED_MAX;
}

static void
search_image(struct search *search, uint32_t image)
{
    struct symbols *symbols = search->inputs->symbols;
    struct image_file *file = symbols_image_file(symbols, image);
    struct lender_code code = { .symbols = symbols,
                                .image = image,
                                .memory = &search->memory };
    struct lender found[PLACES_MAX];

    if (search->object != NULL
            ? search->object->name == NULL
            : search->source == LENDER_LOANS || search->equals != NULL) {
        search->calls = image_code_calls(file, &search->call_count);
    }
    for (size_t i = 0;
         !is_too_much(search) &&
         image_code_function(file, i, &code.start, &code.size) != NULL;
         i++) {
        size_t count = find_lenders(search, &code, found);
        double ran = count > 0 ? lent_ran(search->inputs->ledger, &code) : 0;

        for (size_t f = 0; f < count && ran > 0; f++) {
            add(search, &found[f], ran);
        }
        search->inputs->lent->walked += search->memory.walked;
        search->memory.walked = 0;
    }
    free(search->calls);
    search->calls = NULL;
    search->call_count = 0;
}

static void
search_images(struct search *search)
{
    const struct ledger *ledger = search->inputs->ledger;

    for (uint32_t i = 1; i < ledger_used(ledger, LEDGER_IMAGES); i++) {
        if (ledger_image_is_module(ledger, i)) {
            search_image(search, i);
        }
    }
    if (is_too_much(search)) {
        hypotheses_clear(search->hypotheses);
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

/* Did it run, as far as that is known? */
static bool
is_likely(const struct hypothesis *hypothesis, const void *context)
{
    (void)context;
    return hypothesis->values[WEIGHED_READ_LENDS] > LENT_NOT_SEEN;
}

static bool
have_likely(const struct hypotheses *hypotheses)
{
    for (size_t i = 0; i < hypotheses->count; i++) {
        if (is_likely(&hypotheses->items[i], NULL)) {
            return true;
        }
    }
    return false;
}

/* Of many, those that ran; and of too many of these nobody. */
static void
leave_few(struct hypotheses *hypotheses)
{
    if (hypotheses->count > LENDERS_MAX) {
        hypotheses_keep(hypotheses, is_likely, NULL);
    }
    if (hypotheses->count > LENDERS_MAX) {
        hypotheses_clear(hypotheses);
    }
}

/* Of many whose code seems to do it, and of whom none was seen to run. */
static bool
is_misread(const struct hypotheses *hypotheses)
{
    return hypotheses->count > LENDERS_MAX && !have_likely(hypotheses);
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

/* Who gives away what is from there is the same for all objects without a name:
 * it is read once. */
static void
add_source(struct search *search)
{
    struct lent *lent = search->inputs->lent;
    struct hypotheses *found = &lent->read[search->source].found;
    struct hypotheses *wanted = search->hypotheses;

    if (search->equals != NULL) {
        search_images(search);
        return;
    }
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

/* Is the code of all modules that changed counts short enough to be read? */
static bool
can_be_read(const struct ledger *ledger)
{
    uint64_t bytes = 0;

    for (uint32_t i = 1; i < ledger_used(ledger, LEDGER_IMAGES); i++) {
        const struct ledger_image *image = ledger_image_at(ledger, i);

        if (ledger_image_is_module(ledger, i) &&
            image_code_is_used(ledger, i)) {
            bytes += image->end - image->start;
        }
    }
    return bytes <= CODE_BYTES_MAX;
}

/* Of what has no name, or of whom nobody's code speaks. */
static void
search_sources(struct search *search, bool named)
{
    struct hypotheses *hypotheses = search->hypotheses;

    for (search->source = LENDER_RESULTS;
         can_be_read(search->inputs->ledger) &&
         (named ? hypotheses->count == 0 : !have_likely(hypotheses)) &&
         search->source <= LENDER_LOANS;
         search->source++) {
        add_source(search);
        lent_drop_copies(search->inputs, hypotheses);
        leave_few(hypotheses);
    }
}

/* In the data of a module, which alone knows where it is. */
static void
search_owner(struct search *search, uint64_t address)
{
    const struct ledger *ledger = search->inputs->ledger;
    uint32_t image = ledger_image_of(ledger, address);
    struct static_object object;

    if (image == 0 || !ledger_image_is_module(ledger, image)) {
        return;
    }
    object = (struct static_object){
        .address = address - ledger_image_at(ledger, image)->bias,
    };
    search->object = &object;
    search_image(search, image);
    leave_few(search->hypotheses);
    search->object = NULL;
}

static void
search_named(struct search *search, const char *name, bool plain)
{
    struct static_object object = { .name = name };

    search->object = &object;
    search_images(search);
    search->object = NULL;
    lent_drop_copies(search->inputs, search->hypotheses);
    if (!plain && is_misread(search->hypotheses)) {
        hypotheses_clear(search->hypotheses);
        search->settled = true;
    }
}

void
lent_argue(const struct inputs *inputs, const struct suspect *suspect,
           struct hypotheses *hypotheses)
{
    const struct ledger_account *account =
        ledger_account_at(inputs->ledger, suspect->accounts[0]);
    bool old = account->state == LEDGER_ACCOUNT_ADOPTED;
    const char *name = old ? static_name(inputs, account->object) : NULL;
    struct search *search = (struct search *)memory_zeroed(1, sizeof *search);

    search->inputs = inputs;
    search->hypotheses = hypotheses;
    search->equals = name;
    if (name != NULL) {
        search_named(search, name, suspect->plain);
    }
    else if (old) {
        search_owner(search, account->object);
        search->settled = hypotheses->count > 0 || !is_below_start(account);
    }
    if (!search->settled) {
        search_sources(search, name != NULL);
        if (search->source > LENDER_LOANS) { /* all were gone through */
            lent_owners_prefer(inputs, suspect->accounts[0], hypotheses);
        }
    }
    free(search);
}

void
lent_argue_all(const struct inputs *inputs, struct hypotheses *hypotheses)
{
    struct search *search;

    if (!can_be_read(inputs->ledger)) {
        return;
    }
    search = (struct search *)memory_zeroed(1, sizeof *search);
    search->inputs = inputs;
    search->hypotheses = hypotheses;
    for (search->source = LENDER_RESULTS; search->source <= LENDER_LOANS;
         search->source++) {
        add_source(search);
    }
    free(search);
}
