"""A forked child sets up a filter for itself, and ends in an orderly way."""
#: prints 3
#: may say
import os
import sys

sys.path.append(os.path.join(os.path.dirname(__file__), "..", ".."))
import refuse  # noqa: E402

kept = [[number] for number in range(1000)]
number = os.fork()
if number == 0:
    if not refuse.install(refuse.ORDINARY, refuse.ALLOW, refuse.KILL):
        os._exit(77)
    kept += [[number] for number in range(1000)]
    sys.exit(len(kept) // 600)
status = os.waitstatus_to_exitcode(os.waitpid(number, 0)[1])
if status == 77:
    print("no seccomp filter can be made here")
    sys.exit(77)
print(status)
