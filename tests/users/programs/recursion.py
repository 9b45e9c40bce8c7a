"""Nothing leaks: it ends deep in calls, each with objects of its own."""
import sys

import endings


class Level:
    pass


def descend(depth):
    levels = [Level() for _ in range(5)]

    if depth == 0:
        endings.end(sys.argv[1])
    descend(depth - 1)
    return levels


descend(150)
