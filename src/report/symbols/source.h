/*
 * source - lines of source files, to be quoted.
 *
 * File names come from ledgers and debug information, so nothing is quoted but
 * regular files that look like source code, and no long line. A file that was
 * changed after the recording began is another one, and is not quoted.
 */
#ifndef REFTALLY_REPORT_SYMBOLS_SOURCE_H
#define REFTALLY_REPORT_SYMBOLS_SOURCE_H

#include <stddef.h>
#include <stdint.h>

struct sources;

/* `recorded_ns`: when the recording began, as CLOCK_REALTIME. */
struct sources *sources_create(uint64_t recorded_ns);
void sources_free(struct sources *sources);

/*
 * Also look for files below this folder: a/b/c.c as FOLDER/a/b/c.c, FOLDER/b/c.c
 * and FOLDER/c.c.
 */
void sources_add_folder(struct sources *sources, const char *folder);

/*
 * The line, counted from 1, printable and without the blanks around it. Valid
 * until sources_free; NULL: cannot or must not be quoted, or is empty. `image`
 * is what was compiled from it, NULL if nothing was: a file that is newer is not
 * what it was compiled from.
 */
const char *sources_line(struct sources *sources, const char *path,
                         uint32_t line, const char *image);

/* The whole file as it is; NULL: cannot or must not be quoted. */
const char *sources_text(struct sources *sources, const char *path,
                         const char *image, size_t *length);

/*
 * The same line with its indentation, tabs being as wide as they are shown; to
 * be freed. NULL: cannot or must not be quoted, or the file ends before.
 */
char *sources_whole_line(struct sources *sources, const char *path,
                         uint32_t line, const char *image);

#endif
