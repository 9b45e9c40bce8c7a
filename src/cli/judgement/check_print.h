/*
 * check_print - the lines of `reftally check`: for people, or for GitHub, whose
 * runners make remarks on lines of source out of them.
 */
#ifndef REFTALLY_CLI_JUDGEMENT_CHECK_PRINT_H
#define REFTALLY_CLI_JUDGEMENT_CHECK_PRINT_H

#include "report/finding/accused.h"
#include "report/run/judgement.h"

enum check_format { CHECK_TEXT, CHECK_GITHUB };

struct check_print {
    enum check_format format;
    const char *root; /* files below it are named from there; NULL: none */
};

void check_print_judgement(const struct check_print *print, const char *path,
                           const struct judgement *judgement);

/* `before` is what the baseline knows of it, or NULL. */
void check_print_finding(const struct check_print *print, const char *path,
                         const struct report *report,
                         const struct finding *finding,
                         const struct accused *before);

#endif
