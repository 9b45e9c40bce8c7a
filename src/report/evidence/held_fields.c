#include "report/evidence/held_fields.h"

#include <math.h>

enum { SLOTS_MAX = 16 }; /* that one taking may have been put into */

/* NULL: there are too many. */
static struct held_field *
field_of(struct held_fields *fields, const struct fate_slot *slot)
{
    for (size_t i = 0; i < fields->count; i++) {
        const struct fate_slot *known = &fields->items[i].slot;

        if (known->image == slot->image && known->fixed == slot->fixed &&
            known->where == slot->where) {
            return &fields->items[i];
        }
    }
    if (fields->count == HELD_FIELDS_MAX) {
        return NULL;
    }
    fields->items[fields->count] = (struct held_field){ .slot = *slot };
    return &fields->items[fields->count++];
}

static size_t
slots_of(struct held_fields *fields, const struct held_change *change,
         struct fate_slot *slots)
{
    return fates_slots(fields->fates, fields->ledger, change->stack,
                       change->tag, change->born, slots, 0, SLOTS_MAX);
}

struct held_field *
held_fields_from(struct held_fields *fields, const struct stack *stack)
{
    struct fate_slot slot;

    return fates_released_slot(fields->fates, fields->ledger, stack, &slot)
               ? field_of(fields, &slot)
               : NULL;
}

void
held_fields_add(struct held_fields *fields, const struct held_change *change)
{
    struct fate_slot slots[SLOTS_MAX];
    size_t count = change->taken > 0 ? slots_of(fields, change, slots) : 0;
    struct held_field *field;

    for (size_t i = 0; i < count; i++) {
        field = field_of(fields, &slots[i]);
        if (field != NULL) {
            field->taken += change->taken;
        }
    }
    field =
        change->released > 0 ? held_fields_from(fields, change->stack) : NULL;
    if (field != NULL) {
        field->released += change->released;
    }
}

double
held_fields_given_back(struct held_fields *fields,
                       const struct held_change *change)
{
    struct fate_slot slots[SLOTS_MAX];
    size_t count = change->taken > 0 ? slots_of(fields, change, slots) : 0;
    double most = 0;

    for (size_t i = 0; i < count; i++) {
        const struct held_field *field = field_of(fields, &slots[i]);

        if (field != NULL && field->taken > 0) {
            most = fmax(most, fmin(field->released / field->taken, 1));
        }
    }
    return most;
}
