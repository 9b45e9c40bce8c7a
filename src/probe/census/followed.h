/*
 * followed - the region that the program passes through again and again: the
 * outermost one, since it was entered first.
 */
#ifndef REFTALLY_PROBE_CENSUS_FOLLOWED_H
#define REFTALLY_PROBE_CENSUS_FOLLOWED_H

#include "ledger/marks.h"

enum { FOLLOWED_LABEL_BYTES = 512 };

/* A checkpoint was made at a border of a region, or elsewhere. */
void followed_note(struct marks *marks, const char label[FOLLOWED_LABEL_BYTES],
                   enum ledger_checkpoint_origin origin);

/* Was the account opened since the region was entered first? */
bool followed_has(uint64_t serial);

#endif
