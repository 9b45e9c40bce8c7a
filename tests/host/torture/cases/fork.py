"""A child that changes the parent's objects and leaves does not disturb it."""
#: prints child 6
#: prints parent 6 3
import os

shared = [1, 2, 3]
pid = os.fork()
if pid == 0:
    for _ in range(10000):
        copies = [shared] * 50
        del copies
    os.write(1, b"child %d\n" % sum(shared))
    os._exit(3)
status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
for _ in range(10000):
    copies = [shared] * 50
    del copies
print("parent", sum(shared), status)
