#: finds 800 __main__.Metrics draw
#: held __main__.METRICS
#: not term
#: not interrupt
#: not live
#: not kill
"""A leak: what is kept for an object refers to it, so that it never goes."""
import sys
import weakref

import endings


class Renderer:
    pass


class Metrics:
    def __init__(self, renderer):
        self.renderer = renderer


METRICS = weakref.WeakKeyDictionary()


def draw(number):
    renderer = Renderer()
    METRICS[renderer] = Metrics(renderer)
    return [[one] for one in range(100)]


def main(calls):
    for number in range(calls):
        draw(number)


main(800)
endings.end(sys.argv[1])
