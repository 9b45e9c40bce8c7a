"""Children that no handler of fork hears of leave the parent's ledger alone."""
#: prints child 0 6
#: prints child 0 6
#: prints child 1 6
#: prints child 1 6
#: prints parent 6 [3, 3, 3, 3] 40000
import ctypes
import os
import platform
import sys

SYS_FORK = {"x86_64": 57}.get(platform.machine())
libc = ctypes.PyDLL(None)
if SYS_FORK is None or not hasattr(libc, "_Fork"):
    print("no such call")
    sys.exit(77)
shared = [1, 2, 3]
kept = []
statuses = []


def system_call():
    return libc.syscall(SYS_FORK)


def change():
    for _ in range(10000):
        copies = [shared] * 50
        kept.append([copies[0]])
        del copies


for number, fork in enumerate((system_call, libc._Fork)):
    for _ in range(2):
        pid = fork()
        if pid == 0:
            change()
            # One that is heard of, in one that is not.
            if os.fork() == 0:
                change()
                os._exit(0)
            os.wait()
            os.write(1, b"child %d %d\n" % (number, sum(shared)))
            os._exit(3)
        change()
        statuses.append(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
print("parent", sum(shared), statuses, len(kept))
