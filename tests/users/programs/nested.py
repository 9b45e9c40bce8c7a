"""A line that keeps dicts, by lists, in a dict: of one type, and no part of itself."""
#: finds 10000 list
#: held __main__.CACHE[
import sys

import endings


def make(number):
    CACHE[number] = [{"number": number}]


CACHE = {}
for number in range(10000):
    make(number)
endings.end(sys.argv[1])
