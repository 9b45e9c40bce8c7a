#include "report/evidence/rise.h"

#include "report/evidence/course.h"

enum {
    OBJECTS_MIN = 100, /* fewer are what a program has */
    POINTS = LEDGER_RISE_POINTS + 1,
};

/* Of what the program did besides importing modules, at least. What is made in
   less of it belongs to its end. */
static const double SHARE_MIN = .001;

static bool
is_of(const struct ledger_rise *rise, const struct growth_birth *births,
      size_t count)
{
    bool found = false;

    for (size_t i = 0; i < count; i++) {
        found |= births[i].kind != 0 && rise->kind == births[i].kind;
    }
    return found && rise->begin < rise->end;
}

/* Born until then, as if they had been born evenly from point to point. */
static double
born_until(const struct ledger_rise *rise, double at)
{
    double width =
        (double)(rise->end - rise->begin) / (double)LEDGER_RISE_POINTS;
    double point = (at - (double)rise->begin) / width;
    uint32_t whole = point > 0 ? (uint32_t)point : 0;
    double before;

    if (point <= 0) {
        return 0;
    }
    if (whole >= LEDGER_RISE_POINTS) {
        return rise->born[LEDGER_RISE_POINTS - 1];
    }
    before = whole == 0 ? 0 : rise->born[whole - 1];
    return before + (rise->born[whole] - before) * (point - whole);
}

static double
own_work(const struct ledger *ledger, double end)
{
    return end - (double)ledger->header->changes_importing;
}

struct growth_line
rise_of_births(const struct ledger *ledger, const struct growth_birth *births,
               size_t count)
{
    struct growth_line line = { .kind = GROWTH_UNKNOWN };
    uint32_t used = ledger_used(ledger, LEDGER_RISES);
    double work[POINTS], values[POINTS] = { 0 }, begin = 0, end = 0;

    for (uint32_t i = 1; i < used; i++) {
        const struct ledger_rise *rise = ledger_rise_at(ledger, i);

        if (is_of(rise, births, count) &&
            (end == 0 || (double)rise->begin < begin)) {
            begin = (double)rise->begin;
            end = (double)rise->end;
        }
    }
    if (end == 0 || end - begin < SHARE_MIN * own_work(ledger, end)) {
        return line;
    }
    for (size_t p = 0; p < POINTS; p++) {
        work[p] = begin + (end - begin) * (double)p / LEDGER_RISE_POINTS;
    }
    for (uint32_t i = 1; i < used; i++) {
        const struct ledger_rise *rise = ledger_rise_at(ledger, i);
        bool counts = is_of(rise, births, count);

        for (size_t p = 0; counts && p < POINTS; p++) {
            values[p] += born_until(rise, work[p]);
        }
    }
    if (values[POINTS - 1] < OBJECTS_MIN ||
        !course_is_even(work, values, POINTS)) {
        return line;
    }
    return course_line(work, values, POINTS);
}
