/*
 * growing_class - classes of objects that grow, and webs of those that hold each
 * other.
 */
#ifndef REFTALLY_REPORT_DETECT_GROWING_CLASS_H
#define REFTALLY_REPORT_DETECT_GROWING_CLASS_H

#include "report/detect/stored_alike.h"
#include "report/finding/finding.h"

enum { EXAMPLES_MAX = 16 }; /* of one class */

/* How an object is held that grows. */
enum standing {
    STANDING_NONE,    /* by others that do, or as a key beside such */
    STANDING_ALONE,   /* by something else */
    STANDING_BOUNDED, /* only by what has a limit */
};

/* Records of some of them. */
struct examples {
    uint32_t records[EXAMPLES_MAX];
    uint32_t kept;
    /* So many objects do those of all stand for that were born in the later half of
     * the time. */
    uint64_t late;
};

/* Objects that were stored alike, and grow. */
struct class {
    uint32_t first; /* the record that stands for them */
    uint32_t type;
    struct growth_line line;
    uint32_t examples; /* records */
    uint32_t carried;  /* of these, by other classes that grow */
    size_t carrier;    /* one of those, where there is one */
    uint32_t unowned;  /* ... of which not each reference is owned */
    uint32_t keys;     /* ... that are keys beside values that do */
    uint32_t bounded;  /* ... that only what has a limit holds */
    uint32_t spent;    /* ... that are weak references to nothing any more */
    bool asked;        /* they have what nobody can ask such with again */
    struct examples alone;  /* that are none of these */
    struct examples tables; /* ... but were made as what a program has is */
    struct examples held;   /* that are carried */
    uint32_t adrift;        /* examples that nothing leads to */
    uint32_t drifting;      /* the record of one of these */
    uint32_t evaluation;    /* in which the examples were born ... */
    bool evaluations;       /* ... or there are several, or it is not known */
    uint64_t oldest;        /* serial number of the oldest example */
    uint64_t youngest;      /* ... of the youngest */
    size_t web;             /* the class of the same web that stands for it */
};

struct growing {
    const struct report *report;
    const struct ledger *ledger;
    struct stored_alike *alike;
    struct class *classes; /* by their first records */
    size_t count;
    uint32_t *of_kind;  /* a record of each kind; 0: there is none */
    uint8_t *standings; /* enum standing, by record */
    bool collected;     /* what nothing leads to, sooner or later */
};

/* `late`: of the objects that it stands for. */
void growing_add_example(struct examples *examples, uint32_t record,
                         uint64_t late);

/* Weak references, most of which still have their objects. */
bool growing_is_weak(const struct growing *growing, const struct class *class);

/* The class that stands for the web of this one. */
size_t growing_web(const struct growing *growing, size_t class);

/*
 * Do classes carry one another in turn, and this one is among them? Each of a
 * list has the next, with something of another class between the two. What is
 * there for a weak reference's sake goes with it.
 */
bool growing_in_ring(const struct growing *growing, const struct class *class);

/* Of a record; NULL: it does not grow. */
struct class *growing_class_of(const struct growing *growing, uint32_t record);

/* Of a holder, if that grows. */
struct class *growing_class_of_holder(const struct growing *growing,
                                      const struct ledger_holder *holder);

#endif
