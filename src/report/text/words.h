/*
 * words - the small pieces that every text is made of.
 *
 * Whatever comes from a ledger or an ELF file is made printable here.
 */
#ifndef REFTALLY_REPORT_TEXT_WORDS_H
#define REFTALLY_REPORT_TEXT_WORDS_H

#include <stdint.h>
#include <stdio.h>

/* "s", but nothing for one. */
const char *words_plural(uint64_t count);

/* Source files are known by their last part; the JSON report has it all. */
const char *words_last_part(const char *path);

/*
 * A name of C++ or Rust with "<...>" for the arguments of its templates, and
 * "(...)" for parameters, and one of Cython as it was written, as they are shown
 * to people; of what pybind11 or nanobind made for a lambda, that lambda, with
 * its parameters; other names as they are. To be freed.
 */
char *words_folded(const char *name);

/*
 * What is left of a path below a folder, which may be NULL; NULL: it is not
 * there, or leads out of it.
 */
const char *words_below(const char *path, const char *folder);

void words_foreign(FILE *file, const char *text);

#endif
