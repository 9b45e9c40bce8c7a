"""The program makes an empty directory its root: nothing of ours is there."""
#: prints 40000 and 768
#: may say
#: ledger any
import os
import sys
import tempfile

kept = [[i] for i in range(20000)]
with tempfile.TemporaryDirectory() as folder:
    root = os.open("/", os.O_RDONLY)
    try:
        os.chroot(folder)
    except OSError as error:
        print("no chroot:", error)
        sys.exit(77)
    os.chdir("/")
    kept += [{i: i} for i in range(20000)]
    child = os.fork()
    if child == 0:
        os._exit(len([[i] for i in range(3)]))
    status = os.waitpid(child, 0)[1]
    os.fchdir(root)
    os.chroot(".")
print(len(kept), "and", status)
