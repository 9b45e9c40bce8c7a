#include "report/evidence/stored_in_set.h"

#include <string.h>

#include "report/input/ledger_load.h"

bool
stored_in_set(const struct ledger *ledger, const struct ledger_owned *owned)
{
    const struct ledger_holder *holder = ledger_holder_at(
        ledger, ledger_owner_at(ledger, owned->first_owner)->holder);
    const struct ledger_type *type = ledger_type_at(ledger, holder->type);
    uint32_t length;
    const char *name = ledger_text(ledger, type->name, &length);

    return owned->references == 1 && owned->owner_count == 1 &&
           holder->kind == LEDGER_HOLDER_OBJECT &&
           (type->flags & LEDGER_TYPE_BUILTIN) != 0 && length == 3 &&
           memcmp(name, "set", 3) == 0;
}

/* What sets changed on the line of that moment. */
static int64_t
net_of_sets(const struct life *life, uint32_t python)
{
    int64_t net = 0;

    for (size_t i = 0; i < life->count; i++) {
        const struct moment *moment = &life->moments[i];

        if (life_is_of_set(life, moment) &&
            ledger_same_line(life->inputs->ledger, moment->step->python,
                             python)) {
            net += moment->step->change;
        }
    }
    return net;
}

const struct ledger_step *
stored_in_set_by(const struct life *life)
{
    const struct ledger_step *by = NULL;

    for (size_t i = 0; i < life->count; i++) {
        const struct ledger_step *step = life->moments[i].step;
        int64_t net = life_is_of_set(life, &life->moments[i])
                          ? net_of_sets(life, step->python)
                          : 0;

        if (net < 0 || net > 1 ||
            (net == 1 && by != NULL &&
             !ledger_same_line(life->inputs->ledger, by->python,
                               step->python))) {
            return NULL;
        }
        if (net == 1 && step->change > 0) {
            by = step;
        }
    }
    return by;
}
