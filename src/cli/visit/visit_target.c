#include "cli/visit/visit_target.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/process/process_image.h"
#include "report/text/memory.h"

static const uint8_t system_call[] = { 0x0f, 0x05 };

/* ---- may we? ---- */

static unsigned long
status_number(pid_t pid, const char *name)
{
    char *value = process_status(pid, name);
    unsigned long number = value != NULL ? strtoul(value, NULL, 10) : 0;

    free(value);
    return number;
}

int
visit_restriction(void)
{
    FILE *file = fopen("/proc/sys/kernel/yama/ptrace_scope", "re");
    int scope = 0;

    if (file != NULL) {
        if (fscanf(file, "%d", &scope) != 1) {
            scope = 0;
        }
        fclose(file);
    }
    return scope;
}

static bool
say_forbidden(pid_t pid, unsigned long owner, struct error *error)
{
    const char *mend =
        geteuid() == 0
            ? "in a container, give it the right to: --cap-add=SYS_PTRACE"
        : owner != geteuid()      ? "type it with sudo"
        : visit_restriction() > 0 ? "type it with sudo, or, as root: sysctl "
                                    "kernel.yama.ptrace_scope=0"
                                  : "type it with sudo";

    return error_set(error, "process %d may not be looked into: %s", (int)pid,
                     mend);
}

/* Its program, if there is one, is readable. */
static bool
may_read(const struct process *process)
{
    const struct process_mapping *stack = process_find(process, "[stack]");
    uint64_t word;

    return stack != NULL &&
           process_read(process, stack->end - sizeof word, &word, sizeof word);
}

/* What a debugger would need, and what a library needs in there. */
static bool
check_process(pid_t pid, struct error *error)
{
    unsigned long tracer = status_number(pid, "TracerPid");
    unsigned long filters = status_number(pid, "Seccomp_filters");
    char *state = process_status(pid, "State");
    bool stopped = state != NULL && (state[0] == 'T' || state[0] == 't');
    bool there = state != NULL && state[0] != 'Z' && state[0] != 'X';

    free(state);
    if (!there) {
        return error_set(error, "process %d: there is none", (int)pid);
    }
    if (tracer != 0) {
        return error_set(error,
                         "process %d is in the hands of a debugger: end "
                         "process %lu first",
                         (int)pid, tracer);
    }
    if (stopped) {
        return error_set(error, "process %d is stopped: kill -CONT %d first",
                         (int)pid, (int)pid);
    }
    if (filters > status_number(getpid(), "Seccomp_filters")) {
        return error_set(error,
                         "process %d filters its system calls, and might be "
                         "killed for one of the library's: start it with "
                         "reftally run",
                         (int)pid);
    }
    return true;
}

/* ---- what is in it? ---- */

static const struct python_layout *
find_layout(const struct process_image *image, struct error *error)
{
    const struct process *process = image->process;
    uint64_t version = process_image_symbol(image, "Py_Version");
    const struct python_layout *layout;
    uint32_t number;

    if (version != 0) { /* from 3.11 */
        number = (uint32_t)process_word(process, version);
    }
    else {
        number = process_image_symbol(image, "PyIter_Send") != 0 ? 0x030a00f0
                 : process_image_symbol(image, "PyType_GetModule") != 0
                     ? 0x030900f0
                     : 0;
    }
    layout = process_image_symbol(image, "_Py_MergeZeroLocalRefcount") != 0
                 ? NULL
                 : layout_find(number, false);
    if (layout == NULL) {
        error_set(error,
                  "process %d runs no CPython 3.9 to 3.15 that can be "
                  "recorded",
                  (int)process->pid);
    }
    return layout;
}

static bool
find_python_in(struct visit_target *target, const char *path,
               struct error *error)
{
    struct process_image image;
    bool found;

    if (!process_image_open(&image, &target->process, path, error)) {
        return false;
    }
    target->runtime = process_image_symbol(&image, "_PyRuntime");
    target->layout = target->runtime != 0 ? find_layout(&image, error) : NULL;
    found = target->layout != NULL;
    if (target->runtime == 0) {
        error_set(error, "process %d runs no CPython",
                  (int)target->process.pid);
    }
    process_image_close(&image);
    return found;
}

/* In a library, or in the program itself. */
static bool
find_python(struct visit_target *target, struct error *error)
{
    const struct process *process = &target->process;
    const struct process_mapping *library = process_find(process, "libpython3");
    char *program;
    bool found;

    if (library != NULL && find_python_in(target, library->path, error)) {
        return true;
    }
    program = process_program(process);
    found = program != NULL && find_python_in(target, program, error);
    free(program);
    return found;
}

/* Any will do that the C library makes. */
static uint64_t
find_instruction(const struct process *process, const char *path)
{
    uint8_t bytes[16384];

    for (size_t i = 0; i < process->count; i++) {
        const struct process_mapping *mapping = &process->mappings[i];

        if (!mapping->executable || strcmp(mapping->path, path) != 0) {
            continue;
        }
        for (uint64_t at = mapping->start;
             at + sizeof bytes <= mapping->end &&
             process_read(process, at, bytes, sizeof bytes);
             at += sizeof bytes) {
            uint8_t *found =
                memmem(bytes, sizeof bytes, system_call, sizeof system_call);

            if (found != NULL) {
                return at + (uint64_t)(found - bytes);
            }
        }
    }
    return 0;
}

static void
find_loader(struct visit_target *target, const char *path)
{
    struct process_image image;
    struct error ignored;

    if (target->load != 0 ||
        !process_image_open(&image, &target->process, path, &ignored)) {
        return;
    }
    target->load = process_image_symbol(&image, "dlopen");
    target->find = process_image_symbol(&image, "dlsym");
    target->complain = process_image_symbol(&image, "dlerror");
    process_image_close(&image);
}

static bool
find_libc(struct visit_target *target, struct error *error)
{
    static const char *const names[] = { "libc.so", "libc-2", "libdl.so",
                                         "libdl-2" };

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const struct process_mapping *mapping =
            process_find(&target->process, names[i]);

        if (mapping == NULL) {
            continue;
        }
        find_loader(target, mapping->path);
        if (target->instruction == 0) {
            target->instruction =
                find_instruction(&target->process, mapping->path);
        }
    }
    return (target->load != 0 && target->find != 0 && target->complain != 0 &&
            target->instruction != 0) ||
           error_set(error, "process %d has no glibc that can be read",
                     (int)target->process.pid);
}

bool
visit_target_open(struct visit_target *target, pid_t pid, struct error *error)
{
    unsigned long owner = status_number(pid, "Uid");

    memset(target, 0, sizeof *target);
    target->uid = (uint32_t)owner;
    target->gid = (uint32_t)status_number(pid, "Gid");
    if (!check_process(pid, error)) {
        return false;
    }
    if (!process_open(&target->process, pid, error) ||
        !may_read(&target->process)) {
        visit_target_close(target);
        return say_forbidden(pid, owner, error);
    }
    if (!find_python(target, error) || !find_libc(target, error)) {
        visit_target_close(target);
        return false;
    }
    return true;
}

void
visit_target_close(struct visit_target *target)
{
    process_close(&target->process);
}

uint64_t
visit_target_symbol(const struct visit_target *target, const char *library,
                    const char *name)
{
    struct process now;
    struct process_image image;
    struct error ignored;
    uint64_t found = 0;

    if (!process_open(&now, target->process.pid, &ignored)) {
        return 0;
    }
    if (process_image_open(&image, &now, library, &ignored)) {
        found = process_image_symbol(&image, name);
        process_image_close(&image);
    }
    process_close(&now);
    return found;
}
