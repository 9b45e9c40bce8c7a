"""Nothing leaks: what this cache is asked with is asked again."""
import functools
import sys

import endings


class Point:
    def __init__(self, number):
        self.number = number

    def __eq__(self, other):
        return self.number == other.number

    def __hash__(self):
        return hash(self.number)


@functools.lru_cache(maxsize=20000)
def name(point, kind):
    return "%s %d" % (kind, point.number)


for number in range(12000):
    name(Point(number % 6000), "dot")
endings.end(sys.argv[1])
