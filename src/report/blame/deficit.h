/*
 * deficit - who releases an object that lives on more often than it is taken.
 *
 * The count of an object that everybody shares says little: it may fall because
 * a container is emptied round by round. Blamed is only code that no balanced
 * life was ever released by, that is no container giving up what it held, and
 * whose calls, out to the Python code that made them, took no reference for the
 * one they released. Without such code nobody is blamed; but where a census
 * found more owners than references, there must be somebody, and code that
 * other lives were released by is suspected then.
 */
#ifndef REFTALLY_REPORT_BLAME_DEFICIT_H
#define REFTALLY_REPORT_BLAME_DEFICIT_H

#include "report/blame/blame.h"

/*
 * `fall`: references that the account lacks, as a census found them (`proved`)
 * or as it was watched falling. Whose net is what is missing comes first, then
 * who released without having taken; and if the references certainly are
 * missing, those through whose hands they went and whose code gives away more
 * than it has.
 */
bool deficit_blame(const struct blame_sources *sources, uint32_t account,
                   double fall, bool proved, struct candidates *candidates);

/*
 * Was all that there is of an object in static data given away, as of None? All
 * code hands it about, and containers are full of it: that a place only releases
 * it, as it takes a container's, says nothing.
 */
bool deficit_of_all(const struct ledger *ledger, uint32_t account);

/* Are references of this object certainly missing? */
bool deficit_is_certain(const struct ledger *ledger, uint32_t account,
                        bool proved);

#endif
