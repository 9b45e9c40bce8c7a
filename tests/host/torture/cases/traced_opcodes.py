"""Threads traced opcode by opcode, while a watchdog prints their stacks."""
#: prints True True
import faulthandler
import gc
import sys
import tempfile
import threading

seen = [0]


def trace(frame, event, argument):
    seen[0] += 1
    frame.f_trace_opcodes = True
    return trace


def work():
    try:
        [1 / (number - 5) for number in range(10)]
    except ZeroDivisionError:
        gc.collect()


threading.settrace(trace)
sys.settrace(trace)
sys.setprofile(lambda *_: None)
threads = [threading.Thread(target=work) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
work()
sys.settrace(None)
sys.setprofile(None)
threading.settrace(None)
with tempfile.TemporaryFile() as file:
    faulthandler.dump_traceback_later(0.01, repeat=True, file=file)
    told = 0
    while told < 4:
        [[number] for number in range(1000)]
        file.seek(0)
        told = file.read().count(b"most recent call first")
    faulthandler.cancel_dump_traceback_later()
print(seen[0] > 100, told >= 4)
