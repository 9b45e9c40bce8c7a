/*
 * attach_request - what the words behind `reftally attach' ask for.
 */
#ifndef REFTALLY_CLI_RECORD_ATTACH_REQUEST_H
#define REFTALLY_CLI_RECORD_ATTACH_REQUEST_H

#include <stdbool.h>
#include <sys/types.h>

#include "cli/judgement/write_report.h"
#include "cli/text/settings.h"

struct attach_request {
    pid_t pid;
    unsigned duration, wait; /* seconds; duration 0: until detach */
    struct output output;
    char *settings[SETTINGS_COUNT + 2]; /* NAME=VALUE, for the library */
    size_t count;
    bool named; /* somebody said where the ledger goes */
};

/* False: the command ends with `status`; --help is printed, or what is wrong. */
bool attach_request_read(struct attach_request *request, int argc, char **argv,
                         int *status);

/* `path`, below our folder and not that of the process, is where the ledger
 * goes. */
void attach_request_output(struct attach_request *request, const char *path);

void attach_request_clear(struct attach_request *request);

#endif
