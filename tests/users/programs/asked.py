"""A cache of a method: it has a limit, and keeps the objects it was asked of."""
#: held key of __main__.Shape.area
import functools
import sys

import endings


class Shape:
    def __init__(self, side):
        self.side = side
        self.parts = [side]

    @functools.lru_cache(maxsize=20000)
    def area(self):
        return self.side * self.side


for number in range(6000):
    Shape(number).area()
endings.end(sys.argv[1])
