"""Nothing leaks: caches that have a limit, and are full before the end."""
import collections
import functools
import sys

import endings


class Entry:
    def __init__(self, number):
        self.number = number


@functools.lru_cache(maxsize=600)
def load(number):
    return {"number": number}


def remember(number):
    LAST.append(Entry(number))
    RECENT[number] = Entry(number)
    if len(RECENT) > 500:
        RECENT.popitem(last=False)
    KNOWN.setdefault(number % 700, Entry(number))
    return load(number)


LAST = collections.deque(maxlen=400)
RECENT = collections.OrderedDict()
KNOWN = {}
for number in range(3000):
    remember(number)
endings.end(sys.argv[1])
