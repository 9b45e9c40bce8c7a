#include "cli/process/process.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "report/text/memory.h"

enum { PATH_BYTES = 4096 };

/* To be freed; NULL: it cannot be read. */
static char *
read_link(pid_t pid, const char *name)
{
    char *path = memory_format("/proc/%d/%s", (int)pid, name), *target = NULL;
    char text[PATH_BYTES];
    ssize_t length = readlink(path, text, sizeof text - 1);

    if (length > 0) {
        text[length] = '\0';
        target = memory_text(text);
    }
    free(path);
    return target;
}

/* The kernel names files as we would: below the other's root. */
static const char *
own_name(const struct process *process, const char *path)
{
    size_t length = process->root != NULL ? strlen(process->root) : 0;

    return length > 1 && strncmp(path, process->root, length) == 0 &&
                   path[length] == '/'
               ? path + length
               : path;
}

static void
add_mapping(struct process *process, const char *line)
{
    struct process_mapping *mapping;
    unsigned long long start, end, offset;
    char rights[5], *name;
    int path = 0;

    if (sscanf(line, "%llx-%llx %4s %llx %*s %*s %n", &start, &end, rights,
               &offset, &path) < 4 ||
        path == 0) {
        return;
    }
    process->mappings = memory_room(process->mappings, process->count,
                                    sizeof *process->mappings);
    mapping = &process->mappings[process->count++];
    name = memory_format("%.*s", (int)strcspn(line + path, "\n"), line + path);
    *mapping = (struct process_mapping){
        .start = start,
        .end = end,
        .offset = offset,
        .executable = rights[2] == 'x',
        .path = memory_text(own_name(process, name)),
    };
    free(name);
}

bool
process_open(struct process *process, pid_t pid, struct error *error)
{
    char *name = memory_format("/proc/%d/maps", (int)pid), *line = NULL;
    FILE *file = fopen(name, "re");
    size_t room = 0;

    memset(process, 0, sizeof *process);
    process->pid = pid;
    process->root = read_link(pid, "root");
    while (file != NULL && getline(&line, &room, file) > 0) {
        add_mapping(process, line);
    }
    if (process->count == 0) {
        error_set(error, "process %d: %s", (int)pid,
                  file != NULL      ? "it has ended, or is the kernel's"
                  : errno == ENOENT ? "there is none"
                                    : strerror(errno));
    }
    if (file != NULL) {
        fclose(file);
    }
    free(line);
    free(name);
    return process->count > 0;
}

void
process_close(struct process *process)
{
    for (size_t i = 0; i < process->count; i++) {
        free(process->mappings[i].path);
    }
    free(process->mappings);
    free(process->root);
    memset(process, 0, sizeof *process);
}

bool
process_read(const struct process *process, uint64_t address, void *to,
             size_t bytes)
{
    struct iovec own = { to, bytes };
    struct iovec other = { (void *)(uintptr_t)address, bytes };

    return process_vm_readv(process->pid, &own, 1, &other, 1, 0) ==
           (ssize_t)bytes;
}

bool
process_write(const struct process *process, uint64_t address, const void *from,
              size_t bytes)
{
    struct iovec own = { (void *)(uintptr_t)from, bytes };
    struct iovec other = { (void *)(uintptr_t)address, bytes };

    return process_vm_writev(process->pid, &own, 1, &other, 1, 0) ==
           (ssize_t)bytes;
}

uint64_t
process_word(const struct process *process, uint64_t address)
{
    uint64_t word;

    return process_read(process, address, &word, sizeof word) ? word : 0;
}

char *
process_file(const struct process *process, const char *path)
{
    return memory_format("/proc/%d/root%s", (int)process->pid, path);
}

static bool
is_named(const char *path, const char *name)
{
    const char *last = strrchr(path, '/');

    return name[0] == '/' || name[0] == '['
               ? strcmp(path, name) == 0
               : last != NULL && strncmp(last + 1, name, strlen(name)) == 0;
}

const struct process_mapping *
process_find(const struct process *process, const char *name)
{
    for (size_t i = 0; i < process->count; i++) {
        if (is_named(process->mappings[i].path, name)) {
            return &process->mappings[i];
        }
    }
    return NULL;
}

char *
process_program(const struct process *process)
{
    char *link = read_link(process->pid, "exe");
    char *name = link == NULL ? NULL : memory_text(own_name(process, link));

    free(link);
    return name;
}

char *
process_status(pid_t pid, const char *name)
{
    char *path = memory_format("/proc/%d/status", (int)pid);
    char *line = NULL, *found = NULL;
    FILE *file = fopen(path, "re");
    size_t room = 0, length = strlen(name);

    while (file != NULL && found == NULL && getline(&line, &room, file) > 0) {
        if (strncmp(line, name, length) == 0 && line[length] == ':') {
            const char *value = line + length + 1;

            value += strspn(value, " \t");
            found = memory_format("%.*s", (int)strcspn(value, "\n"), value);
        }
    }
    if (file != NULL) {
        fclose(file);
    }
    free(line);
    free(path);
    return found;
}

pid_t *
process_threads(pid_t pid, size_t *count)
{
    char *path = memory_format("/proc/%d/task", (int)pid);
    DIR *directory = opendir(path);
    pid_t *threads = NULL;
    struct dirent *entry;

    *count = 0;
    while (directory != NULL && (entry = readdir(directory)) != NULL) {
        if (isdigit((unsigned char)entry->d_name[0])) {
            threads = memory_room(threads, *count, sizeof *threads);
            threads[(*count)++] = (pid_t)strtol(entry->d_name, NULL, 10);
        }
    }
    if (directory != NULL) {
        closedir(directory);
    }
    free(path);
    return threads;
}

bool
process_is_there(pid_t pid)
{
    char *state = process_status(pid, "State");
    bool there = state != NULL && state[0] != 'Z' && state[0] != 'X';

    free(state);
    return there;
}

static int64_t
thread_sleeps(pid_t thread)
{
    char *state = process_status(thread, "State");
    char *switches = process_status(thread, "voluntary_ctxt_switches");
    int64_t sleeps = state != NULL && state[0] == 'S' && switches != NULL
                         ? strtoll(switches, NULL, 10)
                         : -1;

    free(state);
    free(switches);
    return sleeps;
}

int64_t
process_sleeps(pid_t pid)
{
    size_t count;
    pid_t *threads = process_threads(pid, &count);
    int64_t all = threads != NULL && count > 0 ? 0 : -1;

    for (size_t i = 0; i < count && all >= 0; i++) {
        int64_t sleeps = thread_sleeps(threads[i]);

        all = sleeps >= 0 ? all + sleeps : -1;
    }
    free(threads);
    return all;
}
