/*
 * attach_copy - the library's file, with settings in it, where another process
 * can load it from.
 */
#ifndef REFTALLY_CLI_VISIT_ATTACH_COPY_H
#define REFTALLY_CLI_VISIT_ATTACH_COPY_H

#include "cli/visit/visit_target.h"

struct attach_copy {
    char *folder, *library; /* as the process names them */
};

/*
 * `settings` are NAME=VALUE, as many as `count`. The folder is a new one, for
 * the owner of the process alone. False: nothing is left behind.
 */
bool attach_copy_make(struct attach_copy *copy,
                      const struct visit_target *target, char *const *settings,
                      size_t count, struct error *error);

/* The copy that the process has loaded last. False: it has none. */
bool attach_copy_find(struct attach_copy *copy,
                      const struct visit_target *target);

/* Removes the files; what is loaded stays loaded. */
void attach_copy_remove(const struct attach_copy *copy,
                        const struct visit_target *target);
void attach_copy_clear(struct attach_copy *copy);

#endif
