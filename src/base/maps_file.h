/*
 * maps_file - what the kernel says is mapped: the lines of /proc/self/maps.
 */
#ifndef REFTALLY_BASE_MAPS_FILE_H
#define REFTALLY_BASE_MAPS_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct maps_line {
    uint64_t start, end;
    bool readable, writable, is_private;
    bool file;        /* some file's, which may be gone */
    uint64_t offset;  /* in that file */
    const char *text; /* all of it, without the line end */
};

/* False: that is enough. */
typedef bool maps_visit(const struct maps_line *line, void *context);

/*
 * Visits the lines in order, with `text` to work in; one that has no room in it
 * is the last. False: the file cannot be opened.
 */
bool maps_file_read(char *text, size_t size, maps_visit *visit, void *context);

#endif
