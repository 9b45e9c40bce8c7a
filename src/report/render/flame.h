/*
 * flame - stacks folded into trees, as a flame graph shows them.
 *
 * Each tree has two weights: the references of findings, shared out over their
 * sites by suspicion, and the objects that were alive at the end, by where they
 * were born.
 */
#ifndef REFTALLY_REPORT_RENDER_FLAME_H
#define REFTALLY_REPORT_RENDER_FLAME_H

#include <stdio.h>

#include "report/finding/finding.h"

enum flame_view {
    FLAME_BOTH,   /* Python frames, and the C functions below the innermost */
    FLAME_PYTHON, /* Python frames only */
    FLAME_NATIVE, /* the native stack, with the interpreter's own functions */
    FLAME_VIEWS
};

/* "both", "python", "native" */
const char *flame_word(enum flame_view view);

/*
 * One JSON document: "frames" is [[function, file, line, image, python] ...];
 * the tree is columns, one element a node, parents before their children:
 * "parent" (-1: none), "frame", "references" and "objects", which are the node's
 * own. Nothing in it ends an HTML script.
 */
void flame_write(FILE *file, const struct report *report, enum flame_view view);

#endif
