#include "report/symbols/cython_lines.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "report/text/memory.h"
#include "report/text/text.h"
#include "report/text/text_file.h"

enum { FILE_BYTES_MAX = 64 << 20, NAME_BYTES_MAX = 4096 };

/* From this line of C on, up to the next mark. */
struct mark {
    uint32_t c_line, line; /* line 0: of no statement */
    uint32_t file;         /* index of `names` */
};

/* A C file; without marks it is none of Cython's. */
struct cython_file {
    char *path;
    uint64_t changed_ns; /* UINT64_MAX: it is not there */
    struct mark *marks;
    size_t mark_count;
    char **names; /* of sources */
    size_t name_count;
};

struct cython_lines {
    uint64_t recorded_ns;
    struct cython_file *files;
    size_t count;
};

struct cython_lines *
cython_lines_create(uint64_t recorded_ns)
{
    struct cython_lines *lines =
        (struct cython_lines *)memory_zeroed(1, sizeof *lines);

    lines->recorded_ns = recorded_ns;
    return lines;
}

void
cython_lines_free(struct cython_lines *lines)
{
    for (size_t i = 0; i < lines->count; i++) {
        struct cython_file *file = &lines->files[i];

        for (size_t j = 0; j < file->name_count; j++) {
            free(file->names[j]);
        }
        free(file->names);
        free(file->marks);
        free(file->path);
    }
    free(lines->files);
    free(lines);
}

/* ---- comments ---- */

/* What is written in the comment is relative to where Cython ran: beside the C
 * file, or above it. */
static char *
source_path(const char *c_path, const char *name)
{
    const char *slash = strrchr(c_path, '/');
    int folder = slash != NULL ? (int)(slash - c_path + 1) : 0;
    const char *last = strrchr(name, '/');
    char *path = name[0] == '/' ? memory_text(name)
                                : memory_format("%.*s%s", folder, c_path, name);

    if (last != NULL && access(path, R_OK) != 0) {
        char *beside = memory_format("%.*s%s", folder, c_path, last + 1);

        if (access(beside, R_OK) == 0) {
            free(path);
            return beside;
        }
        free(beside);
    }
    return path;
}

/* By its ending: what Cython puts in itself is called otherwise. */
static bool
is_source(const char *name)
{
    const char *dot = strrchr(name, '.');

    return dot != NULL &&
           (strcmp(dot, ".pyx") == 0 || strcmp(dot, ".pxd") == 0 ||
            strcmp(dot, ".pxi") == 0 || strcmp(dot, ".py") == 0);
}

static uint32_t
file_index(struct cython_file *file, const char *name)
{
    char *path = source_path(file->path, name);

    for (size_t i = 0; i < file->name_count; i++) {
        if (strcmp(file->names[i], path) == 0) {
            free(path);
            return (uint32_t)i;
        }
    }
    file->names = (char **)memory_room(file->names, file->name_count,
                                       sizeof *file->names);
    file->names[file->name_count] = path;
    return (uint32_t)file->name_count++;
}

/* A comment that begins with "spam.pyx":8 and no more in its line. What Cython
 * puts in itself begins with the name of no file: line 0. */
static bool
read_mark(struct cython_file *file, const char *text, size_t length,
          struct mark *mark)
{
    static const char begin[] = "/* \"";
    const char *quote, *end = text + length;
    char *name, *after;
    unsigned long number;

    if (length <= sizeof begin || memcmp(text, begin, sizeof begin - 1) != 0) {
        return false;
    }
    text += sizeof begin - 1;
    quote = (const char *)memchr(text, '"', (size_t)(end - text));
    if (quote == NULL || quote + 2 >= end || quote[1] != ':' ||
        quote - text > NAME_BYTES_MAX) {
        return false;
    }
    number = strtoul(quote + 2, &after, 10);
    if (after != end || number == 0 || number > UINT32_MAX) {
        return false;
    }
    name = memory_format("%.*s", (int)(quote - text), text);
    if (is_source(name)) {
        mark->line = (uint32_t)number;
        mark->file = file_index(file, name);
    }
    free(name);
    return true;
}

static bool
begins_with(const char *text, size_t length, const char *word)
{
    size_t bytes = strlen(word);

    return length >= bytes && memcmp(text, word, bytes) == 0;
}

/* What is behind these is of no statement. */
static bool
ends_statements(const char *text, size_t length)
{
    return begins_with(text, length, "/* #### Code section: ") ||
           begins_with(text, length, "/* --- ");
}

/* Behind this is the way out of a function. */
static bool
ends_function(const char *text, size_t length)
{
    return begins_with(text, length, "/* function exit code */");
}

/* The mark that a line of C is; `function` has the line on which the function
 * begins, of which a comment that is not indented tells. */
static bool
read_line(struct cython_file *file, const char *text, size_t length,
          struct mark *function, struct mark *mark)
{
    size_t blanks = 0;

    while (blanks < length && (text[blanks] == ' ' || text[blanks] == '\t')) {
        blanks++;
    }
    text += blanks;
    length -= blanks;
    if (ends_function(text, length)) {
        mark->line = function->line;
        mark->file = function->file;
        return true;
    }
    if (!read_mark(file, text, length, mark) &&
        !ends_statements(text, length)) {
        return false;
    }
    if (blanks == 0) {
        *function = *mark;
    }
    return true;
}

static void
read_marks(struct cython_file *file, const char *text, size_t length)
{
    const char *end = text + length;
    struct mark function = { 0 };

    for (uint32_t number = 1; text < end; number++) {
        const char *stop =
            (const char *)memchr(text, '\n', (size_t)(end - text));
        struct mark mark = { .c_line = number };

        stop = stop != NULL ? stop : end;
        if (read_line(file, text, (size_t)(stop - text), &function, &mark)) {
            file->marks = (struct mark *)memory_room(
                file->marks, file->mark_count, sizeof mark);
            file->marks[file->mark_count++] = mark;
        }
        text = stop + 1;
    }
}

/* ---- files ---- */

static void
read_file(struct cython_file *file)
{
    static const char begin[] = "/* Generated by Cython ";
    struct error error;
    size_t length;
    char *text = text_file_read(file->path, FILE_BYTES_MAX, &length, &error);

    if (text != NULL && length > sizeof begin &&
        memcmp(text, begin, sizeof begin - 1) == 0) {
        read_marks(file, text, length);
    }
    free(text);
}

static const struct cython_file *
file_at(struct cython_lines *lines, const char *path)
{
    struct cython_file *file;
    const char *dot = strrchr(path, '.');

    for (size_t i = 0; i < lines->count; i++) {
        if (strcmp(lines->files[i].path, path) == 0) {
            return &lines->files[i];
        }
    }
    lines->files = (struct cython_file *)memory_room(lines->files, lines->count,
                                                     sizeof *lines->files);
    file = &lines->files[lines->count++];
    *file = (struct cython_file){ .path = memory_text(path),
                                  .changed_ns = text_file_changed_ns(path) };
    if (dot != NULL && (strcmp(dot, ".c") == 0 || strcmp(dot, ".cpp") == 0) &&
        file->changed_ns <= lines->recorded_ns) {
        read_file(file);
    }
    return file;
}

bool
cython_lines_find(struct cython_lines *lines, const char *image,
                  const char **name, uint32_t *line)
{
    const struct cython_file *file = file_at(lines, *name);
    size_t low = 0, high = file->mark_count;

    if (high == 0 ||
        (image != NULL && file->changed_ns > text_file_changed_ns(image))) {
        return false;
    }
    /* The last mark that is not behind the line. */
    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (file->marks[middle].c_line <= *line) {
            low = middle + 1;
        }
        else {
            high = middle;
        }
    }
    if (low == 0 || file->marks[low - 1].line == 0) {
        return false;
    }
    *line = file->marks[low - 1].line;
    *name = file->names[file->marks[low - 1].file];
    return true;
}
