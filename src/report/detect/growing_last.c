#include "report/detect/growing_last.h"

#include <stdlib.h>
#include <string.h>

#include "report/detect/growing_rules.h"
#include "report/input/ledger_load.h"
#include "report/text/memory.h"
#include "report/text/text.h"

enum {
    TYPES_SHOWN = 3,
    EACH_HAS = 8, /* a task: two coroutines, a context, callbacks, ... */
    NEAR = 16,    /* one part in so many is no difference: what is made for
                     another is counted a little before it, or behind it */
};

struct kind {
    uint32_t type;
    uint64_t objects;
    bool first; /* it says more than types of the interpreter itself, of which
                   each may have some */
};

/* Where in Python one of the kind was born; 0: none lives. */
static uint32_t
python_of_birth(const struct ledger *ledger, const struct ledger_course *course)
{
    for (uint32_t i = 1; i < ledger_used(ledger, LEDGER_ACCOUNTS); i++) {
        const struct ledger_account *account = ledger_account_at(ledger, i);

        if (account->state != LEDGER_ACCOUNT_BORN ||
            account->type != course->type || account->birth != course->birth ||
            ledger_kind_of(ledger, i) != course->kind) {
            continue;
        }
        for (uint32_t e = account->entries; e != 0;
             e = ledger_entry_at(ledger, e)->next) {
            if (ledger_entry_at(ledger, e)->tag == course->birth) {
                return ledger_entry_at(ledger, e)->python;
            }
        }
    }
    return 0;
}

static size_t
add_kind(struct kind *kinds, size_t count, uint32_t type, uint64_t objects)
{
    for (size_t i = 0; i < count; i++) {
        if (kinds[i].type == type) {
            kinds[i].objects += objects;
            return count;
        }
    }
    kinds[count] = (struct kind){ type, objects, false };
    return count + 1;
}

static int
compare_types(const void *a, const void *b)
{
    const struct kind *left = (const struct kind *)a;
    const struct kind *right = (const struct kind *)b;

    return (left->type > right->type) - (left->type < right->type);
}

static int
compare_kinds(const void *a, const void *b)
{
    const struct kind *left = (const struct kind *)a;
    const struct kind *right = (const struct kind *)b;

    if (left->first != right->first) {
        return left->first ? -1 : 1;
    }
    if (left->objects != right->objects) {
        return left->objects < right->objects ? 1 : -1;
    }
    return compare_types(a, b);
}

/* Of those that are about as many, what was there first is more likely what the
 * others were made for. */
static void
order_near(struct kind *kinds, size_t count)
{
    for (size_t i = 0, end; i < count; i = end) {
        uint64_t least = kinds[i].objects - kinds[i].objects / NEAR;

        for (end = i + 1; end < count && kinds[end].first == kinds[i].first &&
                          kinds[end].objects >= least;
             end++) {
        }
        qsort(&kinds[i], end - i, sizeof *kinds, compare_types);
    }
}

static void
order(const struct ledger *ledger, struct kind *kinds, size_t count)
{
    uint64_t most = 0;

    for (size_t i = 0; i < count; i++) {
        most = kinds[i].objects > most ? kinds[i].objects : most;
    }
    for (size_t i = 0; i < count; i++) {
        kinds[i].first = EACH_HAS * kinds[i].objects >= most &&
                         (ledger_type_at(ledger, kinds[i].type)->flags &
                          LEDGER_TYPE_BUILTIN) == 0;
    }
    qsort(kinds, count, sizeof *kinds, compare_kinds);
    order_near(kinds, count);
}

static char *
list_of(const struct ledger *ledger, const struct kind *kinds, size_t count)
{
    char *list = NULL;

    for (size_t i = 0; i < count && i < TYPES_SHOWN; i++) {
        char number[TEXT_NUMBER_BYTES];
        char *name = ledger_printable(
            ledger, ledger_type_at(ledger, kinds[i].type)->name);
        char *longer = memory_format(
            "%s%s%s %s", list != NULL ? list : "", list != NULL ? ", " : "",
            text_number(number, (int64_t)kinds[i].objects),
            name != NULL ? name : "?");

        free(name);
        free(list);
        list = longer;
    }
    return list;
}

char *
growing_last(const struct report *report)
{
    const struct ledger *ledger = report->inputs.ledger;
    uint32_t used = ledger_used(ledger, LEDGER_COURSES);
    struct kind *kinds = (struct kind *)memory_zeroed(used, sizeof *kinds);
    size_t count = 0;
    char *list;

    for (uint32_t c = 1; c < used; c++) {
        const struct ledger_course *course = ledger_course_at(ledger, c);
        struct growth_line line = growth_of_births(
            report->inputs.growth, course->type,
            &(struct growth_birth){ course->birth, course->kind }, 1);

        if (line.kind == GROWTH_LINEAR && line.share > 0 &&
            growing_rules_tell(
                report,
                (struct growing_making){
                    .birth = course->birth,
                    .python = python_of_birth(ledger, course),
                    .weak = growing_rules_weak(report, course->type) },
                &line)) {
            count = add_kind(kinds, count, course->type, (uint64_t)line.last);
        }
    }
    if (count > 0) {
        order(ledger, kinds, count);
    }
    list = list_of(ledger, kinds, count);
    free(kinds);
    return list;
}

double
growing_last_seconds(const struct report *report)
{
    const struct ledger *ledger = report->inputs.ledger;
    uint32_t used = ledger_used(ledger, LEDGER_MOMENTS);
    uint64_t last =
        used > 1 ? ledger_moment_at(ledger, used - 1)->realtime_ns : 0;
    uint64_t start = ledger->header->start_realtime_ns;

    return last > start ? (double)(last - start) / 1e9 : 0;
}
