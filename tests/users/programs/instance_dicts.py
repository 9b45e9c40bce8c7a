"""Instances in a table that only grows, whose dictionaries somebody wrote to."""
#: finds 3000 __main__.Entry
#: held __main__.TABLE[
import sys

import endings


class Entry:
    def __init__(self, number):
        self.numbers = [number]


def make(number):
    entry = TABLE[number] = Entry(number)
    vars(entry)["name"] = "entry"


TABLE = {}
for number in range(3000):
    make(number)
endings.end(sys.argv[1])
