"""Forks as soon as somebody writes to wakes: what waited for the main thread
meanwhile then waits in both processes. The child says what it has mapped."""

import functools
import os
import pathlib
import time

os.mkfifo("wakes")
WAKES = os.open("wakes", os.O_RDWR)
# By C alone: nothing that waits is done before the fork.
os.register_at_fork(before=functools.partial(os.read, WAKES, 1))
print("ready", flush=True)
if os.fork() == 0:
    maps = pathlib.Path("/proc/self/maps").read_text()
    pathlib.Path("writing").write_text(maps)
    os.rename("writing", "child")
    os._exit(0)
while True:
    time.sleep(0.001)
