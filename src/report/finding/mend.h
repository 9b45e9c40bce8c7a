/*
 * mend - the edit of the user's source that a finding asks for, where there is no
 * doubt about it.
 */
#ifndef REFTALLY_REPORT_FINDING_MEND_H
#define REFTALLY_REPORT_FINDING_MEND_H

#include "report/finding/finding.h"
#include "report/finding/mend_text.h"

struct mending {
    char *file;
    struct mend edit;
};

/* False: none is certain. */
bool mending_find(struct mending *mending, const struct inputs *inputs,
                  const struct finding *finding);
void mending_clear(struct mending *mending);

/* "put Py_DECREF(pair); before spam.c:14"; to be freed. */
char *mending_text(const struct mending *mending);

/* The same of a finding; NULL: no edit is certain. */
char *mending_said(const struct inputs *inputs, const struct finding *finding);

#endif
