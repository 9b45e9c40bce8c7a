/*
 * recording - a program is run under the library, and reported on.
 */
#ifndef REFTALLY_CLI_RECORD_RECORDING_H
#define REFTALLY_CLI_RECORD_RECORDING_H

#include "cli/judgement/write_report.h"

struct recording {
    struct output output;
    const char *specification; /* NULL: one report, to `output` */
    struct report_options how;
    bool confirm; /* run it twice: the second time for what is suspected */
};

/*
 * Where nobody said where the ledger goes, it has a folder of its own (runs.h).
 * Returns the exit status of the program; where that is 0 and nothing could be
 * recorded, what there is for that.
 */
int record(const struct recording *recording, char **argv);

#endif
