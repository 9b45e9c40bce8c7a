/*
 * cython_lines - lines of C that Cython wrote become lines of its source.
 *
 * Above the C code of each statement Cython writes the statement, as a comment
 * with file and line; debug information speaks of the C file alone unless it
 * was told otherwise (emit_linenums). What a function does on its way out has the
 * line on which it begins; other code of no statement keeps its line of C.
 */
#ifndef REFTALLY_REPORT_SYMBOLS_CYTHON_LINES_H
#define REFTALLY_REPORT_SYMBOLS_CYTHON_LINES_H

#include <stdbool.h>
#include <stdint.h>

struct cython_lines;

/* `recorded_ns`: a C file that was changed later is another one. */
struct cython_lines *cython_lines_create(uint64_t recorded_ns);
void cython_lines_free(struct cython_lines *lines);

/*
 * True: `file` and `line` are those of a statement now; the name lives as long
 * as the lines. `image` is what was compiled: a C file that is newer is not what
 * it was compiled from.
 */
bool cython_lines_find(struct cython_lines *lines, const char *image,
                       const char **file, uint32_t *line);

#endif
