/*
 * supervise - run a program, and refuse a system call that the library makes.
 *
 *     supervise LIBRARY LIST WHICH SKIP COUNT ERROR COMMAND [ARGUMENT...]
 *
 * Whose a call is, is told by its stack: the library's, if the innermost caller
 * outside libc, the dynamic linker and libunwind is in LIBRARY. Of the calls of
 * the library (in the process, its threads and its forked children) that WHICH
 * names, COUNT ones behind the first SKIP are refused with ERROR: they are not
 * made. With an ERROR of 0 the process that makes the call is killed instead.
 * WHICH is "all", or NUMBER, or PHASE:NUMBER:START:END, where the call is made
 * from between these offsets in LIBRARY (hexadecimal).
 *
 * Each call of the library is one line of LIST: "PHASE NUMBER OFFSET", and
 * "refused" behind it if it was. A new phase begins whenever the program itself
 * writes to its standard output; "child" is that of all forked children. The
 * exit status is the program's, 128 + number for a signal.
 *
 * The program does not see the vDSO, so that reading a clock is a call.
 */
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#include <libunwind-ptrace.h>

#define CHILD "child" /* the phase of all that are forked */

enum {
    TRACEES_MAX = 256,
    RANGES_MAX = 4096,
    FRAMES_MAX = 40,
    PATH_BYTES = 4096,
    PHASE_BYTES = 16,
    STACK_WORDS_MAX = 1 << 16,
    STATUS_BROKEN = 125,
    SIGNAL_STATUS = 128,
};

enum owner { OWNER_HOST, OWNER_LIBRARY, OWNER_BETWEEN, OWNER_UNKNOWN };

struct range {
    uint64_t start, end, bias;
    enum owner owner;
};

struct tracee {
    pid_t pid;
    void *unwinding;
    bool child;   /* of another process than the first */
    bool refused; /* the call that it is in */
};

static struct {
    const char *library;
    FILE *list;
    char phase[PHASE_BYTES]; /* of the calls that are counted, or "": any */
    long number;             /* ... or -1: any */
    unsigned long start, end;
    long skip, count;
    int error;
} asked;

static struct tracee tracees[TRACEES_MAX];
static struct range ranges[RANGES_MAX];
static size_t range_count;
static unw_addr_space_t space;
static pid_t first;
static long seen;
static unsigned phase;

static void
give_up(const char *what)
{
    fprintf(stderr, "supervise: %s: %s\n", what, strerror(errno));
    exit(STATUS_BROKEN);
}

/* ---- whose it is ---- */

static enum owner
owner_of_file(const char *path)
{
    static const char *const between[] = {
        "libc.so",  "libc-2",  "ld-linux", "libpthread", "libunwind",
        "libZydis", "liblzma", "libgcc_s", "ld-2",       "[vdso]"
    };
    const char *name =
        strrchr(path, '/') != NULL ? strrchr(path, '/') + 1 : path;

    if (strcmp(path, asked.library) == 0) {
        return OWNER_LIBRARY;
    }
    for (size_t i = 0; i < sizeof between / sizeof *between; i++) {
        if (strncmp(name, between[i], strlen(between[i])) == 0) {
            return OWNER_BETWEEN;
        }
    }
    return OWNER_HOST;
}

static void
read_ranges(pid_t pid)
{
    char name[64], line[PATH_BYTES + 128];
    FILE *file;

    snprintf(name, sizeof name, "/proc/%d/maps", (int)pid);
    file = fopen(name, "re");
    range_count = 0;
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        unsigned long start, end, offset;
        char rights[8], path[PATH_BYTES] = "";

        if (sscanf(line, "%lx-%lx %7s %lx %*s %*s %4095[^\n]", &start, &end,
                   rights, &offset, path) < 4 ||
            rights[2] != 'x' || range_count == RANGES_MAX) {
            continue;
        }
        ranges[range_count++] =
            (struct range){ start, end, start - offset, owner_of_file(path) };
    }
    if (file != NULL) {
        fclose(file);
    }
}

static const struct range *
range_around(uint64_t address)
{
    for (size_t i = 0; i < range_count; i++) {
        if (address >= ranges[i].start && address < ranges[i].end) {
            return &ranges[i];
        }
    }
    return NULL;
}

static const struct range *
range_of(pid_t pid, uint64_t address)
{
    const struct range *range = range_around(address);

    if (range == NULL) {
        read_ranges(pid);
        unw_flush_cache(space, 0, 0);
        range = range_around(address);
    }
    return range;
}

/* The library's own call: where it is made. */
static bool
is_own(struct tracee *tracee, uint64_t pc, uint64_t *offset)
{
    const struct range *range = range_of(tracee->pid, pc);
    unw_cursor_t cursor;
    unw_word_t at = pc;

    if (range != NULL && range->owner == OWNER_BETWEEN) {
        if (unw_init_remote(&cursor, space, tracee->unwinding) != 0) {
            return false;
        }
        for (int i = 0;
             i < FRAMES_MAX && range != NULL && range->owner == OWNER_BETWEEN;
             i++) {
            if (unw_step(&cursor) <= 0 ||
                unw_get_reg(&cursor, UNW_REG_IP, &at) != 0) {
                return false;
            }
            range = range_of(tracee->pid, at);
        }
    }
    if (range == NULL || range->owner != OWNER_LIBRARY) {
        return false;
    }
    *offset = at - range->bias;
    return true;
}

/* ---- processes and threads ---- */

static pid_t
process_of(pid_t thread)
{
    char name[64], line[256];
    FILE *file;
    int process = thread;

    snprintf(name, sizeof name, "/proc/%d/status", (int)thread);
    file = fopen(name, "re");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        if (sscanf(line, "Tgid: %d", &process) == 1) {
            break;
        }
    }
    if (file != NULL) {
        fclose(file);
    }
    return process;
}

static struct tracee *
tracee_of(pid_t pid)
{
    struct tracee *free_one = NULL;

    for (size_t i = 0; i < TRACEES_MAX; i++) {
        if (tracees[i].pid == pid) {
            return &tracees[i];
        }
        if (tracees[i].pid == 0 && free_one == NULL) {
            free_one = &tracees[i];
        }
    }
    if (free_one == NULL) {
        errno = EAGAIN;
        give_up("too many threads");
    }
    *free_one = (struct tracee){ .pid = pid,
                                 .unwinding = _UPT_create(pid),
                                 .child = process_of(pid) != first };
    return free_one;
}

static void
forget(pid_t pid)
{
    for (size_t i = 0; i < TRACEES_MAX; i++) {
        if (tracees[i].pid == pid) {
            _UPT_destroy(tracees[i].unwinding);
            tracees[i] = (struct tracee){ 0 };
        }
    }
}

/* ---- calls ---- */

static const char *
name_phase(const struct tracee *tracee)
{
    static char name[PHASE_BYTES];

    if (tracee->child) {
        return CHILD;
    }
    snprintf(name, sizeof name, "%u", phase);
    return name;
}

static bool
is_wanted(const struct tracee *tracee, long number, uint64_t offset)
{
    long index;

    /* Nobody may come back from these. */
    if (number == SYS_exit_group || number == SYS_exit ||
        number == SYS_rt_sigreturn ||
        (asked.number >= 0 && number != asked.number) ||
        (asked.phase[0] != '\0' &&
         strcmp(asked.phase, name_phase(tracee)) != 0) ||
        offset < asked.start || offset >= asked.end) {
        return false;
    }
    index = seen++;
    return index >= asked.skip && index < asked.skip + asked.count;
}

static void
refuse(struct tracee *tracee)
{
    struct user_regs_struct registers;

    if (asked.error == 0) {
        kill(process_of(tracee->pid), SIGKILL);
        return;
    }
    if (ptrace(PTRACE_GETREGS, tracee->pid, 0, &registers) == 0) {
        registers.orig_rax = (unsigned long long)-1;
        tracee->refused =
            ptrace(PTRACE_SETREGS, tracee->pid, 0, &registers) == 0;
    }
}

static void
answer(struct tracee *tracee)
{
    struct user_regs_struct registers;

    if (ptrace(PTRACE_GETREGS, tracee->pid, 0, &registers) == 0) {
        registers.rax = (unsigned long long)-asked.error;
        ptrace(PTRACE_SETREGS, tracee->pid, 0, &registers);
    }
    tracee->refused = false;
}

static void
look_at_call(struct tracee *tracee)
{
    struct __ptrace_syscall_info info;
    uint64_t offset;

    if (ptrace(PTRACE_GET_SYSCALL_INFO, tracee->pid, sizeof info, &info) <= 0) {
        return;
    }
    if (info.op == PTRACE_SYSCALL_INFO_EXIT) {
        if (tracee->refused) {
            answer(tracee);
        }
        return;
    }
    if (info.op != PTRACE_SYSCALL_INFO_ENTRY) {
        return;
    }
    if (is_own(tracee, info.instruction_pointer, &offset)) {
        bool wanted = is_wanted(tracee, (long)info.entry.nr, offset);

        fprintf(asked.list, "%s %ld %lx%s\n", name_phase(tracee),
                (long)info.entry.nr, (unsigned long)offset,
                wanted ? " refused" : "");
        if (wanted) {
            refuse(tracee);
        }
    }
    else if (info.entry.nr == SYS_write && info.entry.args[0] == 1 &&
             tracee->pid == first) {
        phase++;
    }
}

/* The vDSO is what the auxiliary vector says, which stands behind the arguments
 * and the environment of a program that begins. */
static void
hide_vdso(pid_t pid)
{
    struct user_regs_struct registers;
    unsigned long *at;
    int ends = 0;

    if (ptrace(PTRACE_GETREGS, pid, 0, &registers) != 0) {
        return;
    }
    at = (unsigned long *)registers.rsp + 1;
    for (int i = 0; i < STACK_WORDS_MAX && ends < 2; i++, at++) {
        ends += ptrace(PTRACE_PEEKDATA, pid, at, 0) == 0;
    }
    for (int i = 0; i < STACK_WORDS_MAX; i++, at += 2) {
        long type = ptrace(PTRACE_PEEKDATA, pid, at, 0);

        if (type == AT_SYSINFO_EHDR) {
            ptrace(PTRACE_POKEDATA, pid, at, AT_IGNORE);
        }
        if (type == AT_NULL || type == AT_SYSINFO_EHDR) {
            return;
        }
    }
}

/* The signal to hand on, or -1: it runs on without us. */
static int
look_at_stop(struct tracee *tracee, int status)
{
    int number = WSTOPSIG(status), event = status >> 16;

    if (number == (SIGTRAP | 0x80)) {
        look_at_call(tracee);
        return 0;
    }
    if (event == PTRACE_EVENT_EXEC) {
        range_count = 0;
        unw_flush_cache(space, 0, 0);
        if (tracee->pid != first) {
            return -1;
        }
        hide_vdso(first);
        return 0;
    }
    if (event != 0 || number == SIGTRAP) {
        return 0;
    }
    /* What a new thread or process stops with is not the program's. */
    return number == SIGSTOP ? 0 : number;
}

static int
supervise(void)
{
    int result = STATUS_BROKEN, status, number;
    pid_t pid;

    while ((pid = waitpid(-1, &status, __WALL)) > 0) {
        if (WIFEXITED(status) || WIFSIGNALED(status)) {
            forget(pid);
            if (pid == first) {
                result = WIFEXITED(status) ? WEXITSTATUS(status)
                                           : SIGNAL_STATUS + WTERMSIG(status);
            }
            continue;
        }
        number = look_at_stop(tracee_of(pid), status);
        if (number < 0) {
            ptrace(PTRACE_DETACH, pid, 0, 0);
            forget(pid);
        }
        else {
            ptrace(PTRACE_SYSCALL, pid, 0, number);
        }
    }
    return result;
}

static void
start(char **command)
{
    int status;

    first = fork();
    if (first < 0) {
        give_up("fork");
    }
    if (first == 0) {
        setenv("LD_PRELOAD", asked.library, 1);
        ptrace(PTRACE_TRACEME, 0, 0, 0);
        raise(SIGSTOP);
        execvp(command[0], command);
        _exit(STATUS_BROKEN);
    }
    if (waitpid(first, &status, 0) != first || !WIFSTOPPED(status) ||
        ptrace(PTRACE_SETOPTIONS, first, 0,
               PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACECLONE |
                   PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK |
                   PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL) != 0) {
        give_up("ptrace");
    }
    tracee_of(first);
    ptrace(PTRACE_SYSCALL, first, 0, 0);
}

static bool
read_which(const char *which)
{
    asked.number = -1;
    asked.end = ~0ul;
    return strcmp(which, "all") == 0 ||
           sscanf(which, "%15[^:]:%ld:%lx:%lx", asked.phase, &asked.number,
                  &asked.start, &asked.end) == 4 ||
           (asked.phase[0] = '\0', sscanf(which, "%ld", &asked.number) == 1);
}

int
main(int argc, char **argv)
{
    if (argc < 8 || !read_which(argv[3])) {
        fprintf(stderr, "usage: supervise LIBRARY LIST WHICH SKIP COUNT ERROR "
                        "COMMAND [ARGUMENT...]\n");
        return STATUS_BROKEN;
    }
    asked.library = argv[1];
    asked.list = fopen(argv[2], "we");
    asked.skip = atol(argv[4]);
    asked.count = atol(argv[5]);
    asked.error = atoi(argv[6]);
    space = unw_create_addr_space(&_UPT_accessors, 0);
    if (asked.list == NULL || space == NULL) {
        give_up(argv[2]);
    }
    unw_set_caching_policy(space, UNW_CACHE_GLOBAL);
    start(argv + 7);
    return supervise();
}
