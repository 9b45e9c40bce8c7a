/*
 * quick_birth - a birth of which nothing is recorded but that it was.
 *
 * That is nearly every one: its kind was remembered, and does not become more
 * (admission.h). It is done without entering a hook, and with no call.
 */
#ifndef REFTALLY_PROBE_EVENT_QUICK_BIRTH_H
#define REFTALLY_PROBE_EVENT_QUICK_BIRTH_H

#include "probe/state/hook_frame.h"

#include <stdbool.h>

/*
 * Called by entry.S. True: the object gets no account, and is counted from now
 * on. False: nothing was done.
 */
bool quick_birth(const struct hook_frame *frame);

#endif
