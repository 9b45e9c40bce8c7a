#include "report/compare/younger.h"

#include <stdlib.h>

#include "report/evidence/class_counts.h"
#include "report/input/ledger_load.h"
#include "report/text/memory.h"

struct younger {
    const struct ledger *ledger;
    struct class_counts *counts;
    uint32_t checkpoint;
    uint64_t serial;    /* of the youngest object then */
    uint64_t *alive;    /* then, by class of the ledger */
    uint64_t *counted;  /* then, by kind, of objects without an account */
    uint32_t *of_birth; /* by node: a record that says how many are alike */
    uint32_t *next;     /* by record: the same for another type */
    uint32_t *python;   /* by such a record: where most examples were born */
    uint32_t *known;    /* by such a record: examples that are younger */
    uint32_t *example;  /* ... and the one in the middle of them */
};

static const struct ledger_owned *
owned_at(const struct younger *younger, uint32_t record)
{
    return ledger_owned_at(younger->ledger, record);
}

/* What the last mark before the checkpoint says of each class. */
static void
count_then(struct younger *younger)
{
    const struct ledger *ledger = younger->ledger;

    younger->alive = (uint64_t *)memory_zeroed(
        ledger_used(ledger, LEDGER_CLASSES) + 1, sizeof *younger->alive);
    for (uint32_t i = 1; i < ledger_used(ledger, LEDGER_MARKS); i++) {
        const struct ledger_mark *mark = ledger_mark_at(ledger, i);

        if (mark->checkpoint != 0 && mark->checkpoint <= younger->checkpoint) {
            younger->alive[mark->class_index] = mark->alive;
        }
    }
    younger->counted = (uint64_t *)memory_zeroed(
        ledger_used(ledger, LEDGER_KINDS) + 1, sizeof *younger->counted);
    for (uint32_t i = 1; i < ledger_used(ledger, LEDGER_CLASSES); i++) {
        younger->counted[ledger_class_at(ledger, i)->kind] += younger->alive[i];
    }
}

uint32_t
younger_record(const struct younger *younger, uint32_t type, uint32_t birth)
{
    uint32_t record = younger->of_birth[birth];

    while (record != 0 && owned_at(younger, record)->type != type) {
        record = younger->next[record];
    }
    return record;
}

static void
find_records(struct younger *younger)
{
    const struct ledger *ledger = younger->ledger;
    uint32_t used = ledger_used(ledger, LEDGER_OWNED);

    younger->of_birth = (uint32_t *)memory_zeroed(
        ledger_used(ledger, LEDGER_NODES) + 1, sizeof *younger->of_birth);
    younger->next = (uint32_t *)memory_zeroed(used, sizeof *younger->next);
    younger->known = (uint32_t *)memory_zeroed(used, sizeof *younger->known);
    younger->example =
        (uint32_t *)memory_zeroed(used, sizeof *younger->example);
    for (uint32_t r = 1; r < used; r++) {
        const struct ledger_owned *owned = owned_at(younger, r);

        if (owned->alike != 0) {
            younger->next[r] = younger->of_birth[owned->birth];
            younger->of_birth[owned->birth] = r;
        }
    }
}

/* Of an example that is younger, the record of its class; 0: it is not. */
static uint32_t
younger_class(const struct younger *younger, uint32_t record)
{
    const struct ledger_owned *owned = owned_at(younger, record);

    return owned->serial > younger->serial
               ? younger_record(younger, owned->type, owned->birth)
               : 0;
}

/*
 * Functions of Python that call each other are one evaluation since 3.11, and
 * then a place of birth may be many lines of Python. If one of them bore most
 * examples, it outlives all others that are taken away against it.
 */
static void
find_python(struct younger *younger)
{
    uint32_t used = ledger_used(younger->ledger, LEDGER_OWNED);
    uint32_t *left = (uint32_t *)memory_zeroed(used, sizeof *left);
    uint32_t *agree = (uint32_t *)memory_zeroed(used, sizeof *agree);

    younger->python = (uint32_t *)memory_zeroed(used, sizeof *younger->python);
    for (uint32_t r = 1; r < used; r++) {
        uint32_t born = owned_at(younger, r)->born_python;
        uint32_t class = younger_class(younger, r);

        if (class == 0 || born == 0) {
            continue;
        }
        if (left[class] == 0) {
            younger->python[class] = born;
        }
        if (ledger_same_line(younger->ledger, younger->python[class], born)) {
            left[class]++;
        }
        else {
            left[class]--;
        }
    }
    for (uint32_t r = 1; r < used; r++) {
        uint32_t born = owned_at(younger, r)->born_python;
        uint32_t class = younger_class(younger, r);

        agree[class] +=
            born != 0 &&
            ledger_same_line(younger->ledger, younger->python[class], born);
    }
    for (uint32_t r = 1; r < used; r++) {
        if (agree[r] * 2 <= younger->known[r]) {
            younger->python[r] = 0;
        }
    }
    free(left);
    free(agree);
}

/* The examples that are younger, and one of them which has an owner. */
static void
find_examples(struct younger *younger)
{
    uint32_t used = ledger_used(younger->ledger, LEDGER_OWNED);
    uint32_t *seen = (uint32_t *)memory_zeroed(used, sizeof *seen);

    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t r = 1; r < used; r++) {
            const struct ledger_owned *owned = owned_at(younger, r);
            uint32_t class = younger_class(younger, r);

            if (class == 0) {
                continue;
            }
            if (pass == 0) {
                younger->known[class]++;
            }
            else if (owned->owner_count > 0 &&
                     seen[class]++ <= younger->known[class] / 2) {
                younger->example[class] = r;
            }
        }
    }
    free(seen);
}

struct younger *
younger_create(const struct ledger *ledger, uint32_t checkpoint)
{
    struct younger *younger =
        (struct younger *)memory_zeroed(1, sizeof *younger);

    younger->ledger = ledger;
    younger->counts = class_counts_create(ledger);
    younger->checkpoint = checkpoint;
    younger->serial =
        checkpoint == 0 ? 0
                        : ledger_checkpoint_at(ledger, checkpoint)->last_serial;
    count_then(younger);
    find_records(younger);
    find_examples(younger);
    find_python(younger);
    return younger;
}

void
younger_free(struct younger *younger)
{
    class_counts_free(younger->counts);
    free(younger->alive);
    free(younger->counted);
    free(younger->of_birth);
    free(younger->next);
    free(younger->python);
    free(younger->known);
    free(younger->example);
    free(younger);
}

static uint64_t
at_least(uint64_t now, uint64_t then, uint64_t known)
{
    uint64_t more = now > then ? now - then : 0;

    return more > known ? more : known < now ? known : now;
}

uint64_t
younger_alike(const struct younger *younger, uint32_t record)
{
    const struct ledger_owned *owned = owned_at(younger, record);
    uint32_t class =
        class_counts_find(younger->counts, owned->type, owned->birth, 0);

    return at_least(owned->alike, younger->alive[class],
                    younger->known[record]);
}

uint64_t
younger_counted(const struct younger *younger, uint32_t kind)
{
    return at_least(ledger_kind_at(younger->ledger, kind)->counted,
                    younger->counted[kind], 0);
}

uint32_t
younger_example(const struct younger *younger, uint32_t record)
{
    return younger->example[record];
}

uint32_t
younger_python(const struct younger *younger, uint32_t record)
{
    return younger->python[record];
}
