/*
 * growing_rules - what grows, and is told of all the same only where somebody
 * asked for checkpoints.
 *
 * By the library's own moments a table that a program makes for itself looks
 * like a leak. What modules make at their top level is taken for one, and so is
 * what imports make, and what was made in one call of a function that the program
 * has called once. Weak references live as long as what they refer to, unless
 * that is gone, and they are not.
 */
#ifndef REFTALLY_REPORT_DETECT_GROWING_RULES_H
#define REFTALLY_REPORT_DETECT_GROWING_RULES_H

#include "report/finding/finding.h"

/* How objects were made that grow. */
struct growing_making {
    uint32_t birth;  /* stack tag */
    uint32_t python; /* where one of them was stored, or born */
    uint32_t born;   /* where it was born; 0: unknown */
    bool returned; /* from there, if that returns at once what it makes: nobody
                      else took a reference */
    bool at_once;  /* all that are known, in one evaluation of a frame */
    bool weak;     /* weak references, whose objects are there */
};

/* Whether they are told of, which grow by that line. */
bool growing_rules_tell(const struct report *report,
                        struct growing_making making,
                        const struct growth_line *line);

/*
 * The Python position at the top level of the program's own file, or in a
 * function that was called once, if that is what made them; else 0.
 */
uint32_t growing_rules_loop(const struct report *report,
                            struct growing_making making);

/* The same as growing_rules_tell of objects that nothing leads to: they are no
   table, wherever they are made. */
bool growing_rules_tell_adrift(const struct report *report,
                               struct growing_making making,
                               const struct growth_line *line);

/* Weak references hold nothing, and live as long as what they refer to, if that
   does. */
bool growing_rules_weak(const struct report *report, uint32_t type);

#endif
