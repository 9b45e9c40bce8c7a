/*
 * ticks - when accounts were opened, by the changes of counts until then.
 *
 * A tick notes both numbers. The latest are close together, those before them
 * the farther apart the longer they are past: what has just happened is told as
 * finely in the tenth hour as in the first second.
 */
#ifndef REFTALLY_LEDGER_TICKS_H
#define REFTALLY_LEDGER_TICKS_H

#include <stdint.h>

enum {
    TICKS_MAX = 2048,
    TICKS_SHARE = 64, /* of the time since: so far apart two may be */
};

struct tick {
    uint64_t changes;
    uint64_t serial; /* of the account opened last */
};

/* All zero is empty. */
struct ticks {
    uint32_t count;
    struct tick at[TICKS_MAX];
};

/* Not earlier than the one before. Where there is no room, older ones go. */
void ticks_add(struct ticks *ticks, struct tick tick);

/* Changes by which the account with this serial number had been opened; those
   of the last tick, if it was not yet. */
uint64_t ticks_changes(const struct ticks *ticks, uint64_t serial);

#endif
