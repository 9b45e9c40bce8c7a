/*
 * handing_note - what is told of a path: what it used and gave away, and what it
 * owes, or lacks, at its end.
 */
#ifndef REFTALLY_ARCH_X86_64_HANDING_NOTE_H
#define REFTALLY_ARCH_X86_64_HANDING_NOTE_H

#include "arch/x86_64/handing_state.h"

/* Nothing on this path can return or release the object any more. */
void handing_note_end(struct handing_scene *scene,
                      const struct handing_path *path, bool returned);

/* What the instruction that the path has come to did, which owed `balance`. */
void handing_note_use(struct handing *handing, const struct handing_path *path,
                      int balance);

#endif
