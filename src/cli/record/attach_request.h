/*
 * attach_request - what the words behind `reftally attach' ask for.
 */
#ifndef REFTALLY_CLI_RECORD_ATTACH_REQUEST_H
#define REFTALLY_CLI_RECORD_ATTACH_REQUEST_H

#include <sys/types.h>

#include "cli/judgement/write_report.h"
#include "cli/text/settings.h"

struct attach_request {
    pid_t pid;
    unsigned duration, wait; /* seconds; duration 0: until detach */
    struct output output;
    char *settings[SETTINGS_COUNT + 2]; /* NAME=VALUE, for the library */
    size_t count;
};

/* False: the command ends with `status`; --help is printed, or what is wrong. */
bool attach_request_read(struct attach_request *request, int argc, char **argv,
                         int *status);

void attach_request_clear(struct attach_request *request);

#endif
