/*
 * ledger_guard - the host outlives it when somebody cuts the ledger short.
 *
 * The ledger is a shared mapping, and to touch a page that its file no longer
 * has raises SIGBUS. Such a page is replaced by an empty one, with accounts of
 * an object that is as empty, and the recording stops. All other bus errors, and
 * all of them when the program handles the signal itself, end as they would
 * without the library.
 */
#ifndef REFTALLY_PROBE_FILE_LEDGER_GUARD_H
#define REFTALLY_PROBE_FILE_LEDGER_GUARD_H

#include <signal.h>
#include <stdbool.h>

typedef void signal_handler(int number, siginfo_t *info, void *context);

/* Once, before the program runs. */
void ledger_guard_init(void);

/*
 * Handles SIGBUS from now on if nobody does: once Python has looked who handles
 * which signal, so that it finds what it would without the library. On the
 * event path.
 */
void ledger_guard_watch(void);

/* Who sees to the other bus errors; else nobody does, and the process dies. */
void ledger_guard_give_others(signal_handler *handler);

/* SIGBUS is the host's again. False: it has been all along, and whoever took it
 * may pass on to us what is not his. */
bool ledger_guard_end(void);

/* Whether the file was cut short: nothing can be read out of it. */
bool ledger_guard_was_cut(void);

#endif
