#include "report/input/kinds_watch.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "report/input/ledger_load.h"
#include "report/text/memory.h"

/* What is not there is 0. */
static void
read_at(int fd, void *to, uint64_t bytes, uint64_t offset)
{
    ssize_t got = pread(fd, to, bytes, (off_t)offset);
    uint64_t there = got > 0 ? (uint64_t)got : 0;

    memset((char *)to + there, 0, bytes - there);
}

static void
read_kinds(struct kinds_watch *watch, const struct ledger *ledger)
{
    uint64_t used = ledger->views[LEDGER_KINDS].used;
    struct reader_fill fill = { { 0 } };

    if (used > watch->room) {
        watch->room = (uint32_t)used;
        watch->kinds = (struct ledger_kind *)memory_resize(
            watch->kinds, watch->room, sizeof *watch->kinds);
    }
    for (uint32_t i = 0; i < ledger->header->extents; i++) {
        uint32_t table;
        uint64_t offset;
        uint64_t bytes = reader_place(ledger, i, &fill, &table, &offset);

        if (bytes > 0 && table == LEDGER_KINDS) {
            read_at(watch->fd, (char *)watch->kinds + offset, bytes,
                    LEDGER_HEADER_BYTES + (uint64_t)i * LEDGER_EXTENT_BYTES);
        }
    }
    watch->used = (uint32_t)used;
}

bool
kinds_watch_read(struct kinds_watch *watch)
{
    struct ledger_header *header =
        (struct ledger_header *)memory_zeroed(1, LEDGER_HEADER_BYTES);
    struct ledger ledger = { .header = header };
    struct reader_error problem;
    struct stat status;
    bool read;

    read_at(watch->fd, header, LEDGER_HEADER_BYTES, 0);
    read = fstat(watch->fd, &status) == 0 &&
           reader_check_header(header, (uint64_t)status.st_size, &problem);
    if (read) {
        reader_measure(&ledger, (uint64_t)status.st_size);
        read_kinds(watch, &ledger);
        free(watch->header);
        watch->header = header;
    }
    else {
        free(header);
    }
    return read;
}

bool
kinds_watch_open(struct kinds_watch *watch, const char *path,
                 struct error *error)
{
    struct stat status;

    *watch = (struct kinds_watch){
        .fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY),
    };
    if (watch->fd < 0) {
        return error_set(error, "cannot open %s: %s", path, strerror(errno));
    }
    if (fstat(watch->fd, &status) != 0 || !S_ISREG(status.st_mode) ||
        !kinds_watch_read(watch)) {
        kinds_watch_close(watch);
        return error_set(error, "%s is not a ledger that can be read", path);
    }
    return true;
}

void
kinds_watch_close(struct kinds_watch *watch)
{
    close(watch->fd);
    free(watch->header);
    free(watch->kinds);
    *watch = (struct kinds_watch){ .fd = -1 };
}
