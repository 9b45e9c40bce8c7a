#include "report/input/ledger_load.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "report/input/pending_load.h"
#include "report/text/memory.h"
#include "report/text/text.h"

/* Of strings, of which none is no record. */
enum { STRING_ROOM = 8 };

/* Reads what there is; a file that shrank meanwhile leaves zeros. */
static bool
read_fully(int fd, void *buffer, uint64_t bytes, uint64_t offset)
{
    char *at = (char *)buffer;

    while (bytes > 0) {
        ssize_t got = pread(fd, at, bytes, (off_t)offset);

        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            return got == 0;
        }
        at += got;
        offset += (uint64_t)got;
        bytes -= (uint64_t)got;
    }
    return true;
}

static bool
describe(const struct reader_error *problem, const char *path,
         struct error *error)
{
    const struct record_layout *layout;

    switch (problem->problem) {
    case READER_NOT_A_LEDGER:
        return error_set(error, "%s is not a ledger", path);
    case READER_VERSION:
        return error_set(error,
                         "%s is a ledger of version %" PRIu64
                         ", this reftally reads version %d",
                         path, problem->record, LEDGER_VERSION);
    case READER_TRUNCATED:
        return error_set(error, "%s is truncated: it ends within %s", path,
                         problem->what);
    default:
        break;
    }
    layout = record_layout_find(problem->table);
    if (problem->table == LEDGER_NO_TABLE) {
        return error_set(error, "%s is damaged in its header: %s", path,
                         problem->what);
    }
    return error_set(error, "%s is damaged at %s %" PRIu64 ": %s", path,
                     layout != NULL ? layout->name : "the strings,",
                     problem->record, problem->what);
}

static bool
load_tables(struct ledger *ledger, int fd, struct error *error)
{
    struct reader_fill fill = { { 0 } };

    for (uint32_t i = 1; i < LEDGER_TABLES_KNOWN; i++) {
        const struct record_layout *layout = record_layout_find(i);
        uint64_t bytes = reader_table_bytes(ledger, i);
        /* A table that has nothing has record 0 all the same. */
        uint64_t more = layout != NULL ? layout->bytes : STRING_ROOM;

        ledger->views[i].records = calloc(1, bytes + more);
        if (ledger->views[i].records == NULL) {
            return error_set(
                error, "not enough memory for %" PRIu64 " bytes of records",
                bytes);
        }
    }
    for (uint32_t i = 0; i < ledger->header->extents; i++) {
        uint32_t table;
        uint64_t offset;
        uint64_t bytes = reader_place(ledger, i, &fill, &table, &offset);
        uint64_t place =
            LEDGER_HEADER_BYTES + (uint64_t)i * LEDGER_EXTENT_BYTES;

        if (bytes > 0 &&
            !read_fully(fd, (char *)ledger->views[table].records + offset,
                        bytes, place)) {
            return error_set(error, "cannot read: %s", strerror(errno));
        }
    }
    return true;
}

static bool
load_from(struct ledger *ledger, int fd, const char *path, struct error *error)
{
    struct reader_error problem;
    struct error reading;
    struct stat status;

    if (fstat(fd, &status) != 0) {
        return error_set(error, "cannot read %s: %s", path, strerror(errno));
    }
    if (!S_ISREG(status.st_mode)) {
        return error_set(error, "%s is not a ledger: not a regular file", path);
    }
    if (status.st_size == 0) {
        return error_set(error,
                         "%s is not a ledger: it is empty, as of a process "
                         "that was killed before it began",
                         path);
    }
    ledger->header = (struct ledger_header *)calloc(1, LEDGER_HEADER_BYTES);
    if (ledger->header == NULL) {
        return error_set(error, "%s: not enough memory", path);
    }
    if (!read_fully(fd, ledger->header, LEDGER_HEADER_BYTES, 0)) {
        return error_set(error, "cannot read %s: %s", path, strerror(errno));
    }
    if (!reader_check_header(ledger->header, (uint64_t)status.st_size,
                             &problem)) {
        return describe(&problem, path, error);
    }
    reader_measure(ledger, (uint64_t)status.st_size);
    if (!load_tables(ledger, fd, &reading)) {
        return error_set(error, "%.200s: %.200s", path, reading.text);
    }
    if (!reader_verify(ledger, &problem)) {
        return describe(&problem, path, error);
    }
    if (!pending_load(ledger)) {
        return error_set(error, "%s: not enough memory", path);
    }
    return true;
}

bool
ledger_load(struct ledger *ledger, const char *path, struct error *error)
{
    /* O_NONBLOCK: somebody may hand us a fifo. */
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    bool loaded;

    memset(ledger, 0, sizeof *ledger);
    if (fd < 0) {
        return error_set(error, "cannot open %s: %s", path, strerror(errno));
    }
    loaded = load_from(ledger, fd, path, error);
    close(fd);
    if (!loaded) {
        ledger_close(ledger);
    }
    return loaded;
}

void
ledger_close(struct ledger *ledger)
{
    for (uint32_t i = 0; i < LEDGER_TABLES_KNOWN; i++) {
        free(ledger->views[i].records);
    }
    free(ledger->header);
    memset(ledger, 0, sizeof *ledger);
}

char *
ledger_printable(const struct ledger *ledger, ledger_string string)
{
    uint32_t length;
    const char *text = ledger_text(ledger, string, &length);

    return text != NULL ? text_printable(text, length) : NULL;
}

bool
ledger_same_line(const struct ledger *ledger, uint32_t one, uint32_t other)
{
    const struct ledger_python_node *a = ledger_python_node_at(ledger, one);
    const struct ledger_python_node *b = ledger_python_node_at(ledger, other);

    return a->code == b->code && a->line == b->line;
}

uint32_t
ledger_image_of(const struct ledger *ledger, uint64_t address)
{
    for (uint32_t i = 1; i < ledger_used(ledger, LEDGER_IMAGES); i++) {
        const struct ledger_image *image = ledger_image_at(ledger, i);

        if (image->start <= address && address < image->end) {
            return i;
        }
    }
    return 0;
}

bool
ledger_image_is_interpreters(const struct ledger *ledger, uint32_t image)
{
    return (ledger_image_at(ledger, image)->flags & LEDGER_IMAGE_MAIN) != 0;
}

bool
ledger_image_is_module(const struct ledger *ledger, uint32_t image)
{
    uint32_t flags = ledger_image_at(ledger, image)->flags;

    return (flags & (LEDGER_IMAGE_MAIN | LEDGER_IMAGE_PYTHON)) ==
           LEDGER_IMAGE_PYTHON;
}

bool
ledger_ended_by_fault(const struct ledger *ledger)
{
    static const char *const faults[] = { "SIGSEGV", "SIGBUS", "SIGABRT",
                                          "SIGILL" };
    uint32_t length;
    const char *end = ledger_text(ledger, ledger->header->end_text, &length);
    bool fault = false;

    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        fault |=
            length == strlen(faults[i]) && memcmp(end, faults[i], length) == 0;
    }
    return fault;
}

char *
ledger_setting(const struct ledger *ledger, const char *setting)
{
    size_t name = strlen(setting);
    uint32_t length;
    const char *all = ledger_text(ledger, ledger->header->settings, &length);
    const char *end = all != NULL ? all + length : NULL;

    for (const char *at = all; at < end;) {
        size_t size = strnlen(at, (size_t)(end - at));

        if (size > name + 1 && at[name] == '=' &&
            memcmp(at, setting, name) == 0) {
            return memory_format("%.*s", (int)(size - name - 1), at + name + 1);
        }
        at += size + 1;
    }
    return NULL;
}
