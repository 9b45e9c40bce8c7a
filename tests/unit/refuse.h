/*
 * refuse - a kernel that refuses some system calls, for the rest of a test.
 */
#ifndef REFTALLY_TESTS_REFUSE_H
#define REFTALLY_TESTS_REFUSE_H

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>

/* `action` as in SECCOMP_RET_ERRNO | EPERM. False: it cannot be done here. */
static inline int
refuse(unsigned action, const int *numbers, size_t count)
{
    enum { MOST = 16 };
    struct sock_filter code[2 * MOST + 2];
    struct sock_fprog program = { .filter = code };
    unsigned short length = 0;

    code[length++] = (struct sock_filter)BPF_STMT(
        BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
    for (size_t i = 0; i < count && i < MOST; i++) {
        code[length++] = (struct sock_filter)BPF_JUMP(
            BPF_JMP | BPF_JEQ | BPF_K, (unsigned)numbers[i], 0, 1);
        code[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, action);
    }
    code[length++] =
        (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    program.len = length;
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

#endif
