/*
 * small_stacks - a program whose signals are to be handled on a stack that is
 * too small for the library's handlers.
 *
 * Nothing is put there for a signal that nobody handles. Where the kernel finds
 * no room for its frame, it ends the process by SIGSEGV.
 */
#include "probe/start/ending_signals.h"
#include "probe/start/next.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>

#define EXPORT __attribute__((visibility("default")))

enum { ENOUGH_BYTES = 16 * 1024 }; /* 3 to 11 KiB are the processor's state */

EXPORT int
sigaltstack(const stack_t *wanted, stack_t *before)
{
    static int (*next)(const stack_t *, stack_t *);
    int result;

    if (next == NULL) {
        next_function("sigaltstack", &next);
    }
    if (next == NULL) {
        errno = ENOSYS;
        return -1;
    }
    result = next(wanted, before);
    if (result == 0 && wanted != NULL && (wanted->ss_flags & SS_DISABLE) == 0 &&
        wanted->ss_size < ENOUGH_BYTES) {
        ending_signals_stay_on_stack();
    }
    return result;
}
