/*
 * header_files - files of libraries that are compiled into those who use them:
 * headers of pybind11 and of C++, sources of nanobind, crates of Rust. Whoever
 * reads a report cannot change them.
 */
#ifndef REFTALLY_REPORT_SYMBOLS_HEADER_FILES_H
#define REFTALLY_REPORT_SYMBOLS_HEADER_FILES_H

#include <stdbool.h>

/* NULL, which is not known, is none. */
bool header_file(const char *path);

#endif
