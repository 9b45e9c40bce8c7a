#include "cli/files/runs.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cli/files/file_pattern.h"
#include "cli/files/ledger_find.h"
#include "cli/text/complain.h"
#include "cli/text/settings.h"
#include "report/run/next_command.h"
#include "report/text/memory.h"

/* The moment at which it began, in UTC. */
static const char RUN_NAMES[] = "[0-9]*-[0-9]*";

enum {
    SAME_MOMENT_TRIES = 1000, /* a microsecond each, at least */
    /* Whoever the program becomes may open its own ledger, by name. */
    FOLDER_MODE = 0711,
};

const char *
runs_place(void)
{
    const char *asked = getenv("TMPDIR");

    if (asked != NULL && asked[0] == '/') {
        return asked;
    }
    return access("/var/tmp", W_OK | X_OK) == 0 ? "/var/tmp" : "/tmp";
}

static char *
folder_of_all(void)
{
    return memory_format("%s/" RUNS_FOLDER "%ld", runs_place(),
                         (long)geteuid());
}

/* Nobody else may have made it, or may write there. */
static bool
is_own_folder(const char *path)
{
    struct stat status;

    return lstat(path, &status) == 0 && S_ISDIR(status.st_mode) &&
           status.st_uid == geteuid() && (status.st_mode & 022) == 0;
}

static bool
make_folder(const char *path)
{
    return mkdir(path, FOLDER_MODE) == 0 && chmod(path, FOLDER_MODE) == 0;
}

/* ---- all runs ---- */

struct runs {
    char *folder;
    struct dirent **entries; /* the oldest first */
    int count;
};

static int
is_run(const struct dirent *entry)
{
    return fnmatch(RUN_NAMES, entry->d_name, 0) == 0;
}

static void
runs_open(struct runs *runs)
{
    runs->folder = folder_of_all();
    runs->entries = NULL;
    runs->count =
        is_own_folder(runs->folder)
            ? scandir(runs->folder, &runs->entries, is_run, versionsort)
            : 0;
}

static char *
runs_path(const struct runs *runs, int index)
{
    return memory_format("%s/%s", runs->folder, runs->entries[index]->d_name);
}

static void
runs_close(struct runs *runs)
{
    for (int i = 0; i < runs->count; i++) {
        free(runs->entries[i]);
    }
    free(runs->entries);
    free(runs->folder);
}

/* A descriptor; -1: it is not a folder, or is used otherwise. */
static int
lock_folder(const char *path, int how)
{
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);

    if (fd >= 0 && flock(fd, how | LOCK_NB) != 0) {
        close(fd);
        fd = -1;
    }
    return fd;
}

bool
runs_remove(struct old_ledgers *how)
{
    struct old_ledgers each = *how;
    struct runs runs;
    bool removed = true;

    runs_open(&runs);
    each.keep = 0;
    for (int i = 0;
         i < runs.count && (uint64_t)i + how->keep < (uint64_t)runs.count;
         i++) {
        char *path = runs_path(&runs, i);
        int lock = lock_folder(path, LOCK_EX);

        if (lock >= 0) {
            removed = old_ledgers_remove(&each, path) && removed;
            if (!how->dry) {
                rmdir(path);
            }
            close(lock);
        }
        free(path);
    }
    runs_close(&runs);
    each.keep = how->keep;
    *how = each;
    return removed;
}

static char *
last_ledger(void)
{
    const char *name = settings_default("REFTALLY_OUTPUT");
    struct runs runs;
    char *found = NULL;

    runs_open(&runs);
    for (int i = runs.count - 1; i >= 0 && found == NULL; i--) {
        char *path = runs_path(&runs, i), *folder = file_pattern_escape(path);
        char *pattern = memory_format("%s/%s", folder, name);

        found = ledger_find(pattern, 0, 0);
        free(pattern);
        free(folder);
        free(path);
    }
    runs_close(&runs);
    return found;
}

char **
runs_ledgers(const char *command, char **ledgers)
{
    static char *last[2];

    if (*ledgers != NULL) {
        return ledgers;
    }
    last[0] = last_ledger();
    if (last[0] == NULL) {
        complain_usage(command,
                       "%s needs a ledger: no run has left one below %s",
                       command, runs_place());
        return NULL;
    }
    complain(0, "the last run: %s", last[0]);
    return last;
}

/* ---- one run ---- */

/* Between making and locking it, somebody else may take it for an old one. */
static bool
is_there(int folder)
{
    struct stat status;

    return fstat(folder, &status) == 0 && status.st_nlink > 0;
}

/* Names follow each other as moments do, also where some were removed. */
static char *
name_moment(const char *folder)
{
    struct timespec now = { 0 };
    struct tm parts;
    char moment[32];

    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &parts);
    strftime(moment, sizeof moment, "%Y%m%d-%H%M%S", &parts);
    return memory_format("%s/%s-%06ld", folder, moment, now.tv_nsec / 1000);
}

/* NULL: errno says why. */
static char *
make_run(const char *folder, int *lock)
{
    for (unsigned i = 0; i < SAME_MOMENT_TRIES; i++) {
        char *path = name_moment(folder);

        if (make_folder(path)) {
            *lock = lock_folder(path, LOCK_SH);
            if (*lock < 0 || is_there(*lock)) {
                return path;
            }
            close(*lock);
        }
        else if (errno != EEXIST) {
            free(path);
            break;
        }
        free(path);
    }
    return NULL;
}

bool
runs_begin(struct run *run, struct error *error)
{
    struct old_ledgers old = { .keep = RUNS_KEPT, .silent = true };
    char *all = folder_of_all(), *escaped;
    bool ours;

    make_folder(all);
    ours = is_own_folder(all);
    run->folder = ours ? make_run(all, &run->lock) : NULL;
    if (run->folder == NULL) {
        error_set(error, "cannot make a folder for this run in %s: %s", all,
                  ours ? strerror(errno) : "it is not ours alone");
    }
    else {
        escaped = file_pattern_escape(run->folder);
        run->pattern = memory_format("%s/%s", escaped,
                                     settings_default("REFTALLY_OUTPUT"));
        free(escaped);
        runs_remove(&old);
    }
    free(all);
    return run->folder != NULL;
}

void
runs_end(struct run *run)
{
    rmdir(run->folder);
    if (run->lock >= 0) {
        close(run->lock);
    }
    free(run->folder);
    free(run->pattern);
}
