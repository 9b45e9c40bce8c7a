"""Recording begins at a signal, while the main thread waits for a lock."""
#: setting start SIGUSR1
#: prints joined, [], True
#: prints recorded: True
import ctypes
import os
import signal
import threading
import time

recorded = "REFTALLY_START" in os.environ
wrong = []


def work():
    for _ in range(3):
        if recorded:
            os.kill(os.getpid(), signal.SIGUSR1)
        time.sleep(0.1)
        for i in range(1000):
            if {"i": [i]} != {"i": [i]}:
                wrong.append(i)


thread = threading.Thread(target=work)
thread.start()
thread.join()
print("joined, %s, %s" % (wrong, signal.getsignal(signal.SIGUSR1) in (
    signal.SIG_DFL, None)))


class Thing:
    pass


thing = Thing()
expected = recorded and "nothing" not in os.environ.get("REFTALLY_TRACK", "all")
print("recorded:", not expected or ctypes.CDLL(None).reftally_references(
    ctypes.py_object(thing)) > 0)
