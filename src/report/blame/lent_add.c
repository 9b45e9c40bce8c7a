#include "report/blame/lent_add.h"

#include <stdlib.h>

#include "report/evidence/code/image_code.h"
#include "report/evidence/code/own_frame.h"
#include "report/text/memory.h"

/* A function that changes no counts, and calls none that does, is never seen to
 * run. */
static const double NEVER_SEEN = .25;

const double LENT_NOT_SEEN = .05;

double
lent_ran(const struct ledger *ledger, const struct lender_code *code)
{
    uint64_t end = code->start + code->size;

    return image_code_has_run(ledger, code->image, code->start, end) ? 1
           : image_code_has_site(ledger, code->image, code->start, end)
               ? (image_code_is_used(ledger, code->image) ? LENT_NOT_SEEN : 0)
               : NEVER_SEEN;
}

static double
share_of(const struct lent_as *as)
{
    return as->share *
           (as->idle && as->ran > LENT_NOT_SEEN ? LENT_NOT_SEEN : as->ran);
}

void
lent_add(const struct inputs *inputs, const struct lender *lender,
         const struct lent_as *as, struct hypotheses *hypotheses)
{
    const struct place *place = lender->place;
    struct hypothesis *one;
    uint32_t function;
    size_t frame;

    if (place->count == 0) {
        return;
    }
    frame = own_frame(inputs->symbols, place, lender->returned);
    function = place->frames[frame].function;
    if (own_frame_of_header(inputs->symbols, &place->frames[frame])) {
        return;
    }
    one = hypotheses_of(hypotheses, function, MECHANISM_LENT);
    one->came |= !as->idle;
    if (one->values[WEIGHED_READ_LENDS] < share_of(as)) {
        one->values[WEIGHED_READ_LENDS] = share_of(as);
        one->best = 1;
        one->sure = as->sure;
        one->alone = place;
        one->frame = frame;
        free(one->why);
        one->why = memory_format(
            "by its code, %s %s on some path without a taking",
            symbols_function(inputs->symbols, function)->name, as->does);
    }
}
