"""Recording begins after a second, in children that are forked before, too."""
#: setting start 1
#: prints child 0
#: prints parent 0
import ctypes
import os
import time


class Thing:
    pass


def work(seconds):
    end, wrong = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        things = [Thing() for _ in range(100)]
        wrong += len(set(things)) != 100
        time.sleep(0.001)
    return wrong + is_unknown(things[0])


def is_unknown(thing):
    """Whether it has no account, and should have one."""
    expected = os.environ.get("REFTALLY_START") and not (
        "nothing" in os.environ.get("REFTALLY_TRACK", "all")) and (
        os.getpid() == parent or os.environ.get("REFTALLY_FOLLOW") == "1")
    return bool(expected) and ctypes.CDLL(None).reftally_references(
        ctypes.py_object(thing)) < 0


parent = os.getpid()
child = os.fork()
wrong = work(2)
if child == 0:
    print("child", wrong, flush=True)
    os._exit(wrong)
os.waitpid(child, 0)
print("parent", wrong)
