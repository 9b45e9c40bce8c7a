#include "probe/file/ledger_place.h"

#include "base/note.h"
#include "base/system.h"
#include "probe/state/options.h"
#include "probe/state/recorder.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
    PATH_BYTES = 4096,
    SAME_NAME_TRIES = 100,
    HOST_BYTES = 256,
};

static char path[PATH_BYTES];
static dev_t device;
static ino_t inode;

const char *
ledger_place_path(void)
{
    return path;
}

static bool
make_absolute(char *name)
{
    char directory[PATH_BYTES];
    size_t length;

    if (name[0] == '/') {
        return note_format(path, sizeof path, "%s", name) < sizeof path;
    }
    if (getcwd(directory, sizeof directory) == NULL) {
        return false;
    }
    length = note_format(path, sizeof path, "%s/%s", directory, name);
    return length < sizeof path;
}

/* Another process image under the same pid may have left a file. */
int
ledger_place_create(const char *pattern)
{
    static char host[HOST_BYTES];
    char name[PATH_BYTES];
    size_t length;
    int fd = -1;

    gethostname(host, sizeof host - 1);
    if (!options_expand_path(name, sizeof name, pattern, recorder.pid, host) ||
        !make_absolute(name)) {
        errno = ENAMETOOLONG;
        return -1;
    }
    for (length = 0; path[length] != '\0'; length++) {
    }
    for (unsigned i = 0; i < SAME_NAME_TRIES; i++) {
        if (i > 0) {
            note_format(path + length, sizeof path - length, ".%u", i);
        }
        fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                  0600);
        if (fd >= 0 || errno != EEXIST) {
            break;
        }
    }
    /* Children and other programs that are followed are meant to share it. */
    if (fd >= 0 && path[length] != '\0' && !recorder.options.follow) {
        note("%s was there already, so the ledger is %s", name, path);
    }
    return fd;
}

bool
ledger_place_remember(int fd)
{
    struct stat status;

    if (fstat(fd, &status) != 0) {
        return false;
    }
    device = status.st_dev;
    inode = status.st_ino;
    return true;
}

int
ledger_place_reopen(void)
{
    struct stat status;
    int fd = open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC);

    if (fd >= 0 && (fstat(fd, &status) != 0 || status.st_dev != device ||
                    status.st_ino != inode)) {
        close(fd);
        errno = ENOENT;
        fd = -1;
    }
    return fd;
}

void
ledger_place_give_to(uid_t owner)
{
    int kept_errno = errno, fd;
    struct stat status;

    fd = ledger_place_reopen();
    if (fd >= 0 && fstat(fd, &status) == 0 && status.st_uid != owner) {
        SYSTEM(SYS_fchown, (uint64_t)fd, owner, (uint64_t)-1);
    }
    if (fd >= 0) {
        close(fd);
    }
    errno = kept_errno;
}
