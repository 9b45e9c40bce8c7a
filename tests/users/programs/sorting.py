"""Nothing leaks: it ends in the middle of a sort, which has taken the objects
out of their list."""
import sys

import endings


class Entry:
    def __init__(self, number):
        self.number = number


def compare(entry):
    if entry.number == 1500:
        endings.end(sys.argv[1])
    return entry.number % 97


ENTRIES = [Entry(number) for number in range(3000)]
ENTRIES.sort(key=compare)
