/*
 * blame - which function of an object's account most likely forgot it.
 *
 * Surplus: the nets of the account form a tree of calls; what balances below a
 * call drops out, the rest is split over what is left, and each remaining taking
 * walks up to where references of its kind normally settle. Deficit: takings
 * are paired with the releases that usually answer them, and the releases left
 * over walk up in the same way.
 */
#ifndef REFTALLY_REPORT_BLAME_BLAME_H
#define REFTALLY_REPORT_BLAME_BLAME_H

#include "report/blame/suspicion.h"
#include "report/finding/finding.h"

struct candidate {
    uint32_t function;
    double score;
    double best; /* largest part of the score, from: */
    uint32_t tag;
    uint32_t python;
    size_t frame;
    bool measured;            /* its net fits, and none of what it called */
    struct evidence evidence; /* of that part */
};

struct candidates {
    struct candidate *items; /* highest score first, after blame_sort */
    size_t count;
    double lost;     /* mass that no function was suspected of */
    double evidence; /* share of the mass that was not lost, by blame_sort */
    double reached;  /* mass of the takings that were looked at */
    double stored;   /* ... of it, probably stored in containers */
};

/* Adds what one account says. */
void blame_account(const struct blame_sources *sources, uint32_t account,
                   enum verdict verdict, struct candidates *candidates);

/* Sorts, and makes the scores shares of 1. */
void blame_sort(struct candidates *candidates);

#endif
