# A signal comes in the middle of a change of a count, where the ledger grows;
# its handler forks, and the child goes on where it was.
#: prints 100000 and 0
#: may say
cat >amid.c <<'END'
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>
static volatile int armed, ended_otherwise;
void
arm(int whether)
{
    armed = whether;
}
int
otherwise(void)
{
    return ended_otherwise;
}
/* Not by its name: the library would be told of the filter. */
static long
prctl_itself(long option, long first, long second)
{
    long result;
    register long third __asm__("r10") = 0;
    register long fourth __asm__("r8") = 0;
    __asm__ volatile("syscall" : "=a"(result)
                     : "a"(SYS_prctl), "D"(option), "S"(first), "d"(second),
                       "r"(third), "r"(fourth) : "rcx", "r11", "memory");
    return result;
}
static void
on_call(int number, siginfo_t *info, void *context)
{
    int status;
    pid_t child;
    ((ucontext_t *)context)->uc_mcontext.gregs[REG_RAX] = -EOPNOTSUPP;
    if (!armed)
        return;
    armed = 0;
    child = fork();
    if (child == 0)
        dup2(open("/dev/null", O_WRONLY), 1);
    else if (waitpid(child, &status, 0) != child || status != 0)
        ended_otherwise++;
}
__attribute__((constructor)) static void
begin(void)
{
    struct sigaction action = { .sa_sigaction = on_call,
                                .sa_flags = SA_SIGINFO };
    struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_fallocate, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = { sizeof code / sizeof *code, code };
    sigaction(SIGSYS, &action, NULL);
    prctl_itself(PR_SET_NO_NEW_PRIVS, 1, 0);
    prctl_itself(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, (long)&program);
}
END
cc -O1 -w -shared -fPIC -o amid.so amid.c || { echo "cannot compile"; exit 77; }
LD_PRELOAD="${LD_PRELOAD:+$LD_PRELOAD:}$PWD/amid.so" exec "$PYTHON" -S -c '
import ctypes
amid = ctypes.PyDLL("./amid.so")
amid.arm(1)
kept = [[i] for i in range(100000)]
amid.arm(0)
print(len(kept), "and", amid.otherwise())'
