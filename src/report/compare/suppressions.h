/*
 * suppressions - findings that somebody knows about, as rules in a file.
 *
 *     # what follows a number sign is a comment
 *     type=dict function=load_* file=spam.c  until=2027-01-31
 *
 * A line is a rule, words separated by blanks. A finding is suppressed when all
 * words of a rule fit: type, function, file, image, python (the innermost
 * Python function) and verdict are patterns as of the shell, where * also
 * stands for slashes. `until` is the last day on which the rule applies.
 */
#ifndef REFTALLY_REPORT_COMPARE_SUPPRESSIONS_H
#define REFTALLY_REPORT_COMPARE_SUPPRESSIONS_H

#include <stddef.h>

#include "report/finding/accused.h"
#include "report/text/error.h"

enum { SUPPRESSION_FIELDS = 6, SUPPRESSION_DAY_BYTES = 11 };

struct suppression {
    unsigned line;
    char *patterns[SUPPRESSION_FIELDS]; /* NULL: any */
    char until[SUPPRESSION_DAY_BYTES];  /* YYYY-MM-DD; "": for ever */
    bool expired;
    uint64_t used; /* findings that it suppressed */
};

struct suppressions {
    struct suppression *items;
    size_t count;
};

/*
 * `today` is YYYY-MM-DD. False: `error` names the line of `text`, what is wrong
 * and what is allowed; nothing needs to be cleared then.
 */
bool suppressions_parse(struct suppressions *suppressions, const char *name,
                        const char *text, const char *today,
                        struct error *error);
void suppressions_clear(struct suppressions *suppressions);

/* The first rule that applies, which then is used; NULL: none. */
const struct suppression *suppressions_match(struct suppressions *suppressions,
                                             const struct accused *accused);

#endif
