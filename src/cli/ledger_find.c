#include "cli/ledger_find.h"

#include <ctype.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/cli.h"
#include "report/memory.h"

/* Does `name` come from `pattern`, with any process id for %p? */
static bool
matches(const char *pattern, const char *name)
{
    while (*pattern != '\0') {
        if (strncmp(pattern, "%p", 2) == 0) {
            if (!isdigit((unsigned char)*name)) {
                return false;
            }
            while (isdigit((unsigned char)*name)) {
                name++;
            }
            pattern += 2;
        }
        else if (*pattern++ != *name++) {
            return false;
        }
    }
    return *name == '\0';
}

/*
 * The program may have been a script that started Python: its ledger bears
 * another number. Takes what matches the pattern and is newer than `since`.
 */
static char *
find_other_ledger(const char *pattern, time_t since)
{
    const char *slash = strrchr(pattern, '/');
    char *folder =
        slash != NULL
            ? memory_format("%.*s", (int)(slash - pattern + 1), pattern)
            : memory_text("./");
    const char *last = slash != NULL ? slash + 1 : pattern;
    DIR *directory = strchr(folder, '%') == NULL ? opendir(folder) : NULL;
    char *found = NULL;
    time_t newest = 0;
    struct dirent *entry;

    while (directory != NULL && (entry = readdir(directory)) != NULL) {
        struct stat status;
        char *path;

        if (!matches(last, entry->d_name)) {
            continue;
        }
        path =
            memory_format("%s%s", slash != NULL ? folder : "", entry->d_name);
        if (lstat(path, &status) == 0 && S_ISREG(status.st_mode) &&
            status.st_mtime >= since && status.st_mtime >= newest) {
            newest = status.st_mtime;
            free(found);
            found = path;
        }
        else {
            free(path);
        }
    }
    if (directory != NULL) {
        closedir(directory);
    }
    free(folder);
    return found;
}

char *
ledger_find(const char *pattern, pid_t pid, time_t since)
{
    char *path = expand_pattern(pattern, (long)pid);
    struct stat status;

    /* The library never writes over a file: an older one is not ours. */
    if (lstat(path, &status) == 0 && status.st_mtime >= since) {
        return path;
    }
    free(path);
    return find_other_ledger(pattern, since);
}
