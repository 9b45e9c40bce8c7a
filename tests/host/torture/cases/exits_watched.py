"""Calls whose returns are watched come back, raise, recurse, fork and switch."""
#: prints 16000 16000 16000
#: prints 0 to 15999
#: prints True
import ctypes
import functools
import json
import os
import signal
import threading

kept = []  # what becomes more is followed
increase = ctypes.pythonapi.Py_IncRef
increase.argtypes = [ctypes.py_object]


class Odd(Exception):
    pass


class Item:
    def __init__(self, number):
        self.number = number
        self.pair = (number, [number])

    def __lt__(self, other):
        return self.number < other.number

    def __repr__(self):
        if self.number % 7 == 0:
            raise Odd(self)
        return "item"


def nested(depth, item):
    if depth == 0:
        return [item]
    return functools.reduce(lambda a, b: nested(depth - 1, b), [item], item)


def shown(item):
    try:
        return json.dumps({"a": [item]}, default=repr)
    except Odd:
        return None


def work(numbers, forks=False):
    for number in numbers:
        item = Item(number)
        kept.append(item)
        increase(item)  # for ever
        shown(item)
        nested(number % 5, item)
        sorted([item, kept[number % len(kept)], item])
        next(iter(map(Item.__repr__, [Item(1)])))
        if forks and number % 2000 == 1000:
            child = os.fork()
            if child == 0:
                nested(9, item)
                os._exit(3 if shown(Item(7)) is None else 4)
            statuses.add(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))


interrupted = []
signal.signal(signal.SIGALRM, lambda *_: interrupted.append([{}]))
signal.setitimer(signal.ITIMER_REAL, .001, .001)
statuses = set()
work(range(8000), forks=True)
threads = [threading.Thread(target=work, args=(range(first, 16000, 2),))
           for first in (8000, 8001)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
signal.setitimer(signal.ITIMER_REAL, 0)
print(len(kept), len({id(item) for item in kept}),
      len({item.number for item in kept}))
kept.sort()
print(kept[0].number, "to", kept[-1].number)
print(statuses == {3})
