/*
 * interpreter - finds CPython in the process, and what the library watches of
 * it.
 */
#ifndef REFTALLY_PROBE_IMAGES_INTERPRETER_H
#define REFTALLY_PROBE_IMAGES_INTERPRETER_H

#include "base/reason.h"
#include "patch/image.h"
#include "patch/plan.h"
#include "probe/images/interpreter_library.h"

enum { INTERPRETER_ENTRIES_MAX = 10 };

/*
 * Looks for CPython; fills the recorder's layout and addresses. NONE: found
 * and supported; else why not, and `version` is what the interpreter says of
 * itself, or what differs in it, or NULL.
 */
enum reason interpreter_find(interpreter_lookup *lookup,
                             char *const *environment, const char **version);

/* The address of what CPython exports under that name, or 0. */
uint64_t interpreter_symbol(const char *name);

bool interpreter_is_in(const struct image *image);

/* Functions of this image to be watched; returns how many. */
unsigned interpreter_entries(const struct image *image,
                             struct plan_entry entries[]);

/* What marks births, if there are any in this image. */
void interpreter_births(const struct image *image,
                        struct plan_request *request);

/* Whether this is _PyEval_EvalFrameDefault. */
bool interpreter_is_evaluator(uint64_t function);

uint32_t interpreter_hexversion(void);

/* Whether all interpreters share the lock of the one that has this thread
 * state: what they own does not change while it is held. */
bool interpreter_is_alone(uint64_t state);

#endif
