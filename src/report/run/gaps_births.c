#include "report/run/gap_rules.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report/input/ledger_load.h"
#include "report/run/next_command.h"
#include "report/text/memory.h"
#include "report/text/text.h"

/*
 * The census met these on the ways to others. All objects that are no image's
 * data were born while the program was recorded: one more than births is one
 * that nobody saw. Where less than UNSEEN_MIN are, an object may have been met
 * twice, as memory was given out anew.
 */
enum { UNSEEN_MIN = 10, TYPES_NAMED = 2 };

struct met {
    uint32_t type;
    uint64_t address;
};

struct unseen {
    uint32_t type;
    uint64_t met, born;
};

static int
by_type(const void *a, const void *b)
{
    const struct met *one = a, *other = b;

    if (one->type != other->type) {
        return one->type < other->type ? -1 : 1;
    }
    return (one->address > other->address) - (one->address < other->address);
}

/* It was seen to be born, and its type has been assigned since, as __class__ can
 * be and C code does. */
static bool
became(const struct ledger *ledger, const struct ledger_holder *holder)
{
    return holder->like != 0 &&
           ledger_kind_at(ledger, holder->like)->type != holder->type;
}

static size_t
meet(const struct ledger *ledger, struct met *met)
{
    size_t count = 0;

    for (uint32_t i = 1; i < ledger_used(ledger, LEDGER_HOLDERS); i++) {
        const struct ledger_holder *holder = ledger_holder_at(ledger, i);

        if (holder->kind == LEDGER_HOLDER_OBJECT && holder->type != 0 &&
            !became(ledger, holder) &&
            ledger_image_of(ledger, holder->address) == 0) {
            met[count++] = (struct met){ holder->type, holder->address };
        }
    }
    qsort(met, count, sizeof *met, by_type);
    return count;
}

/* How many objects of each type were born, by its number; to be freed. Kinds
 * count all births; where there are none, what was only counted is written down.
 */
static uint64_t *
births_of_types(const struct ledger *ledger)
{
    uint64_t types = ledger_used(ledger, LEDGER_TYPES);
    uint64_t *born = memory_zeroed(types + 1, sizeof *born);
    uint64_t *alike = memory_zeroed(types + 1, sizeof *alike);
    uint64_t *counted = memory_zeroed(types + 1, sizeof *counted);

    for (uint32_t i = 1; i < ledger_used(ledger, LEDGER_KINDS); i++) {
        const struct ledger_kind *kind = ledger_kind_at(ledger, i);

        alike[kind->type] += kind->births;
    }
    for (uint32_t i = 1; i < ledger_used(ledger, LEDGER_COUNTED); i++) {
        counted[ledger_counted_at(ledger, i)->type]++;
    }
    for (uint32_t i = 1; i < types; i++) {
        uint64_t known = ledger_type_at(ledger, i)->births;

        born[i] = alike[i] == 0      ? known + counted[i]
                  : alike[i] > known ? alike[i]
                                     : known;
    }
    free(alike);
    free(counted);
    return born;
}

/* The types with most of them first; returns how many there are. */
static size_t
find_unseen(const struct ledger *ledger, struct unseen worst[TYPES_NAMED])
{
    uint64_t used = ledger_used(ledger, LEDGER_HOLDERS);
    struct met *met = memory_zeroed(used, sizeof *met);
    uint64_t *births = births_of_types(ledger);
    size_t count = meet(ledger, met), types = 0;

    for (size_t i = 0; i < count;) {
        struct unseen found = { .type = met[i].type };
        size_t place = types < TYPES_NAMED ? types : TYPES_NAMED;

        for (; i < count && met[i].type == found.type; i++) {
            found.met += i == 0 || by_type(&met[i], &met[i - 1]) != 0;
        }
        found.born = births[found.type];
        if (found.met < found.born + UNSEEN_MIN) {
            continue;
        }
        for (; place > 0 && worst[place - 1].met < found.met; place--) {
            if (place < TYPES_NAMED) {
                worst[place] = worst[place - 1];
            }
        }
        if (place < TYPES_NAMED) {
            worst[place] = found;
        }
        types++;
    }
    free(births);
    free(met);
    return types;
}

/* Only where each birth should have been seen, or be counted. */
static bool
sees_all(const struct ledger *ledger)
{
    char *track = ledger_printable(ledger, ledger->header->track);
    bool all = track != NULL && strncmp(track, "all", strlen("all")) == 0;

    free(track);
    return all && ledger->header->start == LEDGER_STARTED_AT_ONCE &&
           ledger->header->filter == 0 && ledger->header->unsampled == 0;
}

bool
gap_births(const struct report *report, struct judgement_gap *out, char **next)
{
    const struct ledger *ledger = report->inputs.ledger;
    struct unseen worst[TYPES_NAMED] = { 0 };
    char met[TEXT_NUMBER_BYTES], seen[TEXT_NUMBER_BYTES];
    size_t types = sees_all(ledger) ? find_unseen(ledger, worst) : 0;
    char *name, *other, *python;

    if (types == 0) {
        return false;
    }
    name =
        ledger_printable(ledger, ledger_type_at(ledger, worst[0].type)->name);
    other = types > 1 ? ledger_printable(
                            ledger, ledger_type_at(ledger, worst[1].type)->name)
                      : NULL;
    out->left = JUDGED_IN_PART;
    out->text = memory_format(
        "births of type %s went unseen: %s such objects were met and %s seen "
        "to be born%s%s%s",
        name != NULL ? name : "?", text_number(met, (int64_t)worst[0].met),
        text_number(seen, (int64_t)worst[0].born),
        other != NULL ? "; so did those of type " : "",
        other != NULL ? other : "", types > TYPES_NAMED ? " and others" : "");
    python = ledger_printable(ledger, ledger->header->python_executable);
    *next = python != NULL ? next_command_about("selftest", python) : NULL;
    free(python);
    free(other);
    free(name);
    return true;
}
