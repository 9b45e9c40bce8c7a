#include "report/symbols/source.h"

#include <stdlib.h>
#include <string.h>

#include "report/text/memory.h"
#include "report/text/text.h"
#include "report/text/text_file.h"

enum {
    FILES_MAX = 256,
    LINES_MAX = 4096, /* quoted in all */
    WIDTH_MAX = 160,  /* bytes of a line */
    TAB_COLUMNS = 8,
};

static const size_t FILE_BYTES_MAX = 8 << 20;

struct source_file {
    char *path; /* as asked for */
    char *text; /* NULL: not to be quoted */
    size_t length;
    uint64_t changed_ns;
};

struct quoted {
    size_t file;
    uint32_t line;
    char *text; /* NULL: nothing to quote */
};

struct sources {
    uint64_t recorded_ns;
    char **folders;
    size_t folder_count;
    struct source_file *files;
    size_t file_count;
    struct quoted *lines;
    size_t line_count;
};

struct sources *
sources_create(uint64_t recorded_ns)
{
    struct sources *sources =
        (struct sources *)memory_zeroed(1, sizeof *sources);

    sources->recorded_ns = recorded_ns;
    return sources;
}

void
sources_free(struct sources *sources)
{
    for (size_t i = 0; i < sources->folder_count; i++) {
        free(sources->folders[i]);
    }
    for (size_t i = 0; i < sources->file_count; i++) {
        free(sources->files[i].path);
        free(sources->files[i].text);
    }
    for (size_t i = 0; i < sources->line_count; i++) {
        free(sources->lines[i].text);
    }
    free(sources->folders);
    free(sources->files);
    free(sources->lines);
    free(sources);
}

void
sources_add_folder(struct sources *sources, const char *folder)
{
    sources->folders = (char **)memory_room(
        sources->folders, sources->folder_count, sizeof *sources->folders);
    sources->folders[sources->folder_count++] = memory_text(folder);
}

static bool
looks_like_source(const char *path)
{
    static const char *const endings[] = {
        ".c",   ".h",   ".cc",  ".cpp", ".cxx", ".c++", ".hh",  ".hpp", ".hxx",
        ".inl", ".inc", ".def", ".py",  ".pyx", ".pxd", ".pxi", ".pyi", ".rs",
    };
    const char *dot = strrchr(path, '.');

    for (size_t i = 0; dot != NULL && i < sizeof endings / sizeof endings[0];
         i++) {
        if (strcmp(dot, endings[i]) == 0) {
            return true;
        }
    }
    return false;
}

static bool
read_file(const struct sources *sources, const char *path,
          struct source_file *file)
{
    struct error error;

    file->changed_ns = text_file_changed_ns(path);
    if (file->changed_ns <= sources->recorded_ns) {
        file->text =
            text_file_read(path, FILE_BYTES_MAX, &file->length, &error);
    }
    return file->text != NULL;
}

/* Where it says, then below the folders, by ever shorter ends of its name. */
static void
find_file(const struct sources *sources, struct source_file *file)
{
    bool found;

    if (!looks_like_source(file->path)) {
        return;
    }
    found = read_file(sources, file->path, file);
    for (size_t i = 0; !found && i < sources->folder_count; i++) {
        const char *end = file->path;

        while (!found && end != NULL) {
            char *candidate;

            end += strspn(end, "/");
            candidate = memory_format("%s/%s", sources->folders[i], end);
            found = read_file(sources, candidate, file);
            free(candidate);
            end = strchr(end, '/');
        }
    }
}

/* Its number, or FILES_MAX. */
static size_t
file_number(struct sources *sources, const char *path)
{
    struct source_file *file;

    for (size_t i = 0; i < sources->file_count; i++) {
        if (strcmp(sources->files[i].path, path) == 0) {
            return i;
        }
    }
    if (sources->file_count == FILES_MAX) {
        return FILES_MAX;
    }
    sources->files = (struct source_file *)memory_room(
        sources->files, sources->file_count, sizeof *sources->files);
    file = &sources->files[sources->file_count];
    *file = (struct source_file){ .path = memory_text(path) };
    find_file(sources, file);
    return sources->file_count++;
}

static bool
is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\f';
}

/* To be freed. A tab is a space: none is needed before what a line says. */
static char *
shown(const char *line, size_t length)
{
    char text[WIDTH_MAX];

    for (size_t i = 0; i < length; i++) {
        text[i] = line[i];
        if (line[i] == '\t') {
            text[i] = ' ';
        }
    }
    return text_printable(text, length);
}

/* Where a line begins, and its length in bytes; NULL: the file ends before. */
static const char *
find_line(const struct source_file *file, uint32_t number, size_t *length)
{
    const char *at = file->text, *end = file->text + file->length;
    const char *stop;

    for (uint32_t i = 1; at != NULL && i < number; i++) {
        at = (const char *)memchr(at, '\n', (size_t)(end - at));
        at = at != NULL ? at + 1 : NULL;
    }
    if (at == NULL || at == end) {
        return NULL;
    }
    stop = (const char *)memchr(at, '\n', (size_t)(end - at));
    *length = (size_t)((stop != NULL ? stop : end) - at);
    return at;
}

static char *
line_of(const struct source_file *file, uint32_t number)
{
    size_t length;
    const char *at = find_line(file, number, &length), *stop;

    if (at == NULL) {
        return NULL;
    }
    stop = at + length;
    while (at < stop && is_blank(*at)) {
        at++;
    }
    while (at < stop && is_blank(stop[-1])) {
        stop--;
    }
    length = (size_t)(stop - at);
    return length > 0 ? shown(at, length < WIDTH_MAX ? length : WIDTH_MAX)
                      : NULL;
}

/* With blanks for tabs, and no wider than WIDTH_MAX. */
static char *
whole_line_of(const struct source_file *file, uint32_t number)
{
    char text[WIDTH_MAX];
    size_t length, width = 0;
    const char *at = find_line(file, number, &length);

    if (at == NULL) {
        return NULL;
    }
    while (length > 0 && is_blank(at[length - 1])) {
        length--;
    }
    for (size_t i = 0; i < length && width < WIDTH_MAX; i++) {
        if (at[i] != '\t') {
            text[width++] = at[i];
            continue;
        }
        do {
            text[width++] = ' ';
        } while (width % TAB_COLUMNS != 0 && width < WIDTH_MAX);
    }
    return text_printable(text, width);
}

/* The file, if it may be quoted; NULL. */
static const struct source_file *
quotable(struct sources *sources, const char *path, const char *image,
         size_t *number)
{
    *number = path != NULL ? file_number(sources, path) : FILES_MAX;
    if (*number == FILES_MAX || sources->files[*number].text == NULL ||
        (image != NULL &&
         text_file_changed_ns(image) < sources->files[*number].changed_ns)) {
        return NULL;
    }
    return &sources->files[*number];
}

const char *
sources_text(struct sources *sources, const char *path, const char *image,
             size_t *length)
{
    size_t number;
    const struct source_file *file = quotable(sources, path, image, &number);

    *length = file != NULL ? file->length : 0;
    return file != NULL ? file->text : NULL;
}

char *
sources_whole_line(struct sources *sources, const char *path, uint32_t line,
                   const char *image)
{
    size_t number;
    const struct source_file *file = quotable(sources, path, image, &number);

    return file != NULL && line != 0 ? whole_line_of(file, line) : NULL;
}

const char *
sources_line(struct sources *sources, const char *path, uint32_t line,
             const char *image)
{
    size_t file;

    if (line == 0 || quotable(sources, path, image, &file) == NULL) {
        return NULL;
    }
    for (size_t i = 0; i < sources->line_count; i++) {
        if (sources->lines[i].file == file && sources->lines[i].line == line) {
            return sources->lines[i].text;
        }
    }
    if (sources->line_count == LINES_MAX) {
        return NULL;
    }
    sources->lines = (struct quoted *)memory_room(
        sources->lines, sources->line_count, sizeof *sources->lines);
    sources->lines[sources->line_count] =
        (struct quoted){ file, line, line_of(&sources->files[file], line) };
    return sources->lines[sources->line_count++].text;
}
