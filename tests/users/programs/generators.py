"""Generators that are begun, and never used up or closed."""
#: finds 1000 generator
#: held __main__.OPEN[
#: not kill
import sys

import endings

OPEN = []


def numbers(count):
    for number in range(count):
        yield number


def start(count):
    generator = numbers(count)
    next(generator)
    OPEN.append(generator)


for number in range(1000):
    start(number + 2)
endings.end(sys.argv[1])
