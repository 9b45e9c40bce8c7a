/*
 * visit_answer - what the library answers, and what else may become of a visit.
 */
#ifndef REFTALLY_CLI_VISIT_VISIT_ANSWER_H
#define REFTALLY_CLI_VISIT_VISIT_ANSWER_H

#include "cli/visit/visit_target.h"

/* What is asked for. */
struct visit {
    const char *library;  /* the file, as the process names it */
    const char *function; /* "attach": PyInit_reftally_attach */
    const char *folder;   /* the same way; scripts may be put there */
    unsigned seconds;     /* to come to a safe point */
    bool unloads;         /* the answer is that the library is gone */
};

/* Forgets what it answered before. */
bool visit_forget_answer(const struct visit_target *target,
                         const struct visit *visit, struct error *error);

/* The function has been called, and answers: whatever that says. */
bool visit_wait_answer(const struct visit_target *target,
                       const struct visit *visit, struct error *error);

/* It did not come to a safe point. */
bool visit_say_late(const struct visit_target *target,
                    const struct visit *visit, struct error *error);

#endif
