/*
 * call_tree - the nets of an account by call path, callers first: what balances
 * below a call drops out of it.
 */
#ifndef REFTALLY_REPORT_EVIDENCE_CALL_TREE_H
#define REFTALLY_REPORT_EVIDENCE_CALL_TREE_H

#include "report/evidence/account_parts.h"

/* A call path; the root's function is meaningless. */
struct call {
    uint32_t function;
    uint32_t parent, child, sibling; /* 0: none */
    double net;                      /* with everything below */
    double own;                      /* positive nets that end here */
    size_t heaviest;                 /* part, + 1 */
};

/* Children stand behind their parents. */
struct call_tree {
    struct call *items;
    size_t count;
};

/* Free its items. */
void call_tree_build(struct call_tree *tree, const struct parts *parts);

#endif
