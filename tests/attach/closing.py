"""Says so when what it has closed is still open somewhere else: who reads what
it serves would wait for the end. Some of it is always open."""

import collections
import os
import select
import time

KEPT = [[number] for number in range(500000)]  # to be looked through
opened = collections.deque(os.pipe() for _ in range(20))
print("ready", flush=True)
while True:
    opened.append(os.pipe())
    time.sleep(0.001)
    read, write = opened.popleft()
    os.close(write)
    ends = select.poll()
    ends.register(read, 0)
    if not ends.poll(0):
        print("open elsewhere", flush=True)
    os.close(read)
