#include "cli/files/ledger_find.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <reftally/ledger_format.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/files/file_pattern.h"
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

/* A ledger that was begun since then. */
struct candidate {
    uint64_t start_ns; /* 0: it is none */
    uint64_t pid, parent_pid;
    char *name;
};

static struct candidate
examine(int folder, const char *name, uint64_t since_ns)
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
        candidate.pid = header.pid;
        candidate.parent_pid = header.parent_pid;
    }
    close(fd);
    return candidate;
}

struct candidates {
    struct candidate *items;
    size_t count;
};

static struct candidates
list(const char *pattern, pid_t pid, uint64_t since_ns)
{
    const char *slash = strrchr(pattern, '/');
    char *above =
        slash != NULL
            ? memory_format("%.*s", (int)(slash - pattern + 1), pattern)
            : memory_text("");
    char *folder = file_pattern_expand(above, (long)pid);
    const char *last = slash != NULL ? slash + 1 : pattern;
    DIR *directory = opendir(folder[0] != '\0' ? folder : ".");
    struct candidates found = { 0 };
    struct dirent *entry;

    while (directory != NULL && (entry = readdir(directory)) != NULL) {
        struct candidate one = { 0 };

        if (matches(last, entry->d_name)) {
            one = examine(dirfd(directory), entry->d_name, since_ns);
        }
        if (one.start_ns != 0) {
            one.name = memory_format("%s%s", folder, entry->d_name);
            found.items = (struct candidate *)memory_room(
                found.items, found.count, sizeof *found.items);
            found.items[found.count++] = one;
        }
    }
    if (directory != NULL) {
        closedir(directory);
    }
    free(above);
    free(folder);
    return found;
}

static void
list_clear(struct candidates *candidates)
{
    for (size_t i = 0; i < candidates->count; i++) {
        free(candidates->items[i].name);
    }
    free(candidates->items);
}

/* How near it is to the program that was started. */
static int
nearness(const struct candidate *candidate, pid_t pid)
{
    return candidate->pid == (uint64_t)pid          ? 3
           : candidate->parent_pid == (uint64_t)pid ? 2
                                                    : 1;
}

/*
 * The program may have been a script that started Python: its ledger bears
 * another number. Of those equally near, the first one that was begun.
 */
char *
ledger_find(const char *pattern, pid_t pid, uint64_t since_ns)
{
    struct candidates all = list(pattern, pid, since_ns);
    const struct candidate *best = NULL;
    char *found;

    for (size_t i = 0; i < all.count; i++) {
        const struct candidate *one = &all.items[i];
        int more = best == NULL ? 1 : nearness(one, pid) - nearness(best, pid);

        if (more > 0 || (more == 0 && one->start_ns < best->start_ns)) {
            best = one;
        }
    }
    found = best != NULL ? memory_text(best->name) : NULL;
    list_clear(&all);
    return found;
}

/* Its parent is this process, or one of those found before. */
static bool
descends(const struct candidates *all, size_t index, const bool *found,
         pid_t pid)
{
    uint64_t parent = all->items[index].parent_pid;

    for (size_t i = 0; i < all->count; i++) {
        if (found[i] && all->items[i].pid == parent) {
            return true;
        }
    }
    return parent == (uint64_t)pid;
}

size_t
ledger_find_descendants(const char *pattern, pid_t pid, uint64_t since_ns,
                        char ***names)
{
    struct candidates all = list(pattern, pid, since_ns);
    bool *found = (bool *)memory_zeroed(all.count + 1, sizeof *found);
    size_t count = 0, before;

    *names = (char **)memory_zeroed(all.count + 1, sizeof **names);
    do {
        before = count;
        for (size_t i = 0; i < all.count; i++) {
            if (!found[i] && all.items[i].pid != (uint64_t)pid &&
                descends(&all, i, found, pid)) {
                found[i] = true;
                (*names)[count++] = memory_text(all.items[i].name);
            }
        }
    } while (count > before);
    free(found);
    list_clear(&all);
    return count;
}

enum reason
ledger_says_nothing(const char *path)
{
    struct ledger_header header = { 0 };
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    bool nothing = fd >= 0 &&
                   pread(fd, &header, sizeof header, 0) == sizeof header &&
                   header.end == LEDGER_STOPPED &&
                   (header.changes_seen == 0 ||
                    ledger_reason_is_interpreter((enum reason)header.reason));

    if (fd >= 0) {
        close(fd);
    }
    return nothing ? (enum reason)header.reason : REASON_NONE;
}

bool
ledger_reason_is_interpreter(enum reason reason)
{
    return reason == REASON_UNKNOWN_VERSION || reason == REASON_TRACE_REFS ||
           reason == REASON_FREE_THREADED || reason == REASON_OTHER_LAYOUT ||
           reason == REASON_NO_THREAD || reason == REASON_JIT;
}
