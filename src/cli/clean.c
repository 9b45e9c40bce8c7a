#include "cli/cli.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <reftally/ledger_format.h>

#include "cli/command_line.h"
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

struct cleaning {
    int folder;
    bool dry;
    uint64_t keep;
    struct old_ledger *ledgers;
    size_t count, removed;
    uint64_t bytes;
};

static void
print_help(void)
{
    puts("Usage: reftally clean [OPTION]... [FOLDER]\n"
         "Removes the ledgers that recordings left in a folder, the current "
         "one if none is\ngiven, and the reports of the same processes: "
         "reftally.PID.ledger, reftally.PID.txt\nand so on. What is no ledger, "
         "or belongs to a process that still runs, stays.\n\n"
         "  --keep=N   keep the last N ledgers; default 0\n"
         "  --dry-run  only say what would be removed\n"
         "  --help     print this");
}

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
find_ledgers(struct cleaning *cleaning, DIR *directory)
{
    struct dirent *entry;
    struct old_ledger ledger;

    while ((entry = readdir(directory)) != NULL) {
        if (fnmatch(LEDGER_NAMES, entry->d_name, 0) == 0 &&
            is_old_ledger(cleaning->folder, entry->d_name, &ledger)) {
            cleaning->ledgers = (struct old_ledger *)memory_room(
                cleaning->ledgers, cleaning->count, sizeof ledger);
            cleaning->ledgers[cleaning->count++] = ledger;
        }
    }
    if (cleaning->count > 0) {
        qsort(cleaning->ledgers, cleaning->count, sizeof ledger,
              compare_ledgers);
    }
}

static bool
remove_file(struct cleaning *cleaning, const char *name)
{
    struct stat status;

    if (fstatat(cleaning->folder, name, &status, AT_SYMLINK_NOFOLLOW) != 0 ||
        !S_ISREG(status.st_mode)) {
        return true;
    }
    words_foreign(stdout, name);
    putchar('\n');
    if (!cleaning->dry && unlinkat(cleaning->folder, name, 0) != 0) {
        complain(0, "cannot remove %s: %s", name, strerror(errno));
        return false;
    }
    cleaning->removed++;
    cleaning->bytes += (uint64_t)status.st_blocks * 512;
    return true;
}

/* Ledgers of the same process may be several: with the last go its reports. */
static bool
has_another(const struct cleaning *cleaning, size_t index)
{
    for (size_t i = index + 1; i < cleaning->count; i++) {
        if (cleaning->ledgers[i].pid == cleaning->ledgers[index].pid) {
            return true;
        }
    }
    return false;
}

static bool
remove_reports(struct cleaning *cleaning, DIR *directory, long pid)
{
    char *pattern = memory_format(REPORT_NAMES, pid);
    struct dirent *entry;
    bool removed = true;

    rewinddir(directory);
    while ((entry = readdir(directory)) != NULL) {
        if (fnmatch(pattern, entry->d_name, 0) == 0 &&
            fnmatch(LEDGER_NAMES, entry->d_name, 0) != 0) {
            removed = remove_file(cleaning, entry->d_name) && removed;
        }
    }
    free(pattern);
    return removed;
}

static int
clean_folder(struct cleaning *cleaning, const char *path)
{
    DIR *directory = opendir(path);
    bool removed = true;

    if (directory == NULL) {
        return complain(EXIT_UNREADABLE, "cannot open %s: %s", path,
                        strerror(errno));
    }
    cleaning->folder = dirfd(directory);
    find_ledgers(cleaning, directory);
    for (size_t i = 0; i < cleaning->count; i++) {
        if (i + cleaning->keep < cleaning->count) {
            removed = remove_file(cleaning, cleaning->ledgers[i].name) &&
                      (has_another(cleaning, i) ||
                       remove_reports(cleaning, directory,
                                      cleaning->ledgers[i].pid)) &&
                      removed;
        }
    }
    for (size_t i = 0; i < cleaning->count; i++) {
        free(cleaning->ledgers[i].name);
    }
    closedir(directory);
    free(cleaning->ledgers);
    printf("%zu file%s%s, %llu MiB\n", cleaning->removed,
           words_plural(cleaning->removed),
           cleaning->dry ? " would be removed" : " removed",
           (unsigned long long)(cleaning->bytes >> 20));
    return removed ? EXIT_CLEAN : EXIT_UNREADABLE;
}

static int
take_option(void *request, int option, const char *value)
{
    struct cleaning *cleaning = request;

    if (option == 'd') {
        cleaning->dry = true;
    }
    else if (!command_line_number(value, 0, SIZE_MAX, &cleaning->keep)) {
        return complain_usage(
            "clean", "--keep is '%s', allowed is a number of ledgers", value);
    }
    return EXIT_CLEAN;
}

int
command_clean(int argc, char **argv)
{
    static const struct option options[] = {
        { "keep", required_argument, NULL, 'k' },
        { "dry-run", no_argument, NULL, 'd' },
        { "help", no_argument, NULL, 'h' },
        { 0 },
    };
    static const struct command_line line = {
        .name = "clean",
        .print_help = print_help,
        .options = options,
        .take = take_option,
        .most = 1,
        .wants = "takes one folder",
    };
    struct cleaning cleaning = { 0 };
    int status;

    if (!command_line_read(&line, argc, argv, &cleaning, &status)) {
        return status;
    }
    return clean_folder(&cleaning, optind < argc ? argv[optind] : ".");
}
