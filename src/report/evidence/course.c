#include "report/evidence/course.h"

enum {
    OBJECTS_MIN = 100, /* fewer are what a program has */
    POINTS_MIN = 5,    /* from where it begins */
};

/* Of what there is at the end. */
static const double NOTHING_SHARE = .05; /* before it begins */
static const double LOST_SHARE = .05;    /* that may go from time to time */
static const double EMPTIED_SHARE = .2;  /* that was there before, and went */

/* From here on a line is believed. */
static const double R2_MIN = .97;

/* What the later half, and the last quarter, of the work must have brought. */
static const double LATE_LEAST = .3, LATE_MOST = .7, LAST_LEAST = .1;

/* The last moment at which there was hardly anything. */
static size_t
begin_of(const double *values, size_t count)
{
    size_t begin = 0;

    for (size_t i = 0; i < count; i++) {
        if (values[i] <= NOTHING_SHARE * values[count - 1]) {
            begin = i;
        }
    }
    return begin;
}

/* Whether there were many before it began: it comes and goes. */
static bool
was_emptied(const double *values, size_t begin, double last)
{
    for (size_t i = 0; i < begin; i++) {
        if (values[i] >= EMPTIED_SHARE * last) {
            return true;
        }
    }
    return false;
}

/* Between two moments, as if it had grown evenly. */
static double
value_at(const double *work, const double *values, size_t count, double at)
{
    size_t i = 1;

    while (i + 1 < count && work[i] < at) {
        i++;
    }
    return values[i - 1] + (values[i] - values[i - 1]) * (at - work[i - 1]) /
                               (work[i] - work[i - 1]);
}

/* Share of the variance that a line explains. */
static double
straightness(const double *work, const double *values, size_t count)
{
    double mean_x = 0, mean_y = 0, xx = 0, xy = 0, yy = 0;

    for (size_t i = 0; i < count; i++) {
        mean_x += work[i] / (double)count;
        mean_y += values[i] / (double)count;
    }
    for (size_t i = 0; i < count; i++) {
        double x = work[i] - mean_x, y = values[i] - mean_y;

        xx += x * x;
        xy += x * y;
        yy += y * y;
    }
    return xx > 0 && yy > 0 ? xy * xy / (xx * yy) : 0;
}

/* Those of a moment that are not among the last moment's are gone. */
static bool
has_lost(struct course_numbers numbers, size_t count)
{
    double last = numbers.values[count - 1];

    for (size_t i = 0; i < count; i++) {
        double stayed = last - numbers.younger[i];

        if (numbers.values[i] > stayed + LOST_SHARE * last) {
            return true;
        }
    }
    return false;
}

bool
course_is_even(const double *work, const double *values, size_t count)
{
    double last = values[count - 1], grown = last - values[0];
    double whole = work[count - 1] - work[0];
    double late = last - value_at(work, values, count, work[0] + whole / 2);
    double latest =
        last - value_at(work, values, count, work[0] + whole * 3 / 4);

    for (size_t i = 1; i < count; i++) {
        if (work[i] <= work[i - 1] ||
            values[i] < values[i - 1] - LOST_SHARE * last) {
            return false;
        }
    }
    return straightness(work, values, count) >= R2_MIN &&
           late >= LATE_LEAST * grown && late <= LATE_MOST * grown &&
           latest >= LAST_LEAST * grown;
}

struct growth_line
course_line(const double *work, const double *values, size_t count)
{
    return (struct growth_line){
        .kind = GROWTH_LINEAR,
        .checkpoints = count,
        .share = (work[count - 1] - work[0]) / work[count - 1],
        .slope = (values[count - 1] - values[0]) / (double)(count - 1),
        .r2 = straightness(work, values, count),
        .first = values[0],
        .last = values[count - 1],
    };
}

static struct growth_line
line_from(struct course_numbers numbers, size_t begin, size_t count)
{
    const double *work = numbers.work + begin, *values = numbers.values + begin;

    numbers.work = work;
    numbers.values = values;
    numbers.younger += begin;
    count -= begin;
    return count < POINTS_MIN || values[count - 1] - values[0] < OBJECTS_MIN ||
                   has_lost(numbers, count) ||
                   !course_is_even(work, values, count)
               ? (struct growth_line){ .kind = GROWTH_UNKNOWN }
               : course_line(work, values, count);
}

/* Between two moments, far apart as the program did something else before: the
   first of them that were counted are no more than came from one to the next
   later. */
static bool
begins_within(const double *values, size_t begin, size_t count)
{
    size_t steps = count - begin - 2;

    return count > begin + 2 && values[begin + 1] * (double)steps <=
                                    values[count - 1] - values[begin + 1];
}

struct growth_line
course_measure(struct course_numbers numbers, size_t count)
{
    struct growth_line line = { .kind = GROWTH_UNKNOWN };
    const double *values = numbers.values;
    size_t begin;

    if (count < POINTS_MIN || values[count - 1] < OBJECTS_MIN) {
        return line;
    }
    begin = begin_of(values, count);
    if (was_emptied(values, begin, values[count - 1])) {
        return line;
    }
    line = line_from(numbers, begin, count);
    return line.kind == GROWTH_UNKNOWN && begins_within(values, begin, count)
               ? line_from(numbers, begin + 1, count)
               : line;
}
