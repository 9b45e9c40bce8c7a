import sys

from returned_and_kept import half

KEPT = {}


def remember(number):
    KEPT[half(number)] = None
    if len(sys.argv) > 1:
        KEPT.clear()


for number in range(1, 2001):
    remember(number)
