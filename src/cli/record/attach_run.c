#include "cli/record/attach_run.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/text/complain.h"
#include "cli/text/settings.h"

/* A process may have other files than we have. */
static bool
is_there(const struct visit_target *target, const char *folder)
{
    char *path = process_file(&target->process, folder);
    struct stat ours, theirs;
    bool same = stat(folder, &ours) == 0 && stat(path, &theirs) == 0 &&
                ours.st_dev == theirs.st_dev && ours.st_ino == theirs.st_ino;

    free(path);
    return same;
}

static bool
may_write(const struct visit_target *target, const char *folder)
{
    return geteuid() == target->uid ||
           chown(folder, target->uid, target->gid) == 0;
}

bool
attach_run_begin(struct run *run, struct attach_request *request,
                 const struct visit_target *target)
{
    struct error error;

    if (request->named) {
        return false;
    }
    if (!runs_begin(run, &error)) {
        complain(0, "%s; the ledger goes to the current folder", error.text);
    }
    else if (is_there(target, run->folder) && may_write(target, run->folder)) {
        attach_request_output(request, run->pattern);
        return true;
    }
    else {
        runs_end(run);
    }
    attach_request_output(request, settings_default("REFTALLY_OUTPUT"));
    return false;
}
