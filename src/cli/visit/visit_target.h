/*
 * visit_target - a process with an interpreter that can be visited.
 */
#ifndef REFTALLY_CLI_VISIT_VISIT_TARGET_H
#define REFTALLY_CLI_VISIT_VISIT_TARGET_H

#include "cli/process/process.h"
#include "cpython/layout.h"

struct visit_target {
    struct process process;
    const struct python_layout *layout;
    uint64_t runtime; /* &_PyRuntime */
    uint32_t uid, gid;
    uint64_t load, find, complain; /* dlopen, dlsym and dlerror */
    uint64_t instruction;          /* makes system calls */
};

/* Looks at the process, and changes nothing. False: it cannot be visited, and
 * how that is mended. */
bool visit_target_open(struct visit_target *target, pid_t pid,
                       struct error *error);
void visit_target_close(struct visit_target *target);

/* kernel.yama.ptrace_scope: 0 where there is none. */
int visit_restriction(void);

/* The address of a symbol of a library that is loaded there; 0: none. */
uint64_t visit_target_symbol(const struct visit_target *target,
                             const char *library, const char *name);

#endif
