#include "cli/ledger_find.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <reftally/ledger_format.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "report/text/memory.h"

static const char digits[] = "0123456789";

/* Behind `text` if `name` begins with it, else NULL. */
static const char *
skip_text(const char *name, const char *text)
{
    size_t length = strlen(text);

    return strncmp(name, text, length) == 0 ? name + length : NULL;
}

/* Behind a number, NULL if there is none. */
static const char *
skip_number(const char *name)
{
    size_t length = strspn(name, digits);

    return length > 0 ? name + length : NULL;
}

/*
 * Does `name` come from `pattern`, with any process id for %p? The library
 * appends .1, .2 ... where a name is taken.
 */
static bool
matches(const char *pattern, const char *name)
{
    char host[256] = "";

    gethostname(host, sizeof host - 1);
    while (name != NULL && *pattern != '\0') {
        if (strncmp(pattern, "%p", 2) == 0) {
            name = skip_number(name);
            pattern += 2;
        }
        else if (strncmp(pattern, "%h", 2) == 0) {
            name = skip_text(name, host);
            pattern += 2;
        }
        else {
            pattern += strncmp(pattern, "%%", 2) == 0;
            name = *pattern == *name ? name + 1 : NULL;
            pattern++;
        }
    }
    if (name != NULL && *name == '.') {
        name = skip_number(name + 1);
    }
    return name != NULL && *name == '\0';
}

/* How near a ledger is to the program that was started; 0: not its own. */
struct candidate {
    int nearness;
    uint64_t start_ns;
};

static struct candidate
examine(int folder, const char *name, pid_t pid, uint64_t since_ns)
{
    static const char magic[8] = LEDGER_MAGIC;
    struct candidate candidate = { 0 };
    struct ledger_header header;
    int fd = openat(folder, name,
                    O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY);

    if (fd < 0) {
        return candidate;
    }
    if (pread(fd, &header, sizeof header, 0) == sizeof header &&
        memcmp(header.magic, magic, sizeof magic) == 0 &&
        header.start_realtime_ns >= since_ns) {
        candidate.start_ns = header.start_realtime_ns;
        candidate.nearness = header.pid == (uint64_t)pid          ? 3
                             : header.parent_pid == (uint64_t)pid ? 2
                                                                  : 1;
    }
    close(fd);
    return candidate;
}

/*
 * The program may have been a script that started Python: its ledger bears
 * another number. Of those equally near, the first one that was begun.
 */
char *
ledger_find(const char *pattern, pid_t pid, uint64_t since_ns)
{
    const char *slash = strrchr(pattern, '/');
    char *above =
        slash != NULL
            ? memory_format("%.*s", (int)(slash - pattern + 1), pattern)
            : memory_text("");
    char *folder = expand_pattern(above, (long)pid);
    const char *last = slash != NULL ? slash + 1 : pattern;
    DIR *directory = opendir(folder[0] != '\0' ? folder : ".");
    struct candidate best = { 0 };
    char *found = NULL;
    struct dirent *entry;

    while (directory != NULL && (entry = readdir(directory)) != NULL) {
        struct candidate one = { 0 };

        if (matches(last, entry->d_name)) {
            one = examine(dirfd(directory), entry->d_name, pid, since_ns);
        }
        if (one.nearness > best.nearness ||
            (one.nearness > 0 && one.nearness == best.nearness &&
             one.start_ns < best.start_ns)) {
            best = one;
            free(found);
            found = memory_format("%s%s", folder, entry->d_name);
        }
    }
    if (directory != NULL) {
        closedir(directory);
    }
    free(above);
    free(folder);
    return found;
}

bool
ledger_says_nothing(const char *path)
{
    struct ledger_header header;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    bool nothing = fd >= 0 &&
                   pread(fd, &header, sizeof header, 0) == sizeof header &&
                   header.end == LEDGER_STOPPED && header.changes_seen == 0;

    if (fd >= 0) {
        close(fd);
    }
    return nothing;
}
