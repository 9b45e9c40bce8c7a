#include "report/evidence/code/static_lenders.h"

/* Who gives away, on any path from there. */
static void
follow(struct lender_reading *reading, const struct handing_start *begin,
       uint64_t from)
{
    struct handing handing;

    lender_reading_follow(reading, begin, &handing);
    lender_reading_add(reading, &handing, 0, from);
}

/* The word by which the function knows it always holds it. */
static void
follow_word(struct lender_reading *reading, const struct lender_code *code,
            const char *name)
{
    struct handing_start begin = { .address = code->start, .cautious = true };

    begin.variable =
        function_bytes_word(&reading->function, code->start, code->size, name);
    if (begin.variable != 0) {
        follow(reading, &begin, code->start);
    }
}

/* A register has it behind each instruction that gets it elsewhere. */
static void
follow_gotten(struct lender_reading *reading, const struct lender_code *code,
              const struct static_object *object)
{
    bool table =
        statics_has_table(&reading->function, object, code->start, code->size);
    struct instruction got;

    if (object->name != NULL && !table) {
        return;
    }
    for (uint64_t at = code->start;
         at - code->start < code->size && reading->count < reading->room;
         at += got.length) {
        if (!function_bytes_decode(&reading->function, at, &got)) {
            return;
        }
        if (statics_gets(&reading->function, object, &got, table)) {
            const struct handing_start begin = {
                .address = at + got.length,
                .registers = (uint16_t)(1u << got.register_),
                .cautious = true,
            };

            follow(reading, &begin, at);
        }
    }
}

size_t
static_lenders_find(const struct lender_code *code,
                    const struct static_object *object, struct lender *found,
                    size_t room)
{
    struct lender_reading reading;

    if (!lender_reading_begin(&reading, code, found, room)) {
        return 0;
    }
    reading.function.named = true;
    if (object->name != NULL) {
        follow_word(&reading, code, object->name);
    }
    follow_gotten(&reading, code, object);
    return reading.count;
}
