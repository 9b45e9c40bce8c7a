/*
 * library_frames - calls in code of a library that is compiled into its users:
 * headers of pybind11 and of C++, crates of Rust, what Cython writes into each
 * module. Whoever reads a report cannot change them.
 */
#ifndef REFTALLY_REPORT_SYMBOLS_LIBRARY_FRAMES_H
#define REFTALLY_REPORT_SYMBOLS_LIBRARY_FRAMES_H

#include <stdbool.h>

#include "report/symbols/stacks.h"

/*
 * The frame itself, or if it is of such a library, the next one outward in the
 * same image that is of another; the frame itself if there is none.
 */
size_t library_frame_user(const struct stack *stack, size_t frame);

/*
 * Whether the frame is of such a library, and another one of those that are in
 * the same image as it, without a gap, is not: between Python and what the user
 * wrote, or below that. Or it is known to serve by other stacks.
 */
bool library_frame_serves(const struct stack *stack, size_t frame);

/* A flag for each image, whether a frame is of a source of its own; to be
   freed. */
bool *library_users_none(const struct ledger *ledger);
void library_users_add(bool *users, const struct stack *stack);

/* The frames that serve, as others of their images have shown. */
void library_users_settle(const bool *users, struct stack *stack);

#endif
