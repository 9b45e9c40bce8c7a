/*
 * stub_places - which instruction of an image is executed in a stub.
 *
 * Instructions beside a patched one are executed in its stub too; whoever learns
 * of an address there wants to know the code that it is a copy of.
 */
#ifndef REFTALLY_PROBE_IMAGES_STUB_PLACES_H
#define REFTALLY_PROBE_IMAGES_STUB_PLACES_H

#include "patch/apply.h"

/* Remembers the stubs of a plan that was applied to an image. */
void stub_places_add(const struct plan *plan, uint64_t bias,
                     const struct applied *applied);

/*
 * The address behind an instruction of the image whose copy ends at pc; pc
 * itself when it is in no stub.
 */
uint64_t stub_places_find(uint64_t pc);

#endif
