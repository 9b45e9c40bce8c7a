/*
 * filling - where a function puts things into a container that it has made.
 *
 * The items of a tuple stand in it, those of a list where it points to. Both are
 * the container's from then on, which will release them.
 */
#ifndef REFTALLY_ARCH_FILLING_H
#define REFTALLY_ARCH_FILLING_H

#include "arch/numbering.h"

/*
 * The instructions of the function that store a register into what a call
 * returned of which `makes` is true. Returns how many; a function that is too
 * large has none.
 */
size_t filling_find(struct numbering *numbering,
                    const struct handing_code *code, uint64_t entry,
                    handing_makes *makes, uint64_t *stores, size_t room);

#endif
