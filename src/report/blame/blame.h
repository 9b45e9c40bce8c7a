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

#include "report/blame/candidates.h"
#include "report/blame/suspicion.h"

/* Adds what one account says. */
void blame_account(const struct blame_sources *sources, uint32_t account,
                   enum verdict verdict, struct candidates *candidates);

#endif
