#include "report/evidence/growth_line.h"

/* From here on a line is believed. */
static const double R2_MIN = .9;

/* What the later half must grow by, as a share of the whole, to be ... */
static const double STEADY_SHARE = .5;  /* ... still growing as before */
static const double STOPPED_SHARE = .1; /* ... hardly growing any more */

/* Within this share of what was gained, the later half stands still. */
static const double STOPPED_SPREAD = .5;

/* Least squares over the numbers, at 0, 1, 2 ... */
static double
fit(const double *values, size_t count, double *r2)
{
    double n = (double)count, mean_x = (n - 1) / 2, mean_y = 0;
    double xx = 0, xy = 0, yy = 0;

    for (size_t i = 0; i < count; i++) {
        mean_y += values[i] / n;
    }
    for (size_t i = 0; i < count; i++) {
        double x = (double)i - mean_x, y = values[i] - mean_y;

        xx += x * x;
        xy += x * y;
        yy += y * y;
    }
    *r2 = yy > 0 ? xy * xy / (xx * yy) : 0;
    return xy / xx;
}

/* The widest difference between any two. */
static double
spread(const double *values, size_t count)
{
    double least = values[0], most = values[0];

    for (size_t i = 1; i < count; i++) {
        least = values[i] < least ? values[i] : least;
        most = values[i] > most ? values[i] : most;
    }
    return most - least;
}

static enum growth_kind
kind_of(const struct growth_line *line, const double *late, size_t late_count)
{
    double late_r2, late_slope = fit(late, late_count, &late_r2);
    double grown = line->last - line->first;

    if (line->slope < 0 && grown < 0 && line->r2 >= R2_MIN &&
        late_slope <= STEADY_SHARE * line->slope) {
        return GROWTH_FALLS;
    }
    if (line->slope <= 0 || grown <= 0) {
        return GROWTH_NONE;
    }
    if (line->r2 >= R2_MIN && late_slope >= STEADY_SHARE * line->slope) {
        return GROWTH_LINEAR;
    }
    return late_slope <= STOPPED_SHARE * line->slope &&
                   spread(late, late_count) <= STOPPED_SPREAD * grown
               ? GROWTH_SATURATES
               : GROWTH_NOISE;
}

struct growth_line
growth_line_measure(const double *values, size_t count)
{
    struct growth_line line = { .checkpoints = count };
    size_t half = count / 2;

    if (count < GROWTH_POINTS_MIN) {
        return line;
    }
    line.first = values[0];
    line.last = values[count - 1];
    line.slope = fit(values, count, &line.r2);
    line.kind = kind_of(&line, values + half, count - half);
    return line;
}

const char *
growth_line_word(enum growth_kind kind)
{
    static const char *const words[] = { NULL,     "none",      "falls",
                                         "linear", "saturates", "noise" };

    return words[kind];
}
