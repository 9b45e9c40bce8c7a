#include "patch/bystanders.h"

#include "arch/cpu.h"
#include "base/clock.h"
#include "base/note.h"
#include "base/system.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
    THREADS_MAX = 8192,
    NAME_BYTES = 64,
    STATUS_BYTES = 4096,
    LIST_BYTES = 4096,
    LOOK_US = 100,      /* from one look to the next */
    PATIENCE_MS = 5,    /* then it is sent a signal */
    DEADLINE_MS = 1000, /* of a machine that is busy */
    SIGNAL_FIRST = 35,  /* real-time signals that libc does not use itself */
    SIGNAL_LAST = 63,
};

struct bystander {
    int thread;
    bool seen; /* outside; written by its own handler, too */
};

static struct bystander others[THREADS_MAX];
static unsigned other_count;
static bystanders_danger *dangerous;
static int signal_number;
static unsigned signals_sent, signals_handled;

/* ---- what /proc tells ---- */

/* The beginning of a file of a thread, terminated. -errno, or its length. */
static int
read_file(int thread, const char *file, char *out, size_t size)
{
    char name[NAME_BYTES];
    ssize_t got;
    int fd;

    note_format(name, sizeof name, "/proc/self/task/%d/%s", thread, file);
    fd = open(name, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        return -errno;
    }
    got = read(fd, out, size - 1);
    if (got < 0) {
        got = -errno;
    }
    close(fd);
    out[got < 0 ? 0 : got] = '\0';
    return (int)got;
}

static uint64_t
hexadecimal(const char *at)
{
    uint64_t value = 0;

    for (;; at++) {
        if (*at >= '0' && *at <= '9') {
            value = value * 16 + (uint64_t)(*at - '0');
        }
        else if (*at >= 'a' && *at <= 'f') {
            value = value * 16 + (uint64_t)(*at - 'a') + 10;
        }
        else {
            return value;
        }
    }
}

static bool
is_gone(int error)
{
    return error == -ENOENT || error == -ESRCH;
}

enum sight { SIGHT_NONE, SIGHT_RUNNING, SIGHT_IN_CALL, SIGHT_AT, SIGHT_GONE };

/*
 * "running", or "NUMBER arguments stack pc" of a thread that is blocked in a
 * system call, or "-1 stack pc" of one that is blocked elsewhere.
 */
static enum sight
look_at(int thread, uint64_t *pc)
{
    char text[STATUS_BYTES / 8];
    int got = read_file(thread, "syscall", text, sizeof text);
    const char *last = strrchr(text, ' ');

    if (got <= 0) {
        return is_gone(got) ? SIGHT_GONE : SIGHT_NONE;
    }
    if (text[0] == '-' && last != NULL) {
        *pc = hexadecimal(last + 3);
        return SIGHT_AT;
    }
    return text[0] >= '0' && text[0] <= '9' ? SIGHT_IN_CALL : SIGHT_RUNNING;
}

static bool
blocks_signal(int thread, int number)
{
    static const char field[] = "\nSigBlk:\t";
    char text[STATUS_BYTES];
    int got = read_file(thread, "status", text, sizeof text);
    const char *at = got <= 0 ? NULL : strstr(text, field);

    return at != NULL &&
           (hexadecimal(at + sizeof field - 1) >> (number - 1) & 1) != 0;
}

static void
add_listed(const char *list, size_t bytes, int own)
{
    size_t at = 0;

    while (at < bytes && other_count < THREADS_MAX) {
        const struct dirent64 *entry = (const void *)(list + at);
        int thread = 0;

        for (const char *digit = entry->d_name; *digit >= '0' && *digit <= '9';
             digit++) {
            thread = thread * 10 + (*digit - '0');
        }
        if (thread != 0 && thread != own) {
            others[other_count++] = (struct bystander){ .thread = thread };
        }
        at += entry->d_reclen;
    }
}

static bool
list_others(void)
{
    _Alignas(struct dirent64) char list[LIST_BYTES];
    int own = (int)SYSTEM(SYS_gettid);
    int fd = open("/proc/self/task", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int64_t got;

    other_count = 0;
    if (fd < 0) {
        return false;
    }
    while ((got = SYSTEM(SYS_getdents64, (uint64_t)fd, SYSTEM_ADDRESS(list),
                         sizeof list)) > 0) {
        add_listed(list, (size_t)got, own);
    }
    close(fd);
    return got == 0 && other_count < THREADS_MAX;
}

/* ---- what a signal tells ---- */

static void
found(int number, siginfo_t *info, void *context)
{
    int own = (int)SYSTEM(SYS_gettid);
    bool outside = !dangerous(context_pc(context));

    (void)number;
    (void)info;
    for (unsigned i = 0; outside && i < other_count; i++) {
        if (others[i].thread == own) {
            __atomic_store_n(&others[i].seen, true, __ATOMIC_RELEASE);
        }
    }
    __atomic_add_fetch(&signals_handled, 1, __ATOMIC_RELEASE);
}

/* One that nobody uses. It is kept when one of ours was not handled yet. */
static bool
prepare_signal(void)
{
    struct sigaction old,
        action = { .sa_sigaction = found,
                   .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART };

    sigfillset(&action.sa_mask);
    for (int number = SIGNAL_LAST; signal_number == 0 && number >= SIGNAL_FIRST;
         number--) {
        if (sigaction(number, NULL, &old) == 0 && old.sa_handler == SIG_DFL &&
            sigaction(number, &action, NULL) == 0) {
            signal_number = number;
        }
    }
    return signal_number != 0;
}

static void
forget_signal(void)
{
    struct sigaction standard = { .sa_handler = SIG_DFL };

    if (signal_number != 0 &&
        __atomic_load_n(&signals_handled, __ATOMIC_ACQUIRE) == signals_sent) {
        sigaction(signal_number, &standard, NULL);
        signal_number = 0;
    }
}

/* One at a time; again, where the thread was inside. */
static void
ask(const struct bystander *other)
{
    if (__atomic_load_n(&signals_handled, __ATOMIC_ACQUIRE) != signals_sent ||
        !prepare_signal() || blocks_signal(other->thread, signal_number)) {
        return;
    }
    signals_sent++;
    if (SYSTEM(SYS_tgkill, (uint64_t)getpid(), (uint64_t)other->thread,
               (uint64_t)signal_number) < 0) {
        signals_sent--;
    }
}

/* ---- both ---- */

static void
look_again(struct bystander *other, bool patient)
{
    uint64_t pc = 0;

    switch (look_at(other->thread, &pc)) {
    case SIGHT_IN_CALL:
    case SIGHT_GONE:
        other->seen = true;
        break;
    case SIGHT_AT:
        other->seen = !dangerous(pc);
        break;
    default:
        if (!patient) {
            ask(other);
        }
        break;
    }
}

static void
rest(void)
{
    struct timespec moment = { 0, LOOK_US * 1000 };

    SYSTEM(SYS_nanosleep, SYSTEM_ADDRESS(&moment));
}

static unsigned
look_at_all(bool patient)
{
    unsigned unseen = 0;

    for (unsigned i = 0; i < other_count; i++) {
        struct bystander *other = &others[i];

        if (!__atomic_load_n(&other->seen, __ATOMIC_ACQUIRE)) {
            look_again(other, patient);
            unseen += !__atomic_load_n(&other->seen, __ATOMIC_ACQUIRE);
        }
    }
    return unseen;
}

static int64_t
milliseconds(void)
{
    return clock_ns(CLOCK_MONOTONIC) / 1000000;
}

bool
bystanders_left(bystanders_danger *danger)
{
    int64_t begun = milliseconds(), passed = 0;
    unsigned unseen = 1;

    dangerous = danger;
    if (!list_others()) {
        return false;
    }
    while (passed < DEADLINE_MS &&
           (unseen = look_at_all(passed < PATIENCE_MS)) > 0) {
        rest();
        passed = milliseconds() - begun;
    }
    /* What was sent may still be on its way. */
    while (__atomic_load_n(&signals_handled, __ATOMIC_ACQUIRE) !=
               signals_sent &&
           milliseconds() - begun < 2 * DEADLINE_MS) {
        rest();
    }
    forget_signal();
    return unseen == 0;
}

bool
bystanders_may_trap(void)
{
    int64_t begun = milliseconds();
    bool may;

    do {
        may = list_others();
        for (unsigned i = 0; may && i < other_count; i++) {
            uint64_t pc;

            may = !blocks_signal(others[i].thread, SIGTRAP) ||
                  look_at(others[i].thread, &pc) == SIGHT_IN_CALL;
        }
        if (!may) {
            rest();
        }
    } while (!may && milliseconds() - begun < DEADLINE_MS);
    return may;
}
