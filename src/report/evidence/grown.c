#include "report/evidence/grown.h"

#include <stdlib.h>

#include "report/evidence/owners.h"
#include "report/evidence/way.h"
#include "report/text/memory.h"

/* More references at the last checkpoint than at the first. */
enum { MORE_MIN = 10 };

static double
more(const struct grown *grown)
{
    return grown->line.last - grown->line.first;
}

static int
compare(const void *a, const void *b)
{
    const struct grown *left = (const struct grown *)a;
    const struct grown *right = (const struct grown *)b;

    if (left->line.kind != right->line.kind) {
        return left->line.kind == GROWTH_SATURATES ? -1 : 1;
    }
    if (more(left) != more(right)) {
        return more(left) < more(right) ? 1 : -1;
    }
    return (left->owned > right->owned) - (left->owned < right->owned);
}

size_t
grown_find(const struct inputs *inputs, struct grown **out)
{
    const struct ledger *ledger = inputs->ledger;
    uint32_t used =
        owners_known(inputs->owners) ? ledger_used(ledger, LEDGER_OWNED) : 0;
    size_t count = 0;

    *out = NULL;
    for (uint32_t r = 1; r < used; r++) {
        const struct ledger_owned *owned = ledger_owned_at(ledger, r);
        struct grown one = { owned, { .kind = GROWTH_UNKNOWN } };

        if (owned->alike < MORE_MIN || owned->owner_count == 0) {
            continue;
        }
        one.line = growth_of_class(inputs->growth, owned->type, owned->birth);
        if ((one.line.kind == GROWTH_SATURATES ||
             one.line.kind == GROWTH_NOISE) &&
            more(&one) >= MORE_MIN) {
            *out = (struct grown *)memory_room(*out, count, sizeof **out);
            (*out)[count++] = one;
        }
    }
    if (count > 0) {
        qsort(*out, count, sizeof **out, compare);
    }
    return count;
}

char *
grown_way(const struct inputs *inputs, const struct grown *grown)
{
    return way_text(inputs->ledger, inputs->symbols,
                    ledger_owner_at(inputs->ledger, grown->owned->first_owner));
}
