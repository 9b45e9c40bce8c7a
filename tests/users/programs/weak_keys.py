"""Nothing leaks: what is kept for each of many objects goes with it, when a
collection comes to that."""
import collections
import gc
import sys
import weakref

import endings

gc.set_threshold(100, 5, 1000)  # the last come to it seldom


class Renderer:
    def __init__(self):
        self.own = self


class Metrics:
    pass


METRICS = weakref.WeakKeyDictionary()
LATEST = collections.deque(maxlen=100)  # longer than young


def draw(number):
    renderer = Renderer()
    METRICS[renderer] = Metrics()
    LATEST.append(renderer)
    return [[one] for one in range(200)]


def main(calls):
    for number in range(calls):
        draw(number)


main(800)
endings.end(sys.argv[1])
