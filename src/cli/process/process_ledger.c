#include "cli/process/process_ledger.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/process/process.h"
#include "report/text/memory.h"

bool
process_ledger_header(const char *path, struct ledger_header *header)
{
    static const char magic[8] = LEDGER_MAGIC;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    bool read = fd >= 0 &&
                pread(fd, header, sizeof *header, 0) == sizeof *header &&
                memcmp(header->magic, magic, sizeof magic) == 0 &&
                header->version == LEDGER_VERSION;

    if (fd >= 0) {
        close(fd);
    }
    return read;
}

/* With `opened`, as we can open it. */
static char *
find_ledger(pid_t pid, bool opened)
{
    struct ledger_header *header = memory_zeroed(1, sizeof *header);
    char *found = NULL, *path;
    struct process now;
    struct error ignored;

    if (process_open(&now, pid, &ignored)) {
        for (size_t i = 0; found == NULL && i < now.count; i++) {
            const struct process_mapping *mapping = &now.mappings[i];

            if (mapping->path[0] != '/' || mapping->offset != 0 ||
                mapping->executable) {
                continue;
            }
            path = process_file(&now, mapping->path);
            if (process_ledger_header(path, header) &&
                header->pid == (uint64_t)now.pid) {
                found = memory_text(opened ? path : mapping->path);
            }
            free(path);
        }
        process_close(&now);
    }
    free(header);
    return found;
}

char *
process_ledger(pid_t pid)
{
    return find_ledger(pid, false);
}

char *
process_ledger_open_path(pid_t pid)
{
    return find_ledger(pid, true);
}
