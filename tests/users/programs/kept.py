"""Nothing leaks: tables that are filled once, and closures that live."""
import sys

import endings


class Entry:
    def __init__(self, number):
        self.number = number
        self.text = "entry %d" % number
        self.parts = [number, {"number": number}]


def closure(number):
    def inner():
        return number
    return inner


TABLE = {number: Entry(number) for number in range(3000)}
CALLS = [closure(number) for number in range(300)]
GENERATORS = [(entry for entry in TABLE.values()) for _ in range(200)]
for generator in GENERATORS:
    next(generator)
endings.end(sys.argv[1])
