"""The program limits its memory in mid-run: what the library maps is not its."""
#: prints RLIMIT_AS: 3221225472 3221225472
#: prints has 256 MiB, is refused 4 GiB
#: prints has a thread, has modules
#: prints a child has 3145728
#: prints a spawned child has 3145728
#: prints nothing there
#: prints has 256 MiB, is refused 4 GiB
#: prints a forked child has 2097152
#: prints over the hard limit: ValueError
#: prints RLIMIT_DATA: 2147483648 2147483648
#: prints has 256 MiB, is refused 4 GiB
#: prints 0
import os
import resource
import subprocess
import sys
import threading

MEBIBYTE, GIBIBYTE = 1 << 20, 1 << 30
SHOW = ["/bin/sh", "-c", "ulimit -v"]
# Who spawns it sets its limits a moment after it has begun.
WAIT = ["/bin/sh", "-c", "while [ `ulimit -v` -gt 3145728 ]; do sleep 0.01; "
        "done; ulimit -v"]


def limit(name, gibibytes):
    resource.setrlimit(getattr(resource, name), (gibibytes * GIBIBYTE,) * 2)
    print("%s: %d %d" % (name, *resource.getrlimit(getattr(resource, name))))


def fill():
    kept = [bytearray(16 * MEBIBYTE) for number in range(16)]
    try:
        kept.append(bytearray(4 * GIBIBYTE))
        print("is not refused")
    except MemoryError:
        print("has 256 MiB, is refused 4 GiB")


def shown_by(child):
    return child.stdout.strip()


kept = [[number] for number in range(1000)]
limit("RLIMIT_AS", 3)
fill()
thread = threading.Thread(target=kept.append, args=([],))
thread.start()
thread.join()
import decimal
import json
print("has a thread, has modules")
print("a child has", shown_by(subprocess.run(WAIT, capture_output=True,
                                             text=True)))
reading, writing = os.pipe()
child = os.posix_spawn(WAIT[0], WAIT, os.environ, file_actions=[
                           (os.POSIX_SPAWN_DUP2, writing, 1)])
os.waitpid(child, 0)
print("a spawned child has", os.read(reading, 100).decode().strip())
try:
    os.execv("/nothing/there", ["nothing"])
except FileNotFoundError:
    print("nothing there")
fill()
sys.stdout.flush()
child = os.fork()
if child == 0:
    resource.setrlimit(resource.RLIMIT_AS, (2 * GIBIBYTE,) * 2)
    kept = [bytearray(16 * MEBIBYTE) for number in range(16)]
    os.execv(SHOW[0], ["sh", "-c", "echo a forked child has `ulimit -v`"])
os.waitpid(child, 0)
try:
    resource.setrlimit(resource.RLIMIT_AS, (3 * GIBIBYTE, GIBIBYTE))
except ValueError as error:
    print("over the hard limit:", type(error).__name__)
limit("RLIMIT_DATA", 2)
fill()
for round in range(100):
    kept = [[number] for number in range(10000)]
print(os.system("exit 0"))
