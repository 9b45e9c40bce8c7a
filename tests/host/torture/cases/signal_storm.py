"""Thousands of signals, in the middle of everything."""
#: prints 20 times the same, handled: True
import signal

handled = 0


def count(number, frame):
    global handled
    handled += 1
    [frame, {"number": number}]


def work():
    values = [{"key": (i * 7919) % 1009, "i": i} for i in range(3000)]
    values.sort(key=lambda value: (value["key"], value["i"]))
    return sum(i * value["i"] for i, value in enumerate(values))


signal.signal(signal.SIGALRM, count)
signal.signal(signal.SIGPROF, count)
expected = work()
signal.setitimer(signal.ITIMER_REAL, 0.0002, 0.0002)
signal.setitimer(signal.ITIMER_PROF, 0.0005, 0.0005)
results = [work() for _ in range(20)]
signal.setitimer(signal.ITIMER_REAL, 0)
signal.setitimer(signal.ITIMER_PROF, 0)
print(results.count(expected), "times the same, handled:", handled > 20)
