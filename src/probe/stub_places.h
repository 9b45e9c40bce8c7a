/*
 * stub_places - which instruction of an image a stub was made for.
 *
 * Instructions beside a patched one are executed in its stub too; whoever learns
 * of an address there wants to know the code that leads to it.
 */
#ifndef REFTALLY_PROBE_STUB_PLACES_H
#define REFTALLY_PROBE_STUB_PLACES_H

#include "patch/apply.h"

/* Remembers the stubs of a plan that was applied to an image. */
void stub_places_add(const struct plan *plan, uint64_t bias,
                     const struct applied *applied);

/* The place in the image of what is executed at pc, as near as is known; pc
 * itself when it is in no stub. */
uint64_t stub_places_find(uint64_t pc);

#endif
