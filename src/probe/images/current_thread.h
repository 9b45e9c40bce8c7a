/*
 * current_thread - where the interpreter keeps the state of the thread that has
 * its lock: one variable, or from 3.12 on one of each thread.
 */
#ifndef REFTALLY_PROBE_IMAGES_CURRENT_THREAD_H
#define REFTALLY_PROBE_IMAGES_CURRENT_THREAD_H

#include "probe/images/interpreter_library.h"

/* Tells the recorder, whose layout is known. False: it was not found. */
bool current_thread_find(interpreter_lookup *lookup, void *handle);

#endif
