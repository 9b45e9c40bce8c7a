"""Nothing leaks: caches and queues that have a limit, and are not full yet."""
import collections
import functools
import sys

import endings


class Entry:
    def __init__(self, number):
        self.number = number
        self.parts = [number]


@functools.lru_cache(maxsize=20000)
def load(number):
    return {"number": number}


LAST = collections.deque(maxlen=20000)


def remember(number):
    LAST.append(Entry(number))
    return load(number)


for number in range(6000):
    remember(number)
endings.end(sys.argv[1])
