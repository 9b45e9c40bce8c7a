/*
 * visit - has a running interpreter load a library and call a function of it.
 *
 * The main thread calls it, where it comes to a safe point of its own: it holds
 * the interpreter's lock then, and none of malloc's or the dynamic linker's. Up
 * to 3.13 a call is left for it where Py_AddPendingCall leaves calls, with all
 * threads stopped for as long as it takes to write that down; from 3.14 on it is
 * given a script to run, as PEP 768 has it. What it does is for the library
 * to answer (attach.h).
 */
#ifndef REFTALLY_CLI_VISIT_VISIT_H
#define REFTALLY_CLI_VISIT_VISIT_H

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

/* What is asked for. */
struct visit {
    const char *library;  /* the file, as the process names it */
    const char *function; /* "attach": PyInit_reftally_attach */
    const char *folder;   /* the same way; scripts may be put there */
    unsigned seconds;     /* to come to a safe point */
};

/* Looks at the process, and changes nothing. False: it cannot be visited, and
 * how that is mended. */
bool visit_target_open(struct visit_target *target, pid_t pid,
                       struct error *error);
void visit_target_close(struct visit_target *target);

/* False: the function was not called, and nothing is left behind, or it was
 * not content; `error` says why. */
bool visit_make(const struct visit_target *target, const struct visit *visit,
                struct error *error);

/* The function has been called, and answers: whatever that says. */
bool visit_wait_answer(const struct visit_target *target,
                       const struct visit *visit, struct error *error);

/* A script could not do what it was asked for; it says why. */
bool visit_complains(const struct visit_target *target,
                     const struct visit *visit, struct error *error);

/* It did not come to a safe point. */
bool visit_say_late(const struct visit_target *target,
                    const struct visit *visit, struct error *error);

/* The two ways. */
bool visit_by_call(const struct visit_target *target, const struct visit *visit,
                   struct error *error);
bool visit_by_script(const struct visit_target *target,
                     const struct visit *visit, struct error *error);

/* kernel.yama.ptrace_scope: 0 where there is none. */
int visit_restriction(void);

/* The address of a symbol of a library that is loaded there; 0: none. */
uint64_t visit_symbol(const struct visit_target *target, const char *library,
                      const char *name);

#endif
