/*
 * What became more from checkpoint to checkpoint, and is no finding. Each kind
 * of object with the way by which one of them is held.
 */
#include "report/render/render_text.h"

#include <stdlib.h>

#include "report/evidence/grown.h"
#include "report/finding/phrases.h"
#include "report/text/text.h"
#include "report/text/words.h"

enum { SHOWN_MAX = 3 }; /* of each kind of growth */

static void
write_grown(FILE *file, const struct report *report, const struct grown *grown)
{
    const struct ledger *ledger = report->inputs.ledger;
    const struct ledger_owned *owned = grown->owned;
    char count[TEXT_NUMBER_BYTES];
    char *way = grown_way(&report->inputs, grown);

    fprintf(file, "    %s: %s ",
            grown->line.kind == GROWTH_SATURATES ? "grew and stopped"
                                                 : "grew unsteadily",
            text_number(count, owned->alike));
    phrase_string(file, ledger, ledger_type_at(ledger, owned->type)->name);
    fputs(" objects, as in ", file);
    words_foreign(file, way);
    free(way);
}

static void
write_kind(FILE *file, const struct report *report, const struct grown *grown,
           size_t count)
{
    for (size_t i = 0; i < count && i < SHOWN_MAX; i++) {
        write_grown(file, report, &grown[i]);
        if (i + 1 == SHOWN_MAX && count > SHOWN_MAX) {
            fprintf(file, "; and %zu more kinds", count - SHOWN_MAX);
        }
        putc('\n', file);
    }
}

void
render_text_growth(FILE *file, const struct report *report)
{
    struct grown *grown;
    size_t count = grown_find(&report->inputs, &grown);

    for (size_t i = 0, next; i < count; i = next) {
        for (next = i + 1;
             next < count && grown[next].line.kind == grown[i].line.kind;) {
            next++;
        }
        write_kind(file, report, &grown[i], next - i);
    }
    free(grown);
}
