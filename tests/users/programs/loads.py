"""A cache without a limit, whose keys never come again."""
#: finds some dict
#: held lru_cache of __main__.load
import functools
import sys

import endings


@functools.lru_cache(maxsize=None)
def load(user, stamp):
    return {"user": user, "stamp": stamp}


def answer(number):
    return len(load("user %d" % (number % 50), number))


for number in range(8000):
    answer(number)
endings.end(sys.argv[1])
