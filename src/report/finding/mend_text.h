/*
 * mend_text - the edit that gives a forgotten reference back, read off C code.
 *
 * A suggestion that is wrong is worse than none. So only what leaves no doubt is
 * read: a variable of the function that gets the reference in one statement, code
 * without labels, jumps of the preprocessor and unknown takers behind it, and a
 * block that returns without it.
 */
#ifndef REFTALLY_REPORT_FINDING_MEND_TEXT_H
#define REFTALLY_REPORT_FINDING_MEND_TEXT_H

#include "report/text/c_code.h"

enum { MEND_LINES_MAX = 8 };

struct mend {
    uint32_t lines[MEND_LINES_MAX]; /* in order */
    char *text[MEND_LINES_MAX];     /* to be freed */
    size_t count;
    uint32_t
        column; /* from 1: the character there becomes the text; 0: the text
                        is a line that is put before, without its end */
};

/*
 * The reference that is taken on line `taken`, from `giver` or by Py_INCREF, is
 * forgotten on the way past line `past`: what to put before each return that
 * forgets it. False: nothing is certain.
 */
bool mend_text_forgotten(const struct c_code *code, uint32_t taken,
                         const char *giver, uint32_t past, struct mend *mend);

void mend_clear(struct mend *mend);

/* Line `built` has a Py_BuildValue that takes a reference of its own to what
 * was made for it. */
bool mend_text_built(const struct c_code *code, uint32_t built,
                     struct mend *mend);

#endif
