#include "report/blame/lent.h"

#include <stdlib.h>

#include "base/refcount_shape.h"
#include "report/blame/lent_add.h"
#include "report/blame/lent_copies.h"
#include "report/blame/lent_owners.h"
#include "report/blame/lent_search.h"
#include "report/evidence/code/image_code.h"
#include "report/evidence/static_name.h"
#include "report/input/ledger_load.h"
#include "report/text/memory.h"

enum {
    /* Code that releases what it was given once more than it may is rare. Where
     * that of many seems to, it is not understood. */
    LENDERS_MAX = 3,
    /* References fewer than an object in static data began with that prove a
     * deficit by themselves. */
    BELOW_START = 100,
    /* Of images. More takes minutes, and some of it is always misread. */
    CODE_BYTES_MAX = 8 << 20,
};

struct lent {
    struct {
        bool done;
        struct hypotheses found;
    } read[LENDER_LOANS + 1]; /* by what was wanted */
};

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

/* Did it come to where it gives away, as far as changes are seen? */
static bool
has_come(const struct hypothesis *hypothesis, const void *context)
{
    (void)context;
    return hypothesis->came;
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
static const struct hypotheses *
read_source(const struct inputs *inputs, enum lender_source source)
{
    struct lent *lent = inputs->lent;
    struct hypotheses *found = &lent->read[source].found;

    if (!lent->read[source].done) {
        lent->read[source].done = true;
        lent_search_images(&(struct lent_search){
            .inputs = inputs, .source = source, .hypotheses = found });
    }
    return found;
}

static void
add_source(const struct inputs *inputs, enum lender_source source,
           const char *name, struct hypotheses *hypotheses)
{
    const struct hypotheses *found;

    if (name != NULL) {
        lent_search_images(&(struct lent_search){ .inputs = inputs,
                                                  .source = source,
                                                  .equals = name,
                                                  .hypotheses = hypotheses });
        return;
    }
    found = read_source(inputs, source);
    for (size_t i = 0; i < found->count; i++) {
        const struct hypothesis *from = &found->items[i];
        struct hypothesis *one =
            hypotheses_of(hypotheses, from->function, from->mechanism);
        bool came = one->came || from->came;

        if (one->values[WEIGHED_READ_LENDS] <
            from->values[WEIGHED_READ_LENDS]) {
            free(one->why);
            *one = *from;
            one->why = memory_text(from->why);
        }
        one->came = came;
    }
}

/* Is the code of all modules that changed counts short enough to be read? */
static bool
can_be_read(const struct inputs *inputs)
{
    const struct ledger *ledger = inputs->ledger;
    uint64_t bytes = 0;

    for (uint32_t i = 1; i < ledger_used(ledger, LEDGER_IMAGES); i++) {
        const struct ledger_image *image = ledger_image_at(ledger, i);

        if (ledger_image_is_module(ledger, i) &&
            image_code_is_used(ledger, i)) {
            bytes += image->end - image->start;
        }
    }
    inputs->code->left_out |= bytes > CODE_BYTES_MAX;
    return bytes <= CODE_BYTES_MAX;
}

/* Of what has no name, or of whom nobody's code speaks. True: all was asked. */
static bool
search_sources(const struct inputs *inputs, const char *name,
               struct hypotheses *hypotheses)
{
    enum lender_source source = LENDER_RESULTS;

    if (!can_be_read(inputs)) {
        return false;
    }
    while (source <= LENDER_LOANS &&
           (name != NULL ? hypotheses->count == 0 : !have_likely(hypotheses))) {
        add_source(inputs, source++, name, hypotheses);
        lent_drop_copies(inputs, hypotheses);
        leave_few(hypotheses);
    }
    return source > LENDER_LOANS;
}

/* In the data of a module, which alone knows where it is. */
static void
search_owner(const struct inputs *inputs, uint64_t address,
             struct hypotheses *hypotheses)
{
    const struct ledger *ledger = inputs->ledger;
    uint32_t image = ledger_image_of(ledger, address);
    struct static_object object;

    if (image == 0 || !ledger_image_is_module(ledger, image)) {
        return;
    }
    object = (struct static_object){
        .address = address - ledger_image_at(ledger, image)->bias,
    };
    lent_search_image(&(struct lent_search){ .inputs = inputs,
                                             .object = &object,
                                             .hypotheses = hypotheses },
                      image);
    leave_few(hypotheses);
}

/* False: nothing that code does with this object is understood. */
static bool
search_named(const struct inputs *inputs, const char *name, bool plain,
             struct hypotheses *hypotheses)
{
    const struct static_object object = { .name = name };

    lent_search_images(&(struct lent_search){ .inputs = inputs,
                                              .object = &object,
                                              .equals = name,
                                              .hypotheses = hypotheses });
    lent_drop_copies(inputs, hypotheses);
    if (!plain && is_misread(hypotheses)) {
        hypotheses_clear(hypotheses);
        return false;
    }
    return true;
}

void
lent_argue(const struct inputs *inputs, const struct suspect *suspect,
           struct hypotheses *hypotheses)
{
    const struct ledger_account *account =
        ledger_account_at(inputs->ledger, suspect->accounts[0]);
    bool old = account->state == LEDGER_ACCOUNT_ADOPTED;
    const char *name = old ? static_name(inputs, account->object) : NULL;

    if (name != NULL) {
        if (!search_named(inputs, name, suspect->plain, hypotheses)) {
            return;
        }
    }
    else if (old) {
        search_owner(inputs, account->object, hypotheses);
        if (hypotheses->count > 0 || !is_below_start(account)) {
            return;
        }
    }
    if (search_sources(inputs, name, hypotheses)) {
        if ((account->flags & LEDGER_ACCOUNT_UNSEEN) == 0) {
            hypotheses_keep(hypotheses, has_come, NULL);
        }
        lent_owners_prefer(inputs, suspect->accounts[0], hypotheses);
    }
}

void
lent_argue_all(const struct inputs *inputs, struct hypotheses *hypotheses)
{
    if (can_be_read(inputs)) {
        add_source(inputs, LENDER_RESULTS, NULL, hypotheses);
        add_source(inputs, LENDER_LOANS, NULL, hypotheses);
    }
}
