#include "report/evidence/code/lender_reading.h"

#include "report/evidence/code/lent_place.h"

bool
lender_reading_begin(struct lender_reading *reading,
                     const struct lender_code *code, struct lender *found,
                     size_t room)
{
    reading->memory = code->memory;
    reading->found = found;
    reading->room = room;
    reading->count = 0;
    if (!function_code_at(&reading->function, code->symbols, code->image,
                          code->start, code->memory)) {
        return false;
    }
    reading->function.cautious = true;
    return true;
}

void
lender_reading_follow(struct lender_reading *reading,
                      const struct handing_start *start,
                      struct handing *handing)
{
    handing_follow(&reading->function.code, start, &reading->memory->handing,
                   handing);
    reading->memory->walked += handing->walked;
}

static enum return_kind
returns_of(const struct lender_reading *reading, uint64_t address)
{
    const struct function_code *function = &reading->function;
    const struct place *place =
        symbols_place(function->symbols, function->place->image, address);

    return place->count > 0
               ? symbols_function(function->symbols,
                                  place->frames[place->count - 1].function)
                     ->returns
               : RETURN_UNKNOWN;
}

/*
 * What a function leaves in the register of results need not be one. Where that
 * is not known, the object itself, which somebody must have given away, may be.
 */
static bool
returns_objects(const struct lender_reading *reading, uint64_t since)
{
    enum return_kind returns =
        returns_of(reading, since != 0 ? since : reading->function.entry);

    return since != 0 ? returns == RETURN_OBJECT : returns != RETURN_OTHER;
}

void
lender_reading_add(struct lender_reading *reading,
                   const struct handing *handing, uint64_t since, uint64_t from)
{
    struct symbols *symbols = reading->function.symbols;
    uint32_t image = reading->function.place->image;
    bool object = returns_of(reading, reading->function.entry) == RETURN_OBJECT;

    for (size_t i = 0;
         i < handing->lent_count && reading->count < reading->room; i++) {
        if (!handing->lent[i].returned || returns_objects(reading, since)) {
            reading->found[reading->count++] = (struct lender){
                .place = lent_place(symbols, image, &handing->lent[i], from),
                .returned = handing->lent[i].returned,
                .overdrawn = handing->lent[i].overdrawn,
                .shared =
                    lent_place_is_shared(symbols, image, &handing->lent[i]),
                .fails = handing_lent_fails(&handing->lent[i], object),
                .since = since,
                .gave = handing->lent[i].given,
            };
        }
    }
}
