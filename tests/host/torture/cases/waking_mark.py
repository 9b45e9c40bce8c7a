"""Recording begins while threads run, with and without the lock."""
#: setting start mark
#: prints woken in the middle: []
#: prints signals blocked, waiting: [True, True]
#: prints right: True
import ctypes
import hashlib
import json
import os
import signal
import threading
import time

library = ctypes.CDLL(None)
resume = getattr(library, "reftally_resume", int)
references = getattr(library, "reftally_references", None)
stopping = threading.Event()
wrong = []


def text():
    value = {"a": [1, 2.5, {"b": ["c" * 5] * 10}]}
    while not stopping.is_set():
        if json.loads(json.dumps(value)) != value:
            wrong.append("json")


def without_lock():
    block = b"x" * 4000000
    expected = hashlib.sha256(block).digest()
    while not stopping.is_set():
        if hashlib.sha256(block).digest() != expected:
            wrong.append("sha256")


def short_calls():
    while not stopping.is_set():
        time.sleep(0.0001)


def starting():
    while not stopping.is_set():
        thread = threading.Thread(target=int)
        thread.start()
        thread.join()


waited = []
ready, done = os.pipe()


def waiting():
    signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    waited.append(os.read(ready, 1) == b"x")


class Thing:
    pass


born_before = [Thing() for _ in range(1000)]
threads = [threading.Thread(target=target)
           for target in (text, text, without_lock, short_calls, starting)]
silent = [threading.Thread(target=waiting) for _ in range(2)]
for thread in threads + silent:
    thread.start()
time.sleep(0.1)
for _ in range(3):
    resume()
    born_after = [Thing() for _ in range(1000)]
    time.sleep(0.05)
stopping.set()
os.write(done, b"xx")
for thread in threads + silent:
    thread.join()
print("woken in the middle:", wrong)
print("signals blocked, waiting:", waited)


def is_right(thing, known):
    if references is None:
        return True
    held = ctypes.py_object(thing)
    recorded = references(held)
    return recorded == (
        ctypes.c_uint32.from_address(id(thing)).value if known else -1)


tracked = "nothing" not in os.environ.get("REFTALLY_TRACK", "all")
print("right:", all(is_right(thing, tracked) for thing in born_after) and
      all(is_right(thing, False) for thing in born_before))
