/*
 * kinds_watch - how many objects of each kind are alive, read again and again
 * from the file that the recorded process works in.
 *
 * Nothing is asked of the process, and no index is followed: the numbers may be
 * torn, as it goes on writing, but not lead astray.
 */
#ifndef REFTALLY_REPORT_INPUT_KINDS_WATCH_H
#define REFTALLY_REPORT_INPUT_KINDS_WATCH_H

#include "ledger/reader.h"
#include "report/text/error.h"

struct kinds_watch {
    int fd;
    struct ledger_header *header; /* as it was read last */
    struct ledger_kind *kinds;    /* record 0 is none */
    uint32_t used, room;
};

bool kinds_watch_open(struct kinds_watch *watch, const char *path,
                      struct error *error);
/* False: what is there is no ledger any more; the last numbers stay. */
bool kinds_watch_read(struct kinds_watch *watch);
void kinds_watch_close(struct kinds_watch *watch);

#endif
