#include "cli/files/old_ledgers.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <reftally/ledger_format.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/text/complain.h"
#include "report/text/memory.h"
#include "report/text/words.h"

/* What recordings leave in a folder when nobody names another file. */
static const char LEDGER_NAMES[] = "reftally.[0-9]*.ledger*";
static const char REPORT_NAMES[] = "reftally.%ld.*";

struct old_ledger {
    char *name;
    long pid;
    int64_t changed_ns;
};

struct search {
    const char *path;
    int folder;
    struct old_ledger *ledgers; /* oldest first */
    size_t count;
};

/* A ledger of this user whose process has ended. */
static bool
is_old_ledger(int folder, const char *name, struct old_ledger *ledger)
{
    int fd =
        openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    struct ledger_header header;
    struct stat status;
    bool old = fd >= 0 && fstat(fd, &status) == 0 && S_ISREG(status.st_mode) &&
               status.st_uid == geteuid() &&
               pread(fd, &header, sizeof header, 0) == sizeof header &&
               memcmp(&header, LEDGER_MAGIC, sizeof LEDGER_MAGIC - 1) == 0 &&
               (header.end != LEDGER_RUNNING ||
                (kill((pid_t)header.pid, 0) != 0 && errno == ESRCH));

    if (old) {
        *ledger = (struct old_ledger){
            .name = memory_text(name),
            .pid = (long)header.pid,
            .changed_ns = (int64_t)status.st_mtim.tv_sec * 1000000000 +
                          status.st_mtim.tv_nsec,
        };
    }
    if (fd >= 0) {
        close(fd);
    }
    return old;
}

/* Oldest first. */
static int
compare_ledgers(const void *a, const void *b)
{
    const struct old_ledger *left = (const struct old_ledger *)a;
    const struct old_ledger *right = (const struct old_ledger *)b;

    return (left->changed_ns > right->changed_ns) -
           (left->changed_ns < right->changed_ns);
}

static void
find_ledgers(struct search *search, DIR *directory)
{
    struct dirent *entry;
    struct old_ledger ledger;

    while ((entry = readdir(directory)) != NULL) {
        if (fnmatch(LEDGER_NAMES, entry->d_name, 0) == 0 &&
            is_old_ledger(search->folder, entry->d_name, &ledger)) {
            search->ledgers = (struct old_ledger *)memory_room(
                search->ledgers, search->count, sizeof ledger);
            search->ledgers[search->count++] = ledger;
        }
    }
    if (search->count > 0) {
        qsort(search->ledgers, search->count, sizeof ledger, compare_ledgers);
    }
}

static bool
remove_file(const struct search *search, struct old_ledgers *how,
            const char *name)
{
    struct stat status;

    if (fstatat(search->folder, name, &status, AT_SYMLINK_NOFOLLOW) != 0 ||
        !S_ISREG(status.st_mode)) {
        return true;
    }
    if (!how->silent) {
        words_foreign(stdout, search->path);
        putchar('/');
        words_foreign(stdout, name);
        putchar('\n');
    }
    if (!how->dry && unlinkat(search->folder, name, 0) != 0) {
        complain(0, "cannot remove %s/%s: %s", search->path, name,
                 strerror(errno));
        return false;
    }
    how->removed++;
    how->bytes += (uint64_t)status.st_blocks * 512;
    return true;
}

/* Ledgers of the same process may be several: with the last go its reports. */
static bool
has_another(const struct search *search, size_t index)
{
    for (size_t i = index + 1; i < search->count; i++) {
        if (search->ledgers[i].pid == search->ledgers[index].pid) {
            return true;
        }
    }
    return false;
}

static bool
remove_reports(const struct search *search, struct old_ledgers *how,
               DIR *directory, long pid)
{
    char *pattern = memory_format(REPORT_NAMES, pid);
    struct dirent *entry;
    bool removed = true;

    rewinddir(directory);
    while ((entry = readdir(directory)) != NULL) {
        if (fnmatch(pattern, entry->d_name, 0) == 0 &&
            fnmatch(LEDGER_NAMES, entry->d_name, 0) != 0) {
            removed = remove_file(search, how, entry->d_name) && removed;
        }
    }
    free(pattern);
    return removed;
}

bool
old_ledgers_remove(struct old_ledgers *how, const char *path)
{
    DIR *directory = opendir(path);
    struct search search = { .path = path };
    bool removed = true;

    if (directory == NULL) {
        complain(0, "cannot open %s: %s", path, strerror(errno));
        return false;
    }
    search.folder = dirfd(directory);
    find_ledgers(&search, directory);
    for (size_t i = 0; i < search.count; i++) {
        if (i + how->keep < search.count) {
            removed = remove_file(&search, how, search.ledgers[i].name) &&
                      (has_another(&search, i) ||
                       remove_reports(&search, how, directory,
                                      search.ledgers[i].pid)) &&
                      removed;
        }
    }
    for (size_t i = 0; i < search.count; i++) {
        free(search.ledgers[i].name);
    }
    closedir(directory);
    free(search.ledgers);
    return removed;
}
