"""A cache with a limit is asked with tuples of what nobody can ask with again."""
#: finds some tuple
#: held a key of __main__.known_parts
import functools
import sys

import endings


@functools.lru_cache(maxsize=65536)
def known_parts(parts):
    return len(parts)


class Request:
    def __init__(self, number):
        self.number = number


def handle(number):
    request = Request(number)
    return known_parts((request, Request)) + number


for number in range(30000):
    handle(number)
endings.end(sys.argv[1])
