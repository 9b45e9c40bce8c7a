"""Three interval timers interrupt the program a thousand times a second."""
#: prints True True True
import json
import signal
import time

seen = dict.fromkeys((signal.SIGALRM, signal.SIGPROF, signal.SIGVTALRM), 0)


def count(number, frame):
    seen[number] += 1
    [[number]].append({})


timers = {signal.SIGALRM: signal.ITIMER_REAL,
          signal.SIGPROF: signal.ITIMER_PROF,
          signal.SIGVTALRM: signal.ITIMER_VIRTUAL}
for number, timer in timers.items():
    signal.signal(number, count)
    signal.setitimer(timer, 0.001, 0.001)
while min(seen.values()) < 50:
    json.dumps([{"a": [1, 2]}] * 20)
    [[i] for i in range(100)]
for timer in timers.values():
    signal.setitimer(timer, 0)
import decimal  # noqa: E402 and patched, with signals on their way

print(*(number >= 50 for number in seen.values()))
