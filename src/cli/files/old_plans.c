#include "cli/files/old_plans.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/text/complain.h"
#include "report/evidence/learned.h"
#include "report/text/memory.h"
#include "report/text/words.h"

enum { BUILD_ID_DIGITS_MIN = 16 }; /* linkers write 16, 32 or 40 */

struct plan_name {
    char *name;
    int64_t used_ns;
    uint64_t bytes;
};

struct found {
    struct plan_name *plans; /* the last used first */
    size_t count;
};

/* As src/patch/plan_cache.c writes them: a build-id, "-hash" or not, "-" and how
 * references are counted (earlier ones did without), ".plan", or ".PID.tmp" if its
 * writer was killed. */
static bool
is_plan_name(const char *name)
{
    size_t digits = strspn(name, "0123456789abcdef"), pid;
    const char *rest = name + digits;

    if (digits < BUILD_ID_DIGITS_MIN) {
        return false;
    }
    if (strncmp(rest, "-hash", 5) == 0) {
        rest += 5;
    }
    if (*rest == '-') {
        rest += 1 + strspn(rest + 1, "0123456789abcdef");
    }
    if (strcmp(rest, ".plan") == 0) {
        return true;
    }
    pid = *rest == '.' ? strspn(rest + 1, "0123456789") : 0;
    return pid > 0 && strcmp(rest + 1 + pid, ".tmp") == 0;
}

static int64_t
nanoseconds(struct timespec time)
{
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

/* Where reading leaves no mark (noatime), as old as it was made. */
static int64_t
last_used(const struct stat *status)
{
    int64_t read = nanoseconds(status->st_atim);
    int64_t written = nanoseconds(status->st_mtim);

    return read > written ? read : written;
}

static int
compare_plans(const void *a, const void *b)
{
    const struct plan_name *left = (const struct plan_name *)a;
    const struct plan_name *right = (const struct plan_name *)b;

    return (left->used_ns < right->used_ns) - (left->used_ns > right->used_ns);
}

static void
find_plans(DIR *directory, struct found *found)
{
    struct dirent *entry;
    struct stat status;

    while ((entry = readdir(directory)) != NULL) {
        if (is_plan_name(entry->d_name) &&
            fstatat(dirfd(directory), entry->d_name, &status,
                    AT_SYMLINK_NOFOLLOW) == 0 &&
            S_ISREG(status.st_mode) && status.st_uid == geteuid()) {
            found->plans = (struct plan_name *)memory_room(
                found->plans, found->count, sizeof *found->plans);
            found->plans[found->count++] = (struct plan_name){
                .name = memory_text(entry->d_name),
                .used_ns = last_used(&status),
                .bytes = (uint64_t)status.st_blocks * 512,
            };
        }
    }
    if (found->count > 0) {
        qsort(found->plans, found->count, sizeof *found->plans, compare_plans);
    }
}

static bool
remove_plan(struct old_ledgers *how, int folder, const char *path,
            const struct plan_name *plan)
{
    /* Somebody else may have removed it meanwhile. */
    if (!how->dry && unlinkat(folder, plan->name, 0) != 0 && errno != ENOENT) {
        if (!how->silent) {
            complain(0, "cannot remove %s/%s: %s", path, plan->name,
                     strerror(errno));
        }
        return false;
    }
    if (!how->silent) {
        words_foreign(stdout, path);
        printf("/%s\n", plan->name);
    }
    how->removed++;
    how->bytes += plan->bytes;
    return true;
}

/* NULL: there is none, or it is a link or somebody else's. */
static DIR *
open_folder(const char *path)
{
    int fd = path == NULL
                 ? -1
                 : open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    struct stat status;
    DIR *directory = NULL;

    if (fd >= 0 && fstat(fd, &status) == 0 && status.st_uid == geteuid()) {
        directory = fdopendir(fd);
    }
    if (fd >= 0 && directory == NULL) {
        close(fd);
    }
    return directory;
}

bool
old_plans_remove(struct old_ledgers *how, uint64_t kept)
{
    char *path = learned_folder();
    DIR *directory = open_folder(path);
    struct found found = { 0 };
    uint64_t bytes = 0;
    bool removed = true;

    if (directory != NULL) {
        find_plans(directory, &found);
    }
    for (size_t i = 0; i < found.count; i++) {
        bytes += found.plans[i].bytes;
        if (bytes > kept) {
            removed =
                remove_plan(how, dirfd(directory), path, &found.plans[i]) &&
                removed;
        }
        free(found.plans[i].name);
    }
    if (directory != NULL) {
        closedir(directory);
    }
    free(found.plans);
    free(path);
    return removed;
}
