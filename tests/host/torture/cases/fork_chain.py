"""Children of children, each forked while objects are alive."""
#: prints 5 4 3 2 1
import os

kept = [{"depth": depth} for depth in range(100)]


def descend(depth):
    if depth == 0:
        return
    read, write = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.write(1, b"%d%s" % (depth, b" " if depth > 1 else b"\n"))
        descend(depth - 1)
        os._exit(0)
    os.waitpid(pid, 0)
    os.close(read)
    os.close(write)


descend(5)
