/*
 * What became more from checkpoint to checkpoint, and is no finding: it
 * stopped, as caches do, or it is not steady. Each kind of object with the way
 * by which one of them is held.
 */
#include "report/render_text.h"

#include <stdlib.h>

#include "report/growth.h"
#include "report/memory.h"
#include "report/owners.h"
#include "report/text.h"
#include "report/way.h"
#include "report/words.h"

enum {
    OBJECTS_MIN = 10, /* more than at the first checkpoint */
    SHOWN_MAX = 3,    /* of each kind of growth */
};

struct grown {
    const struct ledger_owned *owned;
    double by; /* references */
};

static int
compare(const void *a, const void *b)
{
    const struct grown *left = (const struct grown *)a;
    const struct grown *right = (const struct grown *)b;

    return (left->by < right->by) - (left->by > right->by);
}

static size_t
find_grown(const struct report *report, enum growth_kind kind,
           struct grown **out)
{
    const struct ledger *ledger = report->ledger;
    size_t count = 0;

    for (uint32_t r = 1; r < ledger_used(ledger, LEDGER_OWNED); r++) {
        const struct ledger_owned *owned = ledger_owned_at(ledger, r);
        struct growth_line line;

        if (owned->alike < OBJECTS_MIN || owned->owner_count == 0) {
            continue;
        }
        line = growth_of_class(report->growth, owned->type, owned->birth);
        if (line.kind == kind && line.last - line.first >= OBJECTS_MIN) {
            *out = (struct grown *)memory_room(*out, count, sizeof **out);
            (*out)[count++] = (struct grown){ owned, line.last - line.first };
        }
    }
    if (count > 0) {
        qsort(*out, count, sizeof **out, compare);
    }
    return count;
}

static void
write_grown(FILE *file, const struct report *report,
            const struct ledger_owned *owned)
{
    const struct ledger *ledger = report->ledger;
    char count[TEXT_NUMBER_BYTES];
    char *way = way_text(ledger, report->symbols,
                         ledger_owner_at(ledger, owned->first_owner));

    fprintf(file, "%s ", text_number(count, owned->alike));
    words_string(file, ledger, ledger_type_at(ledger, owned->type)->name);
    fputs(" objects, as in ", file);
    words_foreign(file, way);
    free(way);
}

static void
write_kind(FILE *file, const struct report *report, enum growth_kind kind,
           const char *words)
{
    struct grown *grown = NULL;
    size_t count = find_grown(report, kind, &grown);

    for (size_t i = 0; i < count && i < SHOWN_MAX; i++) {
        fprintf(file, "    %s: ", words);
        write_grown(file, report, grown[i].owned);
        if (i + 1 == SHOWN_MAX && count > SHOWN_MAX) {
            fprintf(file, "; and %zu more kinds", count - SHOWN_MAX);
        }
        putc('\n', file);
    }
    free(grown);
}

void
render_text_growth(FILE *file, const struct report *report)
{
    if (owners_known(report->owners)) {
        write_kind(file, report, GROWTH_SATURATES, "grew and stopped");
        write_kind(file, report, GROWTH_NOISE, "grew unsteadily");
    }
}
