#include "report/text/text_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "report/text/memory.h"

static bool
read_all(int fd, char *bytes, size_t size, size_t *length)
{
    *length = 0;
    while (*length < size) {
        ssize_t got = read(fd, bytes + *length, size - *length);

        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            return got == 0;
        }
        *length += (size_t)got;
    }
    return true;
}

char *
text_file_read(const char *path, size_t bytes_max, size_t *length,
               struct error *error)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    struct stat status;
    char *bytes = NULL;

    if (fd < 0 || fstat(fd, &status) != 0) {
        error_set(error, "cannot open %s: %s", path, strerror(errno));
    }
    else if (!S_ISREG(status.st_mode)) {
        error_set(error, "%s is not a regular file", path);
    }
    else if ((uint64_t)status.st_size > bytes_max) {
        error_set(error, "%s is longer than the %zu bytes that are read", path,
                  bytes_max);
    }
    else {
        bytes = (char *)memory_zeroed((size_t)status.st_size + 1, 1);
        if (!read_all(fd, bytes, (size_t)status.st_size, length)) {
            error_set(error, "cannot read %s: %s", path, strerror(errno));
            free(bytes);
            bytes = NULL;
        }
    }
    if (fd >= 0) {
        close(fd);
    }
    return bytes;
}

uint64_t
text_file_changed_ns(const char *path)
{
    struct stat status;

    return stat(path, &status) != 0 || status.st_mtim.tv_sec < 0
               ? UINT64_MAX
               : (uint64_t)status.st_mtim.tv_sec * 1000000000u +
                     (uint64_t)status.st_mtim.tv_nsec;
}
