"""faulthandler's watchdog thread walks the frames of a thread that waits."""
#: prints True
import faulthandler
import os
import time


def wait(depth):
    if depth:
        return sorted([depth], key=lambda value: wait(depth - 1))
    # Only while nothing moves: the watchdog looks without any lock.
    faulthandler.dump_traceback_later(0.05, file=sink)
    time.sleep(0.3)
    faulthandler.cancel_dump_traceback_later()


sink = os.open("traces", os.O_RDWR | os.O_CREAT)
kept = [[i] for i in range(10000)]
wait(10)
print(os.pread(sink, 1 << 16, 0).count(b"in wait") == 11)
