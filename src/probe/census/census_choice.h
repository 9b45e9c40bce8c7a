/*
 * census_choice - which of the objects that a census looked at are written.
 */
#ifndef REFTALLY_PROBE_CENSUS_CENSUS_CHOICE_H
#define REFTALLY_PROBE_CENSUS_CENSUS_CHOICE_H

#include "probe/census/object_graph.h"

/* Objects of one type, born at one place. Where nobody asked for checkpoints,
   they are told apart by kind: so are the moments, by which they grow. */
struct census_class {
    uint32_t type, birth, kind;
    uint32_t objects;
    uint32_t written;
    uint32_t seen;     /* while examples are chosen */
    uint32_t oldest;   /* a node */
    uint32_t owners;   /* bit n: one with n owners is written, 31: or more */
    uint32_t followed; /* born in a region, of those that are written */
    bool said;         /* how many there are */
};

struct census_choice {
    struct graph *graph;
    struct census_class *classes;
    uint32_t class_mask;
    uint32_t *nodes; /* record, from 1 -> node */
    uint32_t records, records_max;
    uint32_t suspicious; /* of the records, the first ones */
};

/* False: no memory. It must be ended in any case. */
bool census_choice_begin(struct census_choice *choice, struct graph *graph);
void census_choice_end(struct census_choice *choice);

/* Counts the classes, and the sums of the census. */
void census_choice_count(const struct census_choice *choice,
                         struct ledger_census *census);

/* After that: gives the objects that are written their records. */
void census_choice_make(struct census_choice *choice);

/* Are there surely more owners than references? A dead object has none. Of one
 * that the collector never asks about only those tell that have it as an item of
 * a list, tuple or dictionary. */
bool census_choice_overdrawn(const struct graph_node *node,
                             const struct ledger_account *account,
                             uint32_t items);

struct census_class *census_choice_class(const struct census_choice *choice,
                                         uint32_t account);

/* Pointers to it that stood in static data before any code ran. */
uint32_t census_choice_uncounted(const struct graph *graph,
                                 const struct graph_node *node);

/*
 * References that its owners should have: one in static data began with some
 * that nobody took, and with pointers that nobody counted.
 */
int64_t census_choice_taken(const struct graph *graph,
                            const struct graph_node *node);

#endif
