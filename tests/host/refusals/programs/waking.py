"""Recording begins in the middle, while another thread runs."""
import ctypes
import os
import threading
import time

os.write(1, b"begin\n")
stopping = threading.Event()


def work():
    while not stopping.wait(0.001):
        assert len({"a": [1], "b": [2]}) == 2


thread = threading.Thread(target=work)
thread.start()
getattr(ctypes.CDLL(None), "reftally_resume", int)()
for _ in range(20):
    kept = [[number] for number in range(100)]
    time.sleep(0.001)
stopping.set()
thread.join()
os.write(1, b"end\n")
