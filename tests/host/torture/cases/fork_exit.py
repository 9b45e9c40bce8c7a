"""A child that finalizes its interpreter leaves the parent's record alone."""
#: prints child
#: prints parent 4
import os
import sys

pid = os.fork()
if pid == 0:
    print("child", flush=True)
    sys.exit(4)
status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
kept = [[i] for i in range(10000)]
print("parent", status)
