/*
 * header_files - files of libraries that are compiled into those who use them:
 * headers of pybind11 and of C++, crates of Rust. Whoever reads a report cannot
 * change them.
 */
#ifndef REFTALLY_REPORT_SYMBOLS_HEADER_FILES_H
#define REFTALLY_REPORT_SYMBOLS_HEADER_FILES_H

#include <stdbool.h>

#include "report/symbols/stacks.h"

/* NULL, which is not known, is none. */
bool header_file(const char *path);

/*
 * The frame itself, or if it is of such a file, the next one outward in the same
 * image that is of another; the frame itself if there is none.
 */
size_t header_file_user(const struct stack *stack, size_t frame);

/*
 * Whether the frame is of such a file, and another one of those that are in the
 * same image as it, without a gap, is not: between Python and what the user
 * wrote, or below that.
 */
bool header_file_serves(const struct stack *stack, size_t frame);

#endif
