/*
 * top_rows - the table of `reftally top': kinds of objects, how many there are,
 * and how many more in a minute.
 */
#ifndef REFTALLY_CLI_TOP_TOP_ROWS_H
#define REFTALLY_CLI_TOP_TOP_ROWS_H

#include "report/compare/kind_names.h"
#include "report/input/kinds_watch.h"

enum top_order {
    TOP_GROWTH,
    TOP_ALIVE,
    TOP_BORN,
    TOP_TYPE,
    TOP_PLACE,
    TOP_ORDERS /* how many there are */
};

struct top_row {
    uint32_t kind; /* of many, the one that has most */
    uint32_t kinds;
    uint64_t alive, born;
    double growth; /* objects a minute */
    const char *type, *place, *held;
};

/* What was alive at a moment. */
struct top_sample {
    uint64_t at_ns;
    uint32_t count;
    uint64_t *alive;
};

enum { TOP_SAMPLES = 64 };

struct top_rows {
    enum top_order order;
    bool by_type;
    char filter[64]; /* in type, place or holder; "": all */
    struct top_row *rows;
    size_t count;
    uint64_t alive, born; /* of all kinds, also those that are filtered out */
    struct top_sample samples[TOP_SAMPLES]; /* the oldest first */
    unsigned sample_count;
    double seconds; /* of the growth: 0: nothing is known of it yet */
};

/* "growth", "alive" ... False: there is no such order. */
bool top_order_named(enum top_order *order, const char *word);
const char *top_order_word(enum top_order order);

/*
 * Takes a sample; growth is what has come since the oldest of the last minute.
 * Of a recording that is over it is that of the whole recording.
 */
void top_rows_sample(struct top_rows *rows, const struct kinds_watch *watch,
                     uint64_t now_ns);

/* Makes the rows anew. Texts are those of the names. */
void top_rows_build(struct top_rows *rows, const struct kinds_watch *watch,
                    struct kind_names *names);
void top_rows_clear(struct top_rows *rows);

#endif
