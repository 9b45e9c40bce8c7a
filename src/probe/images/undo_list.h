/*
 * undo_list - what was changed in code, kept so that it can be changed back.
 */
#ifndef REFTALLY_PROBE_IMAGES_UNDO_LIST_H
#define REFTALLY_PROBE_IMAGES_UNDO_LIST_H

#include "patch/apply.h"

/* Changed from now on. False: there is no memory, and nothing may be changed. */
struct undo *undo_list_prepare(const struct plan *plan,
                               const struct image *image);
void undo_list_add(struct undo *undo, const struct applied *applied);

bool undo_list_is_empty(void);

/* Changes all back, the latest first, between live_edits_begin and
 * live_edits_end. What cannot be is left, with all that came before it. */
enum apply_result undo_list_take_back(void);

/* All was changed back: returns the memory of the stubs. False: a thread is in
 * one, or in the library, and they stay. */
bool undo_list_release(void);

#endif
