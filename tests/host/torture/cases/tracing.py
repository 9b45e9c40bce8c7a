"""Trace and profile functions see the same events."""
#: prints ...
import collections
import sys

events = collections.Counter()


def work(depth):
    if depth:
        return [work(depth - 1)]
    return []


def tracer(frame, event, argument):
    events["trace"] += 1
    return tracer


def profiler(frame, event, argument):
    events["profile"] += 1


sys.settrace(tracer)
for _ in range(100):
    work(2)
sys.settrace(None)
sys.setprofile(profiler)
for _ in range(100):
    work(2)
sys.setprofile(None)
print(events["trace"], events["profile"])
